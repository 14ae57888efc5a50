"""API keys and access tokens: the list, issuing one, revoking one."""

from starlette.responses import Response

from wasl.dashboard.application.dates import Unreadable, end_of, read_day
from wasl.dashboard.application.typed import before_of, next_link
from wasl.dashboard.application.wording import (
    CREDENTIAL_NAMES,
    DATE_UNREADABLE,
    DONE,
    KIND_MISSING,
)
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit
from wasl.dashboard.wording import PROBLEMS
from wasl.domain.credentials import FIRST_NAME, Kind
from wasl.domain.errors import CredentialNotFound, InputRefused
from wasl.services.issue_credential import IssueCredential
from wasl.services.list_credentials import ListCredentials
from wasl.services.revoke_credential import RevokeCredential


class CredentialPages:
    def __init__(
        self,
        list_credentials: ListCredentials,
        issue_credential: IssueCredential,
        revoke_credential: RevokeCredential,
        render: Renderer,
    ) -> None:
        self._list = list_credentials
        self._issue = issue_credential
        self._revoke = revoke_credential
        self._render = render

    async def show_list(self, visit: Visit) -> Response:
        show_revoked, before = visit.query("revoked") is not None, before_of(visit)
        page = await self._list(
            visit.person, visit.application_id, revoked=show_revoked, before=before
        )
        return self._render.page(
            visit,
            "application/credentials",
            credentials=page.credentials,
            show_revoked=show_revoked,
            first_name=FIRST_NAME,
            is_first=before is None,
            next_link=next_link(visit, page.before),
            kind_names=CREDENTIAL_NAMES,
            done=DONE.get(visit.query("done") or ""),
        )

    async def show_new(self, visit: Visit) -> Response:
        visit.require_password()
        return self._new(visit, {})

    async def issue(self, visit: Visit) -> Response:
        """The answer itself shows the value: an access token is nowhere to be read again."""
        kind = visit.form.get("kind")
        if kind not in set(Kind):
            return self._new(visit, {"kind": KIND_MISSING})
        try:
            last_day = read_day(visit.form.get("expires_at", "").strip())
        except Unreadable:
            return self._new(visit, {"expires_at": DATE_UNREADABLE})
        try:
            issued = await self._issue(
                visit.person,
                visit.application_id,
                Kind(kind),
                visit.form.get("name", ""),
                end_of(last_day) if last_day else None,
                visit.now,
                visit.required_form_id(),
            )
        except InputRefused as refused:
            errors = {field: PROBLEMS[problem] for field, problem in refused.problems.items()}
            return self._new(visit, errors)
        return self._render.page(
            visit,
            "application/credential_issued",
            kind=kind,
            kind_names=CREDENTIAL_NAMES,
            value=issued.value,
        )

    async def revoke(self, visit: Visit) -> Response:
        credential_id = visit.path_uuid("credential")
        if credential_id is None:
            raise CredentialNotFound
        await self._revoke.by_id(visit.person, visit.application_id, credential_id, visit.now)
        return self._render.redirect(visit, visit.link("/credentials", done="revoked"))

    def _new(self, visit: Visit, errors: dict[str, str]) -> Response:
        return self._render.page(
            visit,
            "application/credential_new",
            status=422 if errors else 200,
            typed=visit.form,
            errors=errors,
            kind_names=CREDENTIAL_NAMES,
        )
