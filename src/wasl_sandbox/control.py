"""Addresses for tests and developers. No provider has them: they are not part of a protocol."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from wasl_sandbox.faults import (
    ANSWERS_WITH_AMOUNT,
    MAY_LACK_EFFECT,
    OPERATIONS,
    Fault,
    FaultKind,
)
from wasl_sandbox.json_body import BadBody, number_field, read_object, text_field
from wasl_sandbox.moamalat.card_payments import Purchase
from wasl_sandbox.moamalat.lightbox import form_answer
from wasl_sandbox.sandbox import Sandbox


async def ledger(sandbox: Sandbox, request: Request) -> Response:
    charges = sandbox.ledger.charges(request.query_params.get("reference"))
    return JSONResponse({"charges": [charge.as_json() for charge in charges]})


async def pay_by_card(sandbox: Sandbox, request: Request) -> Response:
    """What a customer does in the card form, without a browser."""
    body = await read_object(request)
    amount_minor = number_field(body, "amount_minor", 0)
    if amount_minor <= 0:
        raise BadBody("amount_minor is not positive.")
    result = sandbox.cards.pay(
        Purchase(text_field(body, "merchant_reference"), amount_minor),
        card=text_field(body, "card"),
        expiry=str(body.get("expiry", "01/27")),
        code=text_field(body, "code"),
    )
    return form_answer(sandbox.settings, result)


async def order_fault(sandbox: Sandbox, request: Request) -> Response:
    sandbox.faults.order(_fault(await read_object(request)))
    return _done()


async def advance_clock(sandbox: Sandbox, request: Request) -> Response:
    """So that a test waits for nothing: late charges come due, codes expire."""
    sandbox.clock.advance(_seconds(await read_object(request), "advance_s"))
    return JSONResponse({"now": sandbox.clock().isoformat()})


async def set_notify_url(sandbox: Sandbox, request: Request) -> Response:
    """For a receiver that knows its own address only after it has started."""
    url = (await read_object(request)).get("notify_url")
    if url is not None and not (isinstance(url, str) and url.startswith(("http://", "https://"))):
        raise BadBody("notify_url is neither an http(s) address nor null.")
    sandbox.notifier.url = url
    return _done()


async def reset(sandbox: Sandbox, _request: Request) -> Response:
    sandbox.reset()
    return _done()


def _done() -> Response:
    return JSONResponse({"message": "Done"})


def _fault(body: dict[str, Any]) -> Fault:
    provider, operation = body.get("provider"), text_field(body, "operation")
    if provider not in OPERATIONS:
        raise BadBody(f"provider is none of {', '.join(OPERATIONS)}.")
    if operation not in OPERATIONS[provider]:
        raise BadBody(f"operation is none of {', '.join(sorted(OPERATIONS[provider]))}.")
    kind, effect = _kind(body), body.get("effect", True)
    if kind is FaultKind.WRONG_AMOUNT and operation not in ANSWERS_WITH_AMOUNT:
        raise BadBody(f"No answer of {operation} has an amount.")
    if effect is not True and (effect is not False or kind not in MAY_LACK_EFFECT):
        raise BadBody(f"effect is true, or, with {', '.join(sorted(MAY_LACK_EFFECT))}, false.")
    return Fault(
        provider=provider,
        operation=operation,
        kind=kind,
        times=number_field(body, "times", 1),
        seconds=_seconds(body, "seconds") if "seconds" in body else 5,
        effect=effect,
    )


def _kind(body: dict[str, Any]) -> FaultKind:
    try:
        return FaultKind(text_field(body, "kind"))
    except ValueError as error:
        raise BadBody(f"kind is none of {', '.join(FaultKind)}.") from error


def _seconds(body: dict[str, Any], name: str) -> float:
    try:
        seconds = float(body[name])
    except (KeyError, TypeError, ValueError) as error:
        raise BadBody(f"{name} is not a number of seconds.") from error
    if not 0 <= seconds < 1e9:
        raise BadBody(f"{name} is not a number of seconds.")
    return seconds
