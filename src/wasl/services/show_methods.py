"""Show what an application's payment methods are paid through."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from wasl.domain.application import Method, Mode
from wasl.provider_interface import ProviderDirectory
from wasl.storage import provider_accounts
from wasl.storage.pool import Pool, connection_from


class PaidThrough(StrEnum):
    SIMULATOR = "simulator"
    OWN_ACCOUNT = "own_account"
    OPERATOR = "operator"
    NOTHING = "nothing"


class ShownMethod(NamedTuple):
    """`hints` and `since` are there for an account of its own; `can_check` says whether it can
    be tried out without a payment."""

    method: Method
    through: PaidThrough
    can_check: bool
    hints: Mapping[str, str]
    since: datetime | None


class ShowMethods:
    def __init__(self, pool: Pool, providers: ProviderDirectory) -> None:
        self._pool = pool
        self._providers = providers

    async def __call__(self, application_id: UUID, mode: Mode) -> list[ShownMethod]:
        async with connection_from(self._pool) as connection:
            listed = await provider_accounts.list_in_use(connection, application_id)
            sealed = await provider_accounts.in_use(connection, application_id)
        shown = []
        for method in Method:
            provider = self._providers.find(mode, method, sealed.get(method))
            own = listed.get(method)
            shown.append(
                ShownMethod(
                    method,
                    _through(mode, own is not None, provider is not None),
                    provider is not None and provider.abilities.inquires,
                    own.hints if own else {},
                    own.created_at if own else None,
                )
            )
        return shown


def _through(mode: Mode, has_own: bool, is_set_up: bool) -> PaidThrough:
    if mode is Mode.TEST:
        return PaidThrough.SIMULATOR
    if has_own:
        return PaidThrough.OWN_ACCOUNT
    return PaidThrough.OPERATOR if is_set_up else PaidThrough.NOTHING
