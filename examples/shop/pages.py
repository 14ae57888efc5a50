"""How pages are made: Arabic first, English by a link, and nothing from anywhere else."""

import json
from pathlib import Path
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.templating import Jinja2Templates
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from examples.shop.goods import GOODS

_HERE = Path(__file__).parent
_WORDS: dict[str, dict[str, str]] = json.loads((_HERE / "words.json").read_text("utf-8"))
_templates = Jinja2Templates(_HERE / "templates")
_templates.env.globals["goods"] = GOODS

_HEADERS = {
    # No form-action: buying leads, by a redirect, to the host of the checkout.
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    # Who knows the address of an order may see the order.
    "Referrer-Policy": "no-referrer",
}


def language_of(request: Request) -> str:
    return "en" if request.query_params.get("lang") == "en" else "ar"


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    language = language_of(request)
    values |= {"language": language, "words": _WORDS[language], "dinars": dinars}
    answer = _templates.TemplateResponse(request, template, values, status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def dinars(amount_minor: int, language: str) -> str:
    amount = f"{amount_minor // 1000:,}.{amount_minor % 1000:03}"
    return f"{amount} د.ل" if language == "ar" else f"LYD {amount}"


class SecurityHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)
