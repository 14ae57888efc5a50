"""What was changed in an account: who, what, when, from where."""

from typing import Final
from uuid import UUID

from starlette.responses import Response

from wasl.account_services import AccountServices
from wasl.dashboard.people.audit_words import words_for
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit

_PAGE_SIZE: Final = 50


class AuditLogPages:
    def __init__(self, services: AccountServices, render: Renderer) -> None:
        self._services = services
        self._render = render

    async def show(self, visit: Visit) -> Response:
        page = await self._services.list_audit_log(
            visit.person, visit.account_id, _before(visit), _PAGE_SIZE
        )
        applications = await self._services.list_applications_of(visit.person.user_id)
        return self._render.page(
            visit,
            "people/audit_log",
            entries=[
                (entry, words_for(entry.action, entry.subject, entry.detail))
                for entry in page.entries
            ],
            application_names={one.application_id: one.name for one in applications},
            next_link=visit.here(before=str(page.older_than)) if page.older_than else None,
            is_first=_before(visit) is None,
        )


def _before(visit: Visit) -> UUID | None:
    try:
        return UUID(visit.query("before") or "")
    except ValueError:
        return None
