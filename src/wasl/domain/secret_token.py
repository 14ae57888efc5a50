"""Random values that stand for something for a while; only their digest is stored.

The prefixes tell a person what they hold, and the log what to leave out.
"""

import secrets
from typing import Final

SESSION_PREFIX: Final = "ses_"
SECOND_STEP_PREFIX: Final = "stp_"
INVITATION_PREFIX: Final = "inv_"
PASSWORD_RESET_PREFIX: Final = "rst_"

_RANDOM_BYTES: Final = 32
# Without I, L, O and U, as they are copied from paper by hand.
_RECOVERY_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_RECOVERY_GROUPS: Final = 4
_RECOVERY_GROUP_CHARS: Final = 4
RECOVERY_CODES: Final = 10


def new_token(prefix: str) -> str:
    return prefix + secrets.token_urlsafe(_RANDOM_BYTES)


def new_recovery_codes() -> list[str]:
    """80 random bits each, so that a plain digest gives nothing away."""
    return [_new_recovery_code() for _ in range(RECOVERY_CODES)]


def _new_recovery_code() -> str:
    return "-".join(
        "".join(secrets.choice(_RECOVERY_ALPHABET) for _ in range(_RECOVERY_GROUP_CHARS))
        for _ in range(_RECOVERY_GROUPS)
    )


def tidy_recovery_code(typed: str) -> str:
    """As it was shown, whatever case and separators it was typed with."""
    plain = "".join(character for character in typed.upper() if character.isalnum())
    plain = plain.replace("O", "0").replace("I", "1").replace("L", "1")
    size = _RECOVERY_GROUP_CHARS
    return "-".join(plain[at : at + size] for at in range(0, len(plain), size))
