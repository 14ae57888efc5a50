"""Change the name that customers see at the checkout."""

from datetime import datetime
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.name import problem_with_name, tidy_name
from wasl.domain.person import Person
from wasl.services.new_user import refuse_problems
from wasl.services.open_application import open_application
from wasl.storage import applications, audit_log
from wasl.storage.pool import Pool, transaction_from


class RenameApplication:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, person: Person, application_id: UUID, name: str, now: datetime
    ) -> None:
        name = tidy_name(name)
        refuse_problems({"name": problem_with_name(name)})
        async with transaction_from(self._pool) as connection:
            before = await open_application(
                connection, person.user_id, application_id, Permission.MANAGE_APPLICATIONS
            )
            await applications.rename(connection, application_id, name)
            await audit_log.append(
                connection,
                application_id=application_id,
                actor=person,
                action="application.renamed",
                subject=str(application_id),
                detail={"before": before.name, "after": name},
                now=now,
            )
