"""What happens at each address of a checkout: read, call one service, show a page."""

from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from wasl.checkout.limits import CheckoutLimits
from wasl.checkout.page import Page, page_of
from wasl.checkout.render import Renderer
from wasl.checkout.typed import read_code, read_details
from wasl.checkout.visit import Visit, read_uuid
from wasl.checkout.wording import (
    CODE_MISSING,
    FORM_REFUSED,
    NOT_UNDERSTOOD,
    OUR_FAULT,
    TOO_MANY_REQUESTS,
    TOO_MANY_TRIES,
    UNAVAILABLE,
)
from wasl.domain.attempt import Attempt
from wasl.domain.errors import (
    CodeSentTooRecently,
    FormRefused,
    PaymentIntentNotFound,
    PaymentRefused,
    RateLimited,
    ServiceUnavailable,
    TooManyAttempts,
    WaslError,
)
from wasl.provider_interface import CodeSent, OpenLightbox
from wasl.services.confirm_attempt import ConfirmAttempt
from wasl.services.resend_code import ResendCode
from wasl.services.start_attempt import StartAttempt
from wasl.services.view_checkout import Checkout, ViewCheckout
from wasl.web.csrf import Csrf
from wasl.web.errors import STATUS_BY_ERROR, headers_of
from wasl.web.form_body import read_form


class CheckoutEndpoints:
    def __init__(
        self,
        view: ViewCheckout,
        start_attempt: StartAttempt,
        confirm_attempt: ConfirmAttempt,
        resend_code: ResendCode,
        render: Renderer,
        csrf: Csrf,
        limits: CheckoutLimits,
    ) -> None:
        self._view = view
        self._start_attempt = start_attempt
        self._confirm_attempt = confirm_attempt
        self._resend_code = resend_code
        self._render = render
        self._csrf = csrf
        self._limits = limits

    async def show(self, request: Request) -> Response:
        visit = self._admit(request)
        now = datetime.now(UTC)
        checkout = await self._view.visited(visit.intent_uuid, visit.attempt_id, now)
        page = page_of(checkout, now)
        if page is Page.CODE and "choose" not in request.query_params:
            return self._render.code(visit, checkout, now)
        if page in (Page.CODE, Page.CHOOSE):
            return self._render.choose(visit, checkout)
        return self._render.state(visit, checkout, page)

    async def status(self, request: Request) -> Response:
        """For a page that waits. It asks nobody: whoever looks may look often."""
        visit = self._admit(request)
        checkout = await self._view(visit.intent_uuid, visit.attempt_id)
        return JSONResponse({"page": page_of(checkout, datetime.now(UTC))})

    async def start(self, request: Request) -> Response:
        visit, form = await self._admit_form(request)
        now = datetime.now(UTC)
        checkout = await self._view(visit.intent_uuid)
        offer = checkout.offer_of(form.get("method", ""))
        if offer is None:
            return self._back(visit)
        payer = None
        if offer.abilities.sends_code:
            phone, birth_year = form.get("phone", ""), form.get("birth_year", "")
            payer, errors = read_details(phone, birth_year, offer.abilities, now.year)
            if errors:
                return self._render.choose(visit, checkout, typed=form, errors=errors)
        try:
            started = await self._start_attempt(
                visit.intent_uuid,
                offer.method,
                payer,
                self._limits.client_address(request.scope),
                now,
            )
        except TooManyAttempts:
            notice = "too_many_tries", TOO_MANY_TRIES
            return self._render.choose(visit, checkout, status=429, typed=form, notice=notice)
        except PaymentRefused:
            # It is being paid, is paid, or is over: the page says which.
            return self._back(visit)
        if isinstance(started.result, OpenLightbox):
            return self._render.card(visit, checkout, started.result)
        return self._back(visit, attempt=str(started.attempt.id))

    async def code(self, request: Request) -> Response:
        visit, form = await self._admit_form(request)
        now = datetime.now(UTC)
        checkout = await self._view(visit.intent_uuid, read_uuid(form.get("attempt", "")))
        attempt = _attempt_of(form, checkout, now)
        if attempt is None:
            return self._back(visit)
        code = read_code(form.get("code", ""))
        if code is None:
            return self._render.code(visit, checkout, now, error=CODE_MISSING)
        try:
            await self._confirm_attempt(attempt.id, code, now)
        except PaymentRefused:
            return self._back(visit)
        return self._back(visit, attempt=str(attempt.id))

    async def resend(self, request: Request) -> Response:
        visit, form = await self._admit_form(request)
        now = datetime.now(UTC)
        checkout = await self._view(visit.intent_uuid, read_uuid(form.get("attempt", "")))
        attempt = _attempt_of(form, checkout, now)
        if attempt is None:
            return self._back(visit)
        try:
            _, result = await self._resend_code(attempt.id, now)
        except CodeSentTooRecently:
            return self._back(visit, attempt=str(attempt.id), resent="wait")
        except PaymentRefused:
            return self._back(visit, attempt=str(attempt.id))
        resent = "yes" if isinstance(result, CodeSent) else "no"
        return self._back(visit, attempt=str(attempt.id), resent=resent)

    def show_error(self, request: Request, error: WaslError | None) -> Response:
        visit = Visit(request)
        if isinstance(error, PaymentIntentNotFound):
            return self._render.not_found(visit)
        if isinstance(error, FormRefused):
            return self._render.trouble(visit, FORM_REFUSED, 403)
        if isinstance(error, RateLimited):
            return self._render.trouble(visit, TOO_MANY_REQUESTS, 429, headers_of(error))
        if isinstance(error, ServiceUnavailable):
            return self._render.trouble(visit, UNAVAILABLE, 503, headers_of(error))
        if error is None:
            return self._render.trouble(visit, OUR_FAULT, 500)
        return self._render.trouble(visit, NOT_UNDERSTOOD, STATUS_BY_ERROR[type(error)])

    def _admit(self, request: Request) -> Visit:
        visit = Visit(request)
        intent_uuid = read_uuid(request.path_params["uuid"])
        self._limits.count(request.scope, intent_uuid.bytes if intent_uuid else None)
        return visit

    async def _admit_form(self, request: Request) -> tuple[Visit, dict[str, str]]:
        visit = self._admit(request)
        form = await read_form(request.scope, request.receive)
        purpose = str(visit.intent_uuid)
        if not self._csrf.matches(form.get("csrf", ""), visit.known_cookie, purpose):
            raise FormRefused
        return visit, form

    def _back(self, visit: Visit, **query: str) -> Response:
        """A reload of where this leads sends nothing again."""
        return self._render.redirect(visit, visit.address(**query))


def _attempt_of(form: Mapping[str, str], checkout: Checkout, now: datetime) -> Attempt | None:
    """The attempt the form is about, or None where it waits for no code any more."""
    if page_of(checkout, now) is not Page.CODE:
        return None
    attempt = checkout.attempt
    assert attempt is not None
    return attempt if str(attempt.id) == form.get("attempt") else None
