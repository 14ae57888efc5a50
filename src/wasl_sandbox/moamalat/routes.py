"""Moamalat's addresses. The real gateway spreads them over two ports; here one serves all."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wasl_sandbox.moamalat.filter_transactions import filter_transactions
from wasl_sandbox.moamalat.lightbox import show_form, take_card, take_code
from wasl_sandbox.sandbox import Sandbox
from wasl_sandbox.static_files import static_file

Endpoint = Callable[[Request], Awaitable[Response]]


def moamalat_routes(sandbox: Sandbox) -> list[Route]:
    return [
        Route("/js/lightbox.js", _faulty(sandbox, "lightbox.js", _script)),
        Route(
            "/Cube/PayLink.svc/api/FilterTransactions",
            _faulty(sandbox, "FilterTransactions", partial(filter_transactions, sandbox)),
            methods=["POST"],
        ),
        Route("/lightbox", partial(show_form, sandbox)),
        Route("/lightbox/card", partial(take_card, sandbox), methods=["POST"]),
        Route("/lightbox/code", partial(take_code, sandbox), methods=["POST"]),
        Route("/lightbox/card_form.js", _file("card_form.js")),
        Route("/lightbox/card_form.css", _file("card_form.css")),
    ]


def _faulty(sandbox: Sandbox, operation: str, endpoint: Endpoint) -> Endpoint:
    async def answer(request: Request) -> Response:
        return await sandbox.faults.answer("moamalat", operation, partial(endpoint, request))

    return answer


async def _script(_request: Request) -> Response:
    return static_file("lightbox.js")


def _file(name: str) -> Endpoint:
    async def answer(_request: Request) -> Response:
        return static_file(name)

    return answer
