"""The three values a merchant holds: how they are made, and how they are recognised."""

import hashlib
import secrets
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    API_KEY = "api_key"
    ACCESS_TOKEN = "access_token"


# The name of those that an application is created with; nobody typed it.
FIRST_NAME: Final = "First"

API_KEY_PREFIX: Final = "pk_"
ACCESS_TOKEN_PREFIX: Final = "at_"
WEBHOOK_SECRET_PREFIX: Final = "whsec_"

_RANDOM_BYTES: Final = 32
_HINT_CHARS: Final = 4


def new_api_key() -> str:
    return API_KEY_PREFIX + secrets.token_urlsafe(_RANDOM_BYTES)


def new_access_token() -> str:
    return ACCESS_TOKEN_PREFIX + secrets.token_urlsafe(_RANDOM_BYTES)


def new_webhook_secret() -> str:
    return WEBHOOK_SECRET_PREFIX + secrets.token_urlsafe(_RANDOM_BYTES)


def digest(credential: str | bytes) -> bytes:
    """A credential has 256 random bits, so a plain hash is enough and costs a microsecond.

    Looking the digest up instead of the value also makes the time of the comparison tell
    nothing about the value.
    """
    if isinstance(credential, str):
        # Whatever was typed has a digest, if none that anyone stored.
        credential = credential.encode("utf-8", "surrogatepass")
    return hashlib.sha256(credential).digest()


def hint(credential: str) -> str:
    """The end of a credential: enough for its owner to recognise it, useless to anyone else."""
    return credential[-_HINT_CHARS:]
