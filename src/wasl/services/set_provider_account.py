"""Give a live application its own account at a provider, or take it away."""

import json
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.application import Method, Mode
from wasl.domain.errors import ProviderAccountNotFound
from wasl.domain.payment_intent import new_uuid
from wasl.domain.person import Person
from wasl.domain.provider_account import account_hints, problems_with_account, tidy_account
from wasl.services.confirm_password import require_password_confirmed
from wasl.services.new_user import refuse_problems
from wasl.services.open_application import open_application
from wasl.storage import applications, audit_log, provider_accounts
from wasl.storage.encryption import SecretBox
from wasl.storage.pool import Connection, Pool, transaction_from
from wasl.storage.provider_accounts import NewProviderAccount


class SetProviderAccount:
    """Attempts that were begun with an earlier account are asked about at that one."""

    def __init__(self, pool: Pool, secret_box: SecretBox) -> None:
        self._pool = pool
        self._secret_box = secret_box

    async def __call__(
        self,
        person: Person,
        application_id: UUID,
        method: Method,
        typed: Mapping[str, str],
        now: datetime,
    ) -> None:
        account = tidy_account(method, typed)
        refuse_problems(problems_with_account(method, account))
        hints = account_hints(account)
        encrypted = self._secret_box.encrypt(json.dumps(account))
        async with transaction_from(self._pool) as connection:
            await _open_live(connection, person, application_id, now)
            await provider_accounts.retire(connection, application_id, method, now)
            new = NewProviderAccount(new_uuid(now), application_id, method, encrypted, hints, now)
            await provider_accounts.insert(connection, new)
            await audit_log.append(
                connection,
                application_id=application_id,
                actor=person,
                action="provider_account.set",
                subject=str(new.id),
                detail={"method": method, "hints": hints},
                now=now,
            )

    async def remove(
        self, person: Person, application_id: UUID, method: Method, now: datetime
    ) -> None:
        async with transaction_from(self._pool) as connection:
            await _open_live(connection, person, application_id, now)
            if not await provider_accounts.retire(connection, application_id, method, now):
                raise ProviderAccountNotFound
            await audit_log.append(
                connection,
                application_id=application_id,
                actor=person,
                action="provider_account.removed",
                subject=str(application_id),
                detail={"method": method},
                now=now,
            )


async def _open_live(
    connection: Connection, person: Person, application_id: UUID, now: datetime
) -> None:
    application = await open_application(
        connection, person.user_id, application_id, Permission.MANAGE_PROVIDERS
    )
    await require_password_confirmed(connection, person, now)
    if application.mode != Mode.LIVE:
        # A test application pays through the simulators and has no accounts.
        raise ProviderAccountNotFound
    await applications.lock(connection, application_id)
