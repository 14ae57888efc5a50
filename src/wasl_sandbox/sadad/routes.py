"""The four calls of Sadad, behind one token."""

import hmac
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wasl_sandbox.json_body import BadBody, read_object
from wasl_sandbox.sadad.answers import Refusal, refused
from wasl_sandbox.sadad.enquiry import enquiry
from wasl_sandbox.sadad.payment import pay, resend_code, validate
from wasl_sandbox.sandbox import Sandbox

Call = Callable[[Sandbox, dict[str, Any]], Response]


def sadad_routes(sandbox: Sandbox) -> list[Route]:
    calls: dict[str, Call] = {
        "Validate": validate,
        "Pay": pay,
        "otp-resend": resend_code,
        "enquiry": enquiry,
    }
    return [
        Route(f"/api/{name}", _endpoint(sandbox, name, call), methods=["POST"])
        for name, call in calls.items()
    ]


def _endpoint(sandbox: Sandbox, name: str, call: Call) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        respond = partial(_answer, sandbox, call, request)
        return await sandbox.faults.answer("sadad", name, respond)

    return endpoint


async def _answer(sandbox: Sandbox, call: Call, request: Request) -> Response:
    expected = f"Bearer {sandbox.settings.sadad_token}".encode()
    if not hmac.compare_digest(request.headers.get("authorization", "").encode(), expected):
        return refused(Refusal.UNAUTHORIZED, 401)
    try:
        return call(sandbox, await read_object(request))
    except BadBody as error:
        return refused(Refusal.INVALID_REQUEST, 400, str(error))
