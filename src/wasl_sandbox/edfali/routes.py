"""One address; the SOAPAction says which method is called."""

from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from wasl_sandbox.edfali.operations import begin_transaction, confirm_transaction
from wasl_sandbox.edfali.soap import Call, SoapFault, fault, parse_call
from wasl_sandbox.sandbox import Sandbox

_METHODS: Final[dict[str, Callable[[Sandbox, Call], Response]]] = {
    "DoPTrans": begin_transaction,
    "OnlineConfTrans": confirm_transaction,
}


def edfali_routes(sandbox: Sandbox) -> list[Route]:
    async def endpoint(request: Request) -> Response:
        if not request.headers.get("content-type", "").startswith("text/xml"):
            return PlainTextResponse("Unsupported Media Type", 415)
        try:
            call = parse_call(await request.body(), request.headers.get("soapaction"))
            method = _method(call)
        except SoapFault as error:
            return fault(str(error))

        async def respond() -> Response:
            return method(sandbox, call)

        return await sandbox.faults.answer("edfali", call.method, respond)

    return [Route("/api/BCDUssd/NewEdfali.asmx", endpoint, methods=["POST"])]


def _method(call: Call) -> Callable[[Sandbox, Call], Response]:
    method = _METHODS.get(call.method)
    if method is None:
        raise SoapFault(f"There is no method {call.method}.")
    return method
