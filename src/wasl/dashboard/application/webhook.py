"""Where an application's events go, and what they are signed with."""

from starlette.responses import Response

from wasl.dashboard.application.typed import cleaned
from wasl.dashboard.application.wording import (
    CAUSES,
    DONE,
    EVENT_NAMES,
    NO_WEBHOOK_URL,
    URL_MISSING,
    URL_PROBLEMS,
)
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit
from wasl.domain.errors import NoWebhookUrl, WebhookUrlRefused
from wasl.domain.event import EventKind
from wasl.domain.signature_check import Finding
from wasl.services.check_signature import CheckSignature
from wasl.services.roll_webhook_secret import RollWebhookSecret
from wasl.services.send_test_event import SendTestEvent
from wasl.services.set_webhook_url import SetWebhookUrl
from wasl.services.show_webhook import ShowWebhook


class WebhookPages:
    def __init__(
        self,
        show_webhook: ShowWebhook,
        set_webhook_url: SetWebhookUrl,
        roll_webhook_secret: RollWebhookSecret,
        send_test_event: SendTestEvent,
        render: Renderer,
    ) -> None:
        self._show = show_webhook
        self._set_url = set_webhook_url
        self._roll = roll_webhook_secret
        self._send_test = send_test_event
        self._render = render

    async def show(self, visit: Visit) -> Response:
        return await self._page(visit)

    async def _page(
        self,
        visit: Visit,
        typed: str | None = None,
        url_problem: str | None = None,
        url_named: str = "",
        refused: str | None = None,
    ) -> Response:
        webhook = await self._show(visit.application_id, visit.now)
        return self._render.page(
            visit,
            "application/webhook",
            status=422 if url_problem or refused else 200,
            webhook=webhook,
            url=typed if typed is not None else webhook.url or "",
            url_problem=url_problem,
            url_named=url_named,
            refused=refused,
            done=DONE.get(visit.query("done") or ""),
            event_names=EVENT_NAMES,
        )

    async def set_url(self, visit: Visit) -> Response:
        """Without a URL events are never sent, so an emptied field alone takes none away."""
        typed = visit.form.get("url", "").strip()
        url = cleaned(typed)
        if url is None:
            return await self._page(visit, typed, URL_MISSING)
        try:
            await self._set_url(visit.application_id, url, visit.person, visit.now)
        except WebhookUrlRefused as error:
            return await self._page(visit, typed, URL_PROBLEMS[error.problem], error.named)
        return self._render.redirect(visit, visit.link("/webhook", done="url-set"))

    async def remove_url(self, visit: Visit) -> Response:
        await self._set_url(visit.application_id, None, visit.person, visit.now)
        return self._render.redirect(visit, visit.link("/webhook", done="url-removed"))

    async def send_test(self, visit: Visit) -> Response:
        canceled = visit.form.get("event") == EventKind.CANCELED
        kind = EventKind.CANCELED if canceled else EventKind.SUCCEEDED
        try:
            delivery = await self._send_test(visit.application_id, kind, visit.person, visit.now)
        except NoWebhookUrl:
            return await self._page(visit, refused=NO_WEBHOOK_URL)
        return self._render.redirect(visit, visit.link(f"/deliveries/{delivery}"))

    async def show_roll(self, visit: Visit) -> Response:
        visit.require_password()
        return self._render.page(visit, "application/webhook_roll", secret=None, webhook=None)

    async def roll(self, visit: Visit) -> Response:
        """The answer itself shows the secret: it is nowhere to be read again."""
        secret = await self._roll(
            visit.application_id, visit.person, visit.now, visit.required_form_id()
        )
        webhook = await self._show(visit.application_id, visit.now)
        return self._render.page(visit, "application/webhook_roll", secret=secret, webhook=webhook)


class SignaturePage:
    """The tool for who wonders why a signature does not verify."""

    def __init__(self, check_signature: CheckSignature, render: Renderer) -> None:
        self._check = check_signature
        self._render = render

    async def show(self, visit: Visit) -> Response:
        return self._page(visit, None)

    async def check(self, visit: Visit) -> Response:
        finding = await self._check(
            visit.application_id,
            visit.form.get("body", ""),
            visit.form.get("signature", ""),
            visit.form.get("secret", "").strip() or None,
        )
        return self._page(visit, finding)

    def _page(self, visit: Visit, finding: Finding | None) -> Response:
        """The secret is not written back into the page."""
        return self._render.page(
            visit,
            "application/signature",
            typed={name: visit.form.get(name, "") for name in ("body", "signature")},
            own_secret=bool(visit.form.get("secret", "").strip()),
            finding=finding,
            causes=[CAUSES[cause] for cause in finding.causes] if finding else [],
        )
