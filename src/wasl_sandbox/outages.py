"""The phone of a provider that is down: answered 503 and cut off in turn.

One port serves everybody, so a connection cannot be refused for one phone alone; it is reset as
soon as the phone is known, which a client takes for the same thing.
"""

from collections import Counter

from starlette.responses import PlainTextResponse, Response

from wasl_sandbox.cut_connection import CutConnection


class Outages:
    def __init__(self) -> None:
        self._calls_by_phone: Counter[str] = Counter()

    def answer(self, phone: str) -> Response:
        """The first call is answered 503, the second reset, the third 503, and so on."""
        self._calls_by_phone[phone] += 1
        if self._calls_by_phone[phone] % 2:
            return PlainTextResponse("Service Unavailable", 503)
        return CutConnection(reset=True)

    def clear(self) -> None:
        self._calls_by_phone.clear()
