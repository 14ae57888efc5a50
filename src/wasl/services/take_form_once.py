"""Take a form that issues something once, however often it is sent."""

from datetime import datetime
from uuid import UUID

from wasl.domain.errors import FormSentTwice
from wasl.storage import used_forms
from wasl.storage.pool import Connection


async def take_form_once(connection: Connection, form_id: UUID | None, now: datetime) -> None:
    """In the transaction that does what it asks for. None where no form was sent."""
    if form_id is not None and not await used_forms.use_up(connection, form_id, now):
        raise FormSentTwice
