"""Try an application's own provider account out, without a payment."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID, uuid4

from wasl.domain.access import Permission
from wasl.domain.application import Method, Mode
from wasl.domain.attempt import DeclineReason
from wasl.domain.errors import ProviderAccountNotFound
from wasl.domain.person import Person
from wasl.provider_interface import Charge, Declined, Paid, ProviderDirectory
from wasl.services.open_application import open_application
from wasl.storage import audit_log, provider_accounts
from wasl.storage.pool import Pool, transaction_from

_AMOUNT_MINOR: Final = 1000


class CheckedAccount(NamedTuple):
    """`detail` is what the provider said, for who has to mend it."""

    works: bool
    detail: str


class CheckProviderAccount:
    def __init__(self, pool: Pool, providers: ProviderDirectory) -> None:
        self._pool = pool
        self._providers = providers

    async def __call__(
        self, person: Person, application_id: UUID, method: Method, now: datetime
    ) -> CheckedAccount | None:
        """Asks about a charge that nobody made. None where the provider cannot be asked."""
        async with transaction_from(self._pool) as connection:
            application = await open_application(
                connection, person.user_id, application_id, Permission.MANAGE_PROVIDERS
            )
            own = (await provider_accounts.in_use(connection, application_id)).get(method)
            if own is None or application.mode != Mode.LIVE:
                raise ProviderAccountNotFound
            await audit_log.append(
                connection,
                application_id=application_id,
                actor=person,
                action="provider_account.checked",
                subject=str(own.id),
                detail={"method": method},
                now=now,
            )
        provider = self._providers.find(Mode.LIVE, method, own)
        assert provider is not None
        if not provider.abilities.inquires:
            return None
        # Nothing is open while the provider is called.
        answer = await provider.inquire(Charge(uuid4().hex, _AMOUNT_MINOR, now))
        if isinstance(answer, Paid):
            return CheckedAccount(False, "the provider knows of a charge that nobody made")
        known_nothing = (
            isinstance(answer, Declined) and answer.reason is DeclineReason.NOTHING_FOUND
        )
        return CheckedAccount(known_nothing, answer.detail)
