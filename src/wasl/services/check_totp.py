"""Codes from an app: six digits that change every half minute."""

import hmac
from datetime import datetime
from typing import Final

import pyotp

from wasl.domain.phone import plain_digits

# Half a minute early or late: clocks differ, and people type slowly.
_TOLERATED_STEPS: Final = (-1, 0, 1)


def new_totp_secret() -> str:
    return pyotp.random_base32()


def totp_uri(secret: str, email: str, issuer: str) -> str:
    """What an app reads from a QR picture."""
    return pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=issuer)


def accepted_step(secret: str, typed: str, last_step: int | None, now: datetime) -> int | None:
    """The step whose code this is, or None. A step that was taken before is not taken again."""
    totp = pyotp.TOTP(secret)
    code = plain_digits(typed).encode("utf-8", "replace")
    current = totp.timecode(now)
    for step in (current + offset for offset in _TOLERATED_STEPS):
        fresh = last_step is None or step > last_step
        if fresh and hmac.compare_digest(totp.generate_otp(step).encode(), code):
            return step
    return None
