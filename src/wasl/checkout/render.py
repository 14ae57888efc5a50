"""Turns the state of a checkout into a page."""

import math
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

from starlette.responses import HTMLResponse, RedirectResponse, Response

from wasl.checkout.page import Page
from wasl.checkout.sandbox_values import SANDBOX_VALUES
from wasl.checkout.visit import Visit
from wasl.checkout.wording import METHOD_NAMES, REASONS, Trouble, Words
from wasl.domain.application import Method, Mode
from wasl.domain.attempt import Attempt, AttemptState, DeclineReason, code_may_be_sent_again_at
from wasl.domain.payment_intent import PaymentIntent
from wasl.provider_interface import OpenLightbox
from wasl.request_id import current_request_id
from wasl.services.view_checkout import Checkout
from wasl.web.asgi_types import Headers
from wasl.web.csrf import Csrf
from wasl.web.language import Language
from wasl.web.page_templates import PageTemplates
from wasl.web.security_headers import SECURITY_HEADERS, page_headers

NO_ERRORS: Final[Mapping[str, str]] = {}


class Renderer:
    def __init__(self, templates: PageTemplates, csrf: Csrf, https: bool) -> None:
        self._templates = templates
        self._csrf = csrf
        self._https = https
        self._test_values = {
            language: templates.fragment(
                "checkout/test_values.html", language, test_values=SANDBOX_VALUES
            )
            for language in Language
        }

    def choose(
        self,
        visit: Visit,
        checkout: Checkout,
        *,
        opened: Method | None = None,
        errors: Mapping[str, str] = NO_ERRORS,
        notice: tuple[str, Words] | None = None,
    ) -> Response:
        """`opened` is the method whose form is shown with its `errors`; `notice` says what
        happened, which is how the last try ended where nothing else is said."""
        attempt = checkout.attempt
        if opened is None and attempt is not None:
            notice = notice or _notice_of(attempt)
            opened = Method(attempt.method) if notice else None
        return self._page(
            visit,
            checkout,
            Page.CHOOSE,
            200,
            typed=visit.typed if errors else NO_ERRORS,
            errors=errors,
            notice=notice,
            opened=opened,
        )

    def code(
        self,
        visit: Visit,
        checkout: Checkout,
        now: datetime,
        error: str | None = None,
    ) -> Response:
        attempt = checkout.attempt
        assert attempt is not None
        offer = checkout.offer_of(attempt.method)
        if error is None and attempt.reason is not None:
            error = REASONS[DeclineReason(attempt.reason)].what_happened
        again_at = code_may_be_sent_again_at(attempt)
        return self._page(
            visit,
            checkout,
            Page.CODE,
            200,
            error=error,
            digits=offer.abilities.code_digits if offer else None,
            can_resend=offer is not None and offer.abilities.resends_code and again_at is not None,
            resend_in_s=max(0, round((again_at - now).total_seconds())) if again_at else 0,
            resent=visit.request.query_params.get("resent"),
        )

    def card(self, visit: Visit, checkout: Checkout, lightbox: OpenLightbox) -> Response:
        return self._page(
            visit,
            checkout,
            Page.CARD,
            200,
            lightbox_url=lightbox.script_url,
            configure=dict(lightbox.configure),
        )

    def state(self, visit: Visit, checkout: Checkout, page: Page) -> Response:
        """Confirming, paid or expired: nothing to fill in."""
        return self._page(visit, checkout, page, 200)

    def not_found(self, visit: Visit) -> Response:
        return self._answer(visit, Page.NOT_FOUND, 404)

    def trouble(
        self, visit: Visit, trouble: Trouble, status: int, headers: Headers | None = None
    ) -> Response:
        response = self._answer(
            visit, Page.ERROR, status, trouble=trouble, request_id=current_request_id.get()
        )
        response.raw_headers += headers or []
        return response

    def redirect(self, visit: Visit, address: str) -> Response:
        response = RedirectResponse(address, status_code=303)
        visit.remember(response, self._https)
        return response

    def _page(
        self,
        visit: Visit,
        checkout: Checkout,
        page: Page,
        status: int,
        *,
        lightbox_url: str | None = None,
        **more: object,
    ) -> Response:
        return self._answer(
            visit,
            page,
            status,
            lightbox_url=lightbox_url,
            checkout=checkout,
            intent=checkout.intent,
            attempt=checkout.attempt,
            return_url=_safe_return_url(checkout.intent),
            seconds_left=_seconds_left(checkout.intent),
            csrf=self._csrf.token(visit.cookie, str(checkout.intent.uuid)),
            test_values=self._test_values[visit.language] if checkout.mode is Mode.TEST else "",
            **more,
        )

    def _answer(
        self,
        visit: Visit,
        page: Page,
        status: int,
        lightbox_url: str | None = None,
        **context: object,
    ) -> Response:
        nonce = secrets.token_urlsafe(16)
        template = self._templates.find(f"checkout/{page}.html", visit.language)
        body = template.render(
            page=page,
            nonce=nonce,
            visit=visit,
            lightbox_url=lightbox_url,
            method_names=METHOD_NAMES,
            **context,
        )
        response = HTMLResponse(body, status)
        visit.remember(response, self._https)
        visit.request.scope[SECURITY_HEADERS] = page_headers(nonce, lightbox_url)
        return response


def _notice_of(attempt: Attempt) -> tuple[str, Words] | None:
    """How the last try ended, where it ended without a payment."""
    if attempt.reason is None or attempt.state == AttemptState.AWAITING_CODE:
        return None
    return attempt.reason, REASONS[DeclineReason(attempt.reason)]


def _seconds_left(intent: PaymentIntent) -> int:
    """By our clock: the customer's may be wrong."""
    return max(0, math.ceil((intent.expires_at - datetime.now(UTC)).total_seconds()))


def _safe_return_url(intent: PaymentIntent) -> str | None:
    """Checked when the intent was created; a link a customer follows is checked again."""
    url = intent.return_url
    return url if url and urlsplit(url).scheme in ("http", "https") else None
