"""The one place that wires settings → pool → services."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

import structlog

from wasl.domain.errors import ServiceUnavailable
from wasl.services.authenticate import Authenticate
from wasl.services.check_readiness import CheckReadiness
from wasl.services.create_application import CreateApplication
from wasl.services.create_payment_intent import CreatePaymentIntent
from wasl.services.expire_payment_intents import ExpirePaymentIntents
from wasl.services.record_credential_use import RecordCredentialUse
from wasl.services.retrieve_payment_intent import RetrievePaymentIntent
from wasl.services.revoke_credential import RevokeCredential
from wasl.storage.credentials import CHANGES_CHANNEL
from wasl.storage.encryption import SecretBox
from wasl.storage.listener import Listener
from wasl.storage.pool import close_pool, open_pool

log = structlog.get_logger()

_RECORD_USE_EVERY_S: Final = 15.0


@dataclass(frozen=True)
class Services:
    authenticate: Authenticate
    check_readiness: CheckReadiness
    create_application: CreateApplication
    create_payment_intent: CreatePaymentIntent
    expire_payment_intents: ExpirePaymentIntents
    record_credential_use: RecordCredentialUse
    retrieve_payment_intent: RetrievePaymentIntent
    revoke_credential: RevokeCredential


@asynccontextmanager
async def services_on(
    database_url: str, secret_keys: list[str], pool_size: int
) -> AsyncIterator[Services]:
    pool = await open_pool(database_url, pool_size)
    try:
        yield Services(
            authenticate=Authenticate(pool),
            check_readiness=CheckReadiness(pool),
            create_application=CreateApplication(pool, SecretBox(secret_keys)),
            create_payment_intent=CreatePaymentIntent(pool),
            expire_payment_intents=ExpirePaymentIntents(pool),
            record_credential_use=RecordCredentialUse(pool),
            retrieve_payment_intent=RetrievePaymentIntent(pool),
            revoke_credential=RevokeCredential(pool),
        )
    finally:
        await close_pool(pool)


@asynccontextmanager
async def kept_current(services: Services, database_url: str) -> AsyncIterator[None]:
    """While inside: hears of revoked credentials, and records which ones are in use."""
    listener = Listener(
        database_url,
        CHANGES_CHANNEL,
        on_message=services.authenticate.forget,
        on_gap=services.authenticate.forget_all,
    )
    chores = [
        asyncio.create_task(listener.run()),
        asyncio.create_task(_record_use_regularly(services.record_credential_use)),
    ]
    try:
        yield
    finally:
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        with suppress(ServiceUnavailable):
            await services.record_credential_use.flush()


async def _record_use_regularly(record: RecordCredentialUse) -> None:
    while True:
        await asyncio.sleep(_RECORD_USE_EVERY_S)
        try:
            await record.flush()
        except Exception:
            log.exception("credential_use_not_recorded")
