"""Codes from an app at sign-in: turning them on and off."""

from markupsafe import Markup
from starlette.responses import Response

from wasl.account_services import AccountServices
from wasl.dashboard.people.sessions import with_session
from wasl.dashboard.people.wording import CODE_WRONG, DONE
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit, link
from wasl.domain.errors import CodeWrong, TotpAlreadyOn, TotpNotStarted
from wasl.web.qr_code import qr_svg


class TwoStepPages:
    def __init__(self, services: AccountServices, render: Renderer) -> None:
        self._services = services
        self._render = render

    async def show(self, visit: Visit) -> Response:
        done = DONE.get(visit.query("done") or "")
        codes_left = await self._services.count_recovery_codes(visit.person)
        return self._render.page(visit, "people/two_steps", done=done, codes_left=codes_left)

    async def begin(self, visit: Visit) -> Response:
        """The answer itself shows the secret: it is nowhere to be read again."""
        try:
            set_up = await self._services.set_up_totp(visit.person, visit.now)
        except TotpAlreadyOn:
            return self._back(visit)
        # Drawn by us from letters and digits.
        picture = Markup(qr_svg(set_up.uri))  # noqa: S704
        return self._begun(visit, secret=set_up.secret, picture=picture)

    async def confirm(self, visit: Visit) -> Response:
        try:
            turned_on = await self._services.confirm_totp(
                visit.person, visit.form.get("code", ""), visit.now
            )
        except CodeWrong:
            return self._begun(visit, error=CODE_WRONG)
        except (TotpAlreadyOn, TotpNotStarted):
            return self._back(visit)
        response = self._render.page(visit, "people/recovery_codes", codes=turned_on.recovery_codes)
        return with_session(visit, response, turned_on.session)

    async def turn_off(self, visit: Visit) -> Response:
        await self._services.turn_off_totp(visit.person, visit.now)
        return self._back(visit, done="codes-off")

    def _begun(
        self,
        visit: Visit,
        secret: str | None = None,
        picture: Markup | None = None,
        error: str | None = None,
    ) -> Response:
        return self._render.page(
            visit, "people/two_steps_begun", secret=secret, picture=picture, error=error
        )

    def _back(self, visit: Visit, done: str | None = None) -> Response:
        return self._render.redirect(visit, link("/profile/two-steps", done=done))
