"""`DateTimeLocalTrxn` of API calls, which must be unique per terminal.

Within a process no value is given out twice: one that was used is followed by the next, even
where that lies ahead of the clock. Processes share nothing, so between them it takes two calls
for one terminal in the same microsecond to collide. What the gateway would then refuse is only
a question, and it is asked again later.
"""

import time
from datetime import UTC, datetime, timedelta
from typing import Final

from wasl.providers.moamalat.account import MoamalatAccount

_NANOSECOND_DIGITS: Final = 9


class UniqueTimes:
    def __init__(self) -> None:
        self._last_ns_of_terminal: dict[tuple[str, str], int] = {}

    def next(self, account: MoamalatAccount, now_ns: int | None = None) -> str:
        digits = account.api_time_fraction_digits
        terminal = (account.merchant_id, account.terminal_id)
        tick_ns = 10 ** (_NANOSECOND_DIGITS - digits)
        after_last = self._last_ns_of_terminal.get(terminal, 0) // tick_ns + 1
        tick = max((time.time_ns() if now_ns is None else now_ns) // tick_ns, after_last)
        self._last_ns_of_terminal[terminal] = tick * tick_ns
        seconds, fraction = divmod(tick, 10**digits)
        text = local_time(account, datetime.fromtimestamp(seconds, UTC), account.api_time_format)
        return text + (f"{fraction:0{digits}}" if digits else "")


def local_time(account: MoamalatAccount, moment: datetime, time_format: str) -> str:
    local = moment.astimezone(UTC) + timedelta(hours=account.utc_offset_hours)
    return local.strftime(time_format)


# One for the whole process: several clients may serve the same terminal.
UNIQUE_TIMES: Final = UniqueTimes()
