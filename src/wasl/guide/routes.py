"""GET /docs and below: pages from memory, which browsers and proxies may keep for a while."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wasl.guide import contents
from wasl.guide.book import Sheet
from wasl.guide.shelf import Shelf
from wasl.web.language import chosen_language
from wasl.web.security_headers import DOCUMENT_HEADERS, LOST_DOCUMENT_HEADERS, SECURITY_HEADERS

_HTML: Final = "text/html; charset=utf-8"


def guide_routes(shelf: Shelf) -> list[Route]:
    async def show(request: Request) -> Response:
        language = chosen_language(request.query_params.get("lang"))
        page = request.path_params.get("page") or contents.INDEX
        book = await shelf.book()
        sheet = book.find(page, language)
        if sheet is None or request.url.path == f"{contents.PATH}/{contents.INDEX}":
            request.scope[SECURITY_HEADERS] = LOST_DOCUMENT_HEADERS
            return Response(book.not_found(language).body, 404, media_type=_HTML)
        request.scope[SECURITY_HEADERS] = DOCUMENT_HEADERS
        return _answer(request, sheet)

    return [Route(contents.PATH, show), Route(f"{contents.PATH}/{{page:path}}", show)]


def _answer(request: Request, sheet: Sheet) -> Response:
    headers = {"ETag": sheet.etag}
    known = request.headers.get("if-none-match", "")
    if sheet.etag in (tag.strip().removeprefix("W/") for tag in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(sheet.body, media_type=_HTML, headers=headers)
