"""How long things last for someone who signs in."""

from datetime import datetime, timedelta
from typing import Final

# A working day without a look, and two weeks in any case.
IDLE_LIFETIME: Final = timedelta(hours=12)
LIFETIME: Final = timedelta(days=14)
# Being seen is written down at most this often.
SEEN_EVERY: Final = timedelta(minutes=1)
# A password typed this recently is not asked for again before a secret is shown.
PASSWORD_REMEMBERED: Final = timedelta(minutes=10)

SECOND_STEP_LIFETIME: Final = timedelta(minutes=5)
SECOND_STEP_MAX_TRIES: Final = 5
PASSWORD_RESET_LIFETIME: Final = timedelta(hours=1)
INVITATION_LIFETIME: Final = timedelta(days=7)
# In one account, so that nobody fills it with strangers.
INVITATIONS_OPEN_AT_ONCE: Final = 50


def idle_end(now: datetime, ends_at: datetime) -> datetime:
    return min(now + IDLE_LIFETIME, ends_at)


def is_password_remembered(confirmed_at: datetime | None, now: datetime) -> bool:
    return confirmed_at is not None and now - confirmed_at < PASSWORD_REMEMBERED
