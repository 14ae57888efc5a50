"""Switch an application's payment methods on and off."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.application import Method
from wasl.domain.person import Person
from wasl.domain.problem import Problem
from wasl.services.new_user import refuse_problems
from wasl.services.open_application import open_application
from wasl.storage import applications, audit_log
from wasl.storage.pool import Pool, transaction_from


class SetMethods:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, person: Person, application_id: UUID, methods: Sequence[Method], now: datetime
    ) -> None:
        """In the order of the list; at least one, as nothing could be paid without."""
        chosen = [method.value for method in dict.fromkeys(methods)]
        refuse_problems({"methods": None if chosen else Problem.NO_METHOD})
        async with transaction_from(self._pool) as connection:
            before = await open_application(
                connection, person.user_id, application_id, Permission.MANAGE_METHODS
            )
            await applications.set_methods(connection, application_id, chosen)
            await audit_log.append(
                connection,
                application_id=application_id,
                actor=person,
                action="application.methods_set",
                subject=str(application_id),
                detail={"before": before.methods, "after": chosen},
                now=now,
            )
