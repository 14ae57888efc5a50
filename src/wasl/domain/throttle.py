"""How often a password, a code or a form may be tried, and a letter be sent."""

from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple


class TryKind(StrEnum):
    SIGN_IN = "sign_in"
    SECOND_STEP = "second_step"
    PASSWORD = "password"
    PASSWORD_RESET = "password_reset"
    SIGN_UP = "sign_up"
    # By who invites, and for who is invited.
    INVITATION = "invitation"
    INVITED = "invited"


class TryLimits(NamedTuple):
    """Within the window. One person's own mistakes stop first; a stranger's stop them last."""

    window: timedelta
    from_one_address_for_one_email: int
    for_one_email: int
    from_one_address: int


_QUARTER: Final = timedelta(minutes=15)
_HOUR: Final = timedelta(hours=1)

# Mobile networks put many people behind one address. A six-digit code has few values, so its
# tries are counted for the person alone.
LIMITS: Final = MappingProxyType(
    {
        TryKind.SIGN_IN: TryLimits(_QUARTER, 10, 50, 100),
        TryKind.SECOND_STEP: TryLimits(_HOUR, 10, 10, 100),
        TryKind.PASSWORD: TryLimits(_QUARTER, 10, 10, 100),
        TryKind.PASSWORD_RESET: TryLimits(_HOUR, 3, 5, 30),
        TryKind.SIGN_UP: TryLimits(_HOUR, 10, 10, 30),
        TryKind.INVITATION: TryLimits(_HOUR, 30, 30, 60),
        TryKind.INVITED: TryLimits(_HOUR, 5, 10, 60),
    }
)
LONGEST_WINDOW: Final = max(limits.window for limits in LIMITS.values())
