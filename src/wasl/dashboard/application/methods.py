"""The ways to pay an application offers, and its own accounts at their providers."""

from starlette.responses import Response

from wasl.dashboard.application.wording import (
    ACCOUNT_FIELD_HINTS,
    ACCOUNT_FIELD_NAMES,
    DONE,
    METHOD_NAMES,
    PAID_THROUGH,
    PROVIDER_NAMES,
)
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit
from wasl.dashboard.wording import PROBLEMS
from wasl.domain.application import Method, Mode
from wasl.domain.errors import InputRefused, ProviderAccountNotFound
from wasl.domain.provider_account import ACCOUNT_FIELDS
from wasl.services.check_provider_account import CheckedAccount, CheckProviderAccount
from wasl.services.set_methods import SetMethods
from wasl.services.set_provider_account import SetProviderAccount
from wasl.services.show_methods import ShowMethods


class MethodPages:
    def __init__(
        self,
        show_methods: ShowMethods,
        set_methods: SetMethods,
        set_provider_account: SetProviderAccount,
        check_provider_account: CheckProviderAccount,
        render: Renderer,
    ) -> None:
        self._show = show_methods
        self._set = set_methods
        self._set_account = set_provider_account
        self._check_account = check_provider_account
        self._render = render

    async def show(self, visit: Visit) -> Response:
        return await self._page(visit, None)

    async def switch(self, visit: Visit) -> Response:
        chosen = [method for method in Method if method in visit.form]
        try:
            await self._set(visit.person, visit.application_id, chosen, visit.now)
        except InputRefused as refused:
            return await self._page(visit, PROBLEMS[refused.problems["methods"]])
        return self._render.redirect(visit, visit.link("/methods", done="methods-set"))

    async def _page(self, visit: Visit, refused: str | None) -> Response:
        assert visit.application is not None
        return self._render.page(
            visit,
            "application/methods",
            status=422 if refused else 200,
            methods=await self._show(visit.application_id, Mode(visit.application.mode)),
            switched_on=visit.application.methods,
            refused=refused,
            done=DONE.get(visit.query("done") or ""),
            method_names=METHOD_NAMES,
            provider_names=PROVIDER_NAMES,
            paid_through=PAID_THROUGH,
            field_names=ACCOUNT_FIELD_NAMES,
        )

    async def show_account(self, visit: Visit) -> Response:
        method = _method_of(visit)
        visit.require_password()
        return await self._account_page(visit, method)

    async def set_account(self, visit: Visit) -> Response:
        method = _method_of(visit)
        try:
            await self._set_account(
                visit.person, visit.application_id, method, visit.form, visit.now
            )
        except InputRefused as refused:
            errors = {field: PROBLEMS[problem] for field, problem in refused.problems.items()}
            return await self._account_page(visit, method, errors=errors)
        there = visit.link(f"/methods/{method}/account", done="account-set")
        return self._render.redirect(visit, there)

    async def remove_account(self, visit: Visit) -> Response:
        await self._set_account.remove(
            visit.person, visit.application_id, _method_of(visit), visit.now
        )
        return self._render.redirect(visit, visit.link("/methods", done="account-removed"))

    async def check_account(self, visit: Visit) -> Response:
        method = _method_of(visit)
        checked = await self._check_account(visit.person, visit.application_id, method, visit.now)
        return await self._account_page(visit, method, checked=checked)

    async def _account_page(
        self,
        visit: Visit,
        method: Method,
        errors: dict[str, str] | None = None,
        checked: CheckedAccount | None = None,
    ) -> Response:
        """What was typed is not written back: it is secret."""
        assert visit.application is not None
        if visit.application.mode != Mode.LIVE:
            raise ProviderAccountNotFound
        shown = await self._show(visit.application_id, Mode.LIVE)
        return self._render.page(
            visit,
            "application/provider_account",
            status=422 if errors else 200,
            method=next(one for one in shown if one.method is method),
            fields=ACCOUNT_FIELDS[method],
            errors=errors or {},
            checked=checked,
            done=DONE.get(visit.query("done") or ""),
            method_names=METHOD_NAMES,
            provider_names=PROVIDER_NAMES,
            field_names=ACCOUNT_FIELD_NAMES,
            field_hints=ACCOUNT_FIELD_HINTS,
        )


def _method_of(visit: Visit) -> Method:
    try:
        return Method(visit.request.path_params["method"])
    except ValueError:
        raise ProviderAccountNotFound from None
