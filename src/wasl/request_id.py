"""The id of the request that is being answered, for every log line written meanwhile."""

import itertools
import re
import secrets
from contextvars import ContextVar
from typing import Final

current_request_id: ContextVar[str | None] = ContextVar("current_request_id", default=None)

# A proxy may have named the request already; anything that is no plain word is not taken over.
_USABLE: Final = re.compile(r"[A-Za-z0-9_-]{8,64}\Z")

_counter = itertools.count()
_process_part = secrets.token_hex(6)


def new_request_id() -> str:
    """Unique without asking for randomness each time: a random part per process, then a count."""
    return f"req_{_process_part}{next(_counter):08x}"


def restart_for_this_process() -> None:
    """After a fork, so that no two processes count from the same random part."""
    global _process_part
    _process_part = secrets.token_hex(6)


def usable_request_id(given: bytes) -> str | None:
    text = given.decode("latin-1")
    return text if _USABLE.match(text) else None
