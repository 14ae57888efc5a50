"""How often a page in which deliveries are on their way looks again."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from wasl.domain.delivery import Delivery

_SOON: Final = timedelta(minutes=2)
_REFRESH_SOON: Final = "3s"
_REFRESH_LATER: Final = "30s"


def refresh_every(deliveries: Iterable[Delivery], now: datetime) -> str | None:
    """None where nothing is on its way."""
    planned = [
        at for one in deliveries for at in (one.next_try_at, one.resend_at) if at is not None
    ]
    if not planned:
        return None
    return _REFRESH_SOON if min(planned) - now < _SOON else _REFRESH_LATER
