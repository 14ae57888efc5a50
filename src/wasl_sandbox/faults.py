"""Faults a test orders for the next calls of one operation."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from starlette.responses import JSONResponse, PlainTextResponse, Response

from wasl_sandbox.cut_connection import CutConnection
from wasl_sandbox.ledger import ProviderName


class FaultKind(StrEnum):
    SLOW = "slow"
    CUT = "cut"
    MALFORMED = "malformed"
    WRONG_AMOUNT = "wrong_amount"
    HTTP_500 = "http_500"


OPERATIONS: Final[dict[ProviderName, frozenset[str]]] = {
    "moamalat": frozenset({"FilterTransactions", "lightbox.js"}),
    "sadad": frozenset({"Validate", "Pay", "otp-resend", "enquiry"}),
    "edfali": frozenset({"DoPTrans", "OnlineConfTrans"}),
}
ANSWERS_WITH_AMOUNT: Final = frozenset({"FilterTransactions", "Pay", "enquiry"})
# Only where nothing of the real answer is needed can the call itself be left out.
MAY_LACK_EFFECT: Final = frozenset({FaultKind.CUT, FaultKind.HTTP_500})

Respond = Callable[[], Awaitable[Response]]


@dataclass
class Fault:
    """With `effect`, the call does its work (charges, too) and only the answer is spoiled."""

    provider: ProviderName
    operation: str
    kind: FaultKind
    times: int
    seconds: float
    effect: bool


class Faults:
    def __init__(self) -> None:
        self._ordered: list[Fault] = []

    def order(self, fault: Fault) -> None:
        self._ordered.append(fault)

    async def answer(self, provider: ProviderName, operation: str, respond: Respond) -> Response:
        fault = self._take(provider, operation)
        return await respond() if fault is None else await _spoiled(fault, respond)

    def clear(self) -> None:
        self._ordered.clear()

    def _take(self, provider: ProviderName, operation: str) -> Fault | None:
        for fault in self._ordered:
            if (fault.provider, fault.operation) == (provider, operation) and fault.times > 0:
                fault.times -= 1
                return fault
        return None


async def _spoiled(fault: Fault, respond: Respond) -> Response:
    answer = await respond() if fault.effect else Response()
    if isinstance(answer, CutConnection):
        return answer
    match fault.kind:
        case FaultKind.CUT:
            return CutConnection()
        case FaultKind.HTTP_500:
            return PlainTextResponse("Internal Server Error", 500)
        case FaultKind.SLOW:
            await asyncio.sleep(fault.seconds)
            return answer
        case FaultKind.MALFORMED:
            half = bytes(answer.body)[: len(answer.body) // 2]
            return Response(half, answer.status_code, media_type=answer.headers["content-type"])
        case FaultKind.WRONG_AMOUNT:
            return JSONResponse(_one_dinar_more(json.loads(bytes(answer.body))), answer.status_code)


def _one_dinar_more(answer: Any) -> Any:
    """Sadad's `amount` is in dinars, Moamalat's amounts are thousandths in text."""
    if isinstance(answer, list):
        return [_one_dinar_more(item) for item in answer]
    if not isinstance(answer, dict):
        return answer
    raised = {key: _one_dinar_more(value) for key, value in answer.items()}
    if "amount" in raised:
        raised["amount"] += 1
    for key in {"AmountTrxn", "Amnt"} & raised.keys():
        raised[key] = str(int(raised[key]) + 1000)
    return raised
