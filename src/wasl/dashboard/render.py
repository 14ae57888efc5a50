"""Turns what a page shows into HTML."""

import math
import secrets
from uuid import uuid4

from starlette.responses import HTMLResponse, RedirectResponse, Response

from wasl.dashboard.visit import Visit, link
from wasl.dashboard.wording import TROUBLES, UNEXPECTED
from wasl.domain.access import Permission
from wasl.domain.errors import RateLimited, WaslError
from wasl.request_id import current_request_id
from wasl.web.csrf import Csrf
from wasl.web.errors import STATUS_BY_ERROR, headers_of
from wasl.web.page_templates import PageTemplates
from wasl.web.security_headers import SECURITY_HEADERS, page_headers


class Renderer:
    def __init__(self, templates: PageTemplates, csrf: Csrf) -> None:
        self._templates = templates
        self._csrf = csrf

    def page(
        self, visit: Visit, template: str, *, status: int = 200, **context: object
    ) -> Response:
        """`template` is a file of templates/dashboard, without its ending."""
        nonce = secrets.token_urlsafe(16)
        found = self._templates.find(f"dashboard/{template}.html", visit.language)
        body = found.render(
            page=template,
            visit=visit,
            link=link,
            nonce=nonce,
            csrf_token=self._csrf.token(visit.form_cookie, visit.csrf_purpose),
            Permission=Permission,
            new_form_id=uuid4(),
            **context,
        )
        visit.request.scope[SECURITY_HEADERS] = page_headers(nonce)
        return self._remembered(visit, HTMLResponse(body, status))

    def redirect(self, visit: Visit, address: str) -> Response:
        return self._remembered(visit, RedirectResponse(address, status_code=303))

    def trouble(self, visit: Visit, error: WaslError | None) -> Response:
        """`error` is None where it is our own fault."""
        trouble = UNEXPECTED if error is None else TROUBLES.get(type(error), UNEXPECTED)
        status = 500 if error is None else STATUS_BY_ERROR[type(error)]
        response = self.page(
            visit,
            "trouble",
            status=status,
            trouble=trouble,
            minutes=_minutes_to_wait(error),
            request_id=current_request_id.get(),
        )
        if error is not None:
            response.raw_headers += headers_of(error)
        return response

    def _remembered(self, visit: Visit, response: Response) -> Response:
        if visit.known_form_cookie is None:
            visit.cookies.put(response, visit.cookies.form, visit.form_cookie, None)
        visit.keep_language(response)
        return response


def _minutes_to_wait(error: WaslError | None) -> int:
    return math.ceil(error.retry_after_s / 60) if isinstance(error, RateLimited) else 0
