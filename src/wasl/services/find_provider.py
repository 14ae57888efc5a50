"""Find the provider account that an application, or an attempt, pays through."""

from typing import NamedTuple
from uuid import UUID

from wasl.domain.application import Method, Mode
from wasl.domain.attempt import Attempt
from wasl.provider_interface import Provider, ProviderDirectory, SealedAccount
from wasl.storage import applications, provider_accounts
from wasl.storage.pool import Connection


class ProviderInUse(NamedTuple):
    """`account_id` is None for the operator's account and for the simulators."""

    provider: Provider
    account_id: UUID | None


async def own_accounts(
    connection: Connection, application_id: UUID, mode: Mode
) -> dict[Method, SealedAccount]:
    """Only live applications have any: test ones pay through the simulators."""
    if mode is Mode.TEST:
        return {}
    return await provider_accounts.in_use(connection, application_id)


async def provider_in_use(
    connection: Connection,
    providers: ProviderDirectory,
    application_id: UUID,
    mode: Mode,
    method: Method,
) -> ProviderInUse | None:
    """For an attempt that begins now. None where the method is not set up."""
    own = (await own_accounts(connection, application_id, mode)).get(method)
    provider = providers.find(mode, method, own)
    return None if provider is None else ProviderInUse(provider, own.id if own else None)


async def provider_of_attempt(
    connection: Connection, providers: ProviderDirectory, attempt: Attempt
) -> Provider | None:
    """The account it was begun with, whatever is in use by now: no other one knows of it."""
    application = await applications.find(connection, attempt.application_id)
    assert application is not None
    own = None
    if attempt.provider_account_id is not None:
        own = await provider_accounts.find(
            connection, attempt.application_id, attempt.provider_account_id
        )
        assert own is not None
    return providers.find(Mode(application.mode), Method(attempt.method), own)
