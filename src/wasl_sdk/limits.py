"""How long a call may take, and when it is tried again. Time is passed in: no I/O here."""

import random
from dataclasses import dataclass
from typing import Final

from wasl_sdk.errors import NoAnswer, RateLimited, ServerError, WaslError

_FIRST_WAIT_S: Final = 0.25
_LONGEST_WAIT_S: Final = 8.0


@dataclass(frozen=True, slots=True)
class Limits:
    """`time_limit_s` is for a whole call with its waits, `try_time_limit_s` for each try."""

    time_limit_s: float
    try_time_limit_s: float
    max_tries: int

    def __post_init__(self) -> None:
        if self.time_limit_s <= 0 or self.try_time_limit_s <= 0 or self.max_tries < 1:
            raise ValueError("Time limits must be above 0, and max_tries at least 1.")


class Tries:
    """The tries of one call. Every call is idempotent, so one with no answer can be repeated."""

    def __init__(self, limits: Limits, now_s: float) -> None:
        self._limits = limits
        self._ends_at_s = now_s + limits.time_limit_s
        self.count = 0

    def begin(self, now_s: float) -> float:
        """How long this try may take."""
        self.count += 1
        return max(0.001, min(self._limits.try_time_limit_s, self._ends_at_s - now_s))

    def wait_after_s(self, error: WaslError, now_s: float) -> float | None:
        """How long to wait before the next try. None where there is none, or no time for it."""
        if not isinstance(error, NoAnswer | RateLimited | ServerError):
            return None
        if self.count >= self._limits.max_tries:
            return None
        wait_s = self._backoff_s() + (getattr(error, "retry_after_s", None) or 0.0)
        return wait_s if now_s + wait_s < self._ends_at_s else None

    def _backoff_s(self) -> float:
        """At random within a doubling span, so that many clients do not come back together."""
        span_s = min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2.0 ** (self.count - 1))
        return random.uniform(span_s / 2, span_s)  # noqa: S311 - nothing to guess here
