"""Which payments a merchant looks for."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.domain.application import Method
from wasl.domain.payment_intent import Status


class PaymentFilter(NamedTuple):
    """Whatever is given must hold. `text` is a reference, a merchant reference or a uuid."""

    text: str | None = None
    status: Status | None = None
    method: Method | None = None
    amount_minor: int | None = None
    created_from: datetime | None = None
    created_before: datetime | None = None

    @property
    def text_as_uuid(self) -> UUID | None:
        try:
            return UUID(self.text or "")
        except ValueError:
            return None


def first_uuid_of(moment: datetime) -> UUID:
    """The smallest version 7 uuid of this moment: where rows of that time begin in an index."""
    return UUID(int=int(moment.timestamp() * 1000) << 80)
