"""The one place that wires settings → pool → services."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

import structlog

from wasl.account_services import AccountServices, wire_accounts
from wasl.config import Settings
from wasl.domain.errors import ServiceUnavailable
from wasl.mail.smtp import SmtpMail
from wasl.provider_directory import provider_directory
from wasl.provider_interface import ProviderDirectory
from wasl.services.ask_provider import AskProvider
from wasl.services.authenticate import Authenticate
from wasl.services.check_readiness import CheckReadiness
from wasl.services.confirm_attempt import ConfirmAttempt
from wasl.services.create_application import CreateApplication
from wasl.services.create_payment_intent import CreatePaymentIntent
from wasl.services.expire_payment_intents import ExpirePaymentIntents
from wasl.services.receive_notification import ReceiveNotification
from wasl.services.record_credential_use import RecordCredentialUse
from wasl.services.resend_code import ResendCode
from wasl.services.resolve_attempt import ListUnresolved, ResolveAttempt
from wasl.services.retrieve_payment_intent import RetrievePaymentIntent
from wasl.services.revoke_credential import RevokeCredential
from wasl.services.settle_attempt import SettleAttempt
from wasl.services.settle_patiently import SettlePatiently
from wasl.services.start_attempt import StartAttempt
from wasl.services.view_checkout import ViewCheckout
from wasl.storage.credentials import CHANGES_CHANNEL
from wasl.storage.encryption import SecretBox
from wasl.storage.keyed_digest import KeyedDigest
from wasl.storage.listener import Listener
from wasl.storage.password_hasher import PasswordHasher
from wasl.storage.pool import Pool, close_pool, open_pool
from wasl.task_ending import end_all

log = structlog.get_logger()

_RECORD_USE_EVERY_S: Final = 15.0


@dataclass(frozen=True)
class Services:
    accounts: AccountServices
    ask_provider: AskProvider
    authenticate: Authenticate
    check_readiness: CheckReadiness
    confirm_attempt: ConfirmAttempt
    create_application: CreateApplication
    create_payment_intent: CreatePaymentIntent
    expire_payment_intents: ExpirePaymentIntents
    list_unresolved: ListUnresolved
    receive_notification: ReceiveNotification
    record_credential_use: RecordCredentialUse
    resend_code: ResendCode
    resolve_attempt: ResolveAttempt
    retrieve_payment_intent: RetrievePaymentIntent
    revoke_credential: RevokeCredential
    start_attempt: StartAttempt
    view_checkout: ViewCheckout


@asynccontextmanager
async def services_on(settings: Settings, database_url: str) -> AsyncIterator[Services]:
    pool = await open_pool(database_url, settings.database_pool_size)
    hasher = PasswordHasher()
    accounts = _wire_accounts(settings, pool, hasher)
    async with provider_directory(settings) as providers:
        try:
            yield _wire(settings, pool, providers, accounts)
        finally:
            await accounts.request_password_reset.finish()
            hasher.close()
            await close_pool(pool)


def _wire_accounts(settings: Settings, pool: Pool, hasher: PasswordHasher) -> AccountServices:
    mail = None
    if settings.smtp_url is not None and settings.mail_from is not None:
        mail = SmtpMail(settings.smtp_url, settings.mail_from)
    return wire_accounts(
        pool, hasher, settings.secret_keys(), settings.public_url, mail, settings.sign_up_open
    )


def _wire(
    settings: Settings, pool: Pool, providers: ProviderDirectory, accounts: AccountServices
) -> Services:
    keys = settings.secret_keys()
    settle = SettleAttempt(pool)
    ask = AskProvider(pool, providers, settle)
    return Services(
        accounts=accounts,
        ask_provider=ask,
        authenticate=Authenticate(pool),
        check_readiness=CheckReadiness(pool),
        confirm_attempt=ConfirmAttempt(pool, providers, SettlePatiently(pool)),
        create_application=CreateApplication(pool, SecretBox(keys)),
        create_payment_intent=CreatePaymentIntent(pool),
        expire_payment_intents=ExpirePaymentIntents(pool),
        list_unresolved=ListUnresolved(pool),
        receive_notification=ReceiveNotification(pool, providers, ask),
        record_credential_use=RecordCredentialUse(pool),
        resend_code=ResendCode(pool, providers),
        resolve_attempt=ResolveAttempt(pool),
        retrieve_payment_intent=RetrievePaymentIntent(pool),
        revoke_credential=RevokeCredential(pool),
        start_attempt=StartAttempt(pool, providers, KeyedDigest(keys[0])),
        view_checkout=ViewCheckout(pool, providers, ask),
    )


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
        await end_all(chores)
        with suppress(ServiceUnavailable):
            await services.record_credential_use.flush()


async def _record_use_regularly(record: RecordCredentialUse) -> None:
    while True:
        await asyncio.sleep(_RECORD_USE_EVERY_S)
        try:
            await record.flush()
        except Exception:
            log.exception("credential_use_not_recorded")
