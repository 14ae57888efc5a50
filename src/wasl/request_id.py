"""The id of the request that is being answered, for every log line written meanwhile."""

import itertools
import os
import re
import secrets
from contextvars import ContextVar
from typing import Final

current_request_id: ContextVar[str | None] = ContextVar("current_request_id", default=None)

# A proxy may have named the request already; anything that is no plain word is not taken over.
_USABLE: Final = re.compile(r"[A-Za-z0-9_-]{8,64}\Z")


class _Ids:
    """Unique without asking for randomness each time: a random part per process, then a count."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self._prefix = f"req_{secrets.token_hex(6)}_"
        self._counter = itertools.count()

    def new(self) -> str:
        return f"{self._prefix}{next(self._counter)}"


_ids: Final = _Ids()
os.register_at_fork(after_in_child=_ids.restart)

new_request_id: Final = _ids.new


def usable_request_id(given: bytes) -> str | None:
    text = given.decode("latin-1")
    return text if _USABLE.match(text) else None
