"""Create an application in an account, with its first credentials."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.application import Method, Mode
from wasl.domain.name import problem_with_name, tidy_name
from wasl.domain.person import Person
from wasl.domain.problem import Problem
from wasl.services.confirm_password import require_password_confirmed
from wasl.services.create_application import IssuedApplication, NewApplication, insert_application
from wasl.services.new_user import refuse_problems
from wasl.services.open_account import open_account
from wasl.services.take_form_once import take_form_once
from wasl.storage import applications, audit_log
from wasl.storage.encryption import SecretBox
from wasl.storage.pool import Pool, transaction_from


class AddApplication:
    def __init__(self, pool: Pool, secret_box: SecretBox) -> None:
        self._pool = pool
        self._secret_box = secret_box

    async def __call__(
        self,
        person: Person,
        account_id: UUID,
        name: str,
        mode: Mode,
        methods: Sequence[Method],
        now: datetime,
        form_id: UUID | None = None,
    ) -> IssuedApplication:
        name = tidy_name(name)
        refuse_problems(
            {"name": problem_with_name(name), "methods": None if methods else Problem.NO_METHOD}
        )
        async with transaction_from(self._pool) as connection:
            await open_account(
                connection, person.user_id, account_id, Permission.MANAGE_APPLICATIONS
            )
            await require_password_confirmed(connection, person, now)
            await take_form_once(connection, form_id, now)
            new = NewApplication(name, mode, list(dict.fromkeys(methods)))
            issued = await insert_application(connection, self._secret_box, new, now)
            await applications.give_to_account(connection, issued.application_id, account_id)
            await audit_log.append(
                connection,
                application_id=issued.application_id,
                actor=person,
                action="application.created",
                subject=str(issued.application_id),
                detail={"name": name, "mode": mode, "methods": new.methods},
                now=now,
            )
        return issued
