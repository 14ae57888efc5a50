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
from wasl.domain.webhook_url import WebhookRules
from wasl.mail.smtp import SmtpMail
from wasl.provider_directory import provider_directory
from wasl.provider_interface import ProviderDirectory
from wasl.services.ask_provider import AskProvider
from wasl.services.authenticate import Authenticate
from wasl.services.await_events import AwaitEvents
from wasl.services.check_provider_account import CheckProviderAccount
from wasl.services.check_readiness import CheckReadiness
from wasl.services.check_signature import CheckSignature
from wasl.services.confirm_attempt import ConfirmAttempt
from wasl.services.create_application import CreateApplication
from wasl.services.create_payment_intent import CreatePaymentIntent
from wasl.services.deliver_webhooks import DeliverWebhooks
from wasl.services.expire_payment_intents import ExpirePaymentIntents
from wasl.services.list_deliveries import ListDeliveries
from wasl.services.list_payments import ListPayments
from wasl.services.measure_deliveries import MeasureDeliveries
from wasl.services.overview import ShowOverview
from wasl.services.read_events import ReadEvents
from wasl.services.receive_notification import ReceiveNotification
from wasl.services.record_credential_use import RecordCredentialUse
from wasl.services.reencrypt_secrets import ReencryptSecrets
from wasl.services.remove_old_answers import RemoveOldAnswers
from wasl.services.resend_code import ResendCode
from wasl.services.resend_delivery import ResendDelivery
from wasl.services.resend_failed_deliveries import ResendFailedDeliveries
from wasl.services.resolve_attempt import ListUnresolved, ResolveAttempt
from wasl.services.retrieve_payment_intent import RetrievePaymentIntent
from wasl.services.revoke_credential import RevokeCredential
from wasl.services.roll_webhook_secret import RollWebhookSecret
from wasl.services.send_test_event import SendTestEvent
from wasl.services.set_provider_account import SetProviderAccount
from wasl.services.set_webhook_url import SetWebhookUrl
from wasl.services.settle_attempt import SettleAttempt
from wasl.services.settle_patiently import SettlePatiently
from wasl.services.show_delivery import ShowDelivery
from wasl.services.show_methods import ShowMethods
from wasl.services.show_payment import ShowPayment
from wasl.services.show_webhook import ShowWebhook
from wasl.services.start_attempt import StartAttempt
from wasl.services.trigger_event import TriggerEvent
from wasl.services.view_checkout import ViewCheckout
from wasl.storage.credentials import CHANGES_CHANNEL
from wasl.storage.delivery_queue import PLANNER_SETTINGS
from wasl.storage.encryption import SecretBox
from wasl.storage.event_feed import CHANNEL as FEED_CHANNEL
from wasl.storage.keyed_digest import KeyedDigest
from wasl.storage.listener import Listener
from wasl.storage.password_hasher import PasswordHasher
from wasl.storage.pool import Pool, close_pool, open_pool
from wasl.task_ending import end_all
from wasl.webhook_http import GuardedHttp

log = structlog.get_logger()

_RECORD_USE_EVERY_S: Final = 15.0
# A worker's claims follow one another, and so do its records.
_QUEUE_CONNECTIONS: Final = 3


@dataclass(frozen=True)
class Services:
    accounts: AccountServices
    ask_provider: AskProvider
    authenticate: Authenticate
    await_events: AwaitEvents
    check_provider_account: CheckProviderAccount
    check_readiness: CheckReadiness
    check_signature: CheckSignature
    confirm_attempt: ConfirmAttempt
    create_application: CreateApplication
    create_payment_intent: CreatePaymentIntent
    deliver_webhooks: DeliverWebhooks
    expire_payment_intents: ExpirePaymentIntents
    list_payments: ListPayments
    list_deliveries: ListDeliveries
    list_unresolved: ListUnresolved
    measure_deliveries: MeasureDeliveries
    read_events: ReadEvents
    receive_notification: ReceiveNotification
    record_credential_use: RecordCredentialUse
    reencrypt_secrets: ReencryptSecrets
    remove_old_answers: RemoveOldAnswers
    resend_code: ResendCode
    resend_delivery: ResendDelivery
    resend_failed_deliveries: ResendFailedDeliveries
    resolve_attempt: ResolveAttempt
    retrieve_payment_intent: RetrievePaymentIntent
    revoke_credential: RevokeCredential
    roll_webhook_secret: RollWebhookSecret
    send_test_event: SendTestEvent
    set_provider_account: SetProviderAccount
    set_webhook_url: SetWebhookUrl
    show_delivery: ShowDelivery
    show_methods: ShowMethods
    show_overview: ShowOverview
    show_payment: ShowPayment
    show_webhook: ShowWebhook
    start_attempt: StartAttempt
    trigger_event: TriggerEvent
    view_checkout: ViewCheckout


@asynccontextmanager
async def services_on(settings: Settings, database_url: str) -> AsyncIterator[Services]:
    pool = await open_pool(database_url, settings.database_pool_size)
    queue_pool = await open_pool(database_url, _QUEUE_CONNECTIONS, PLANNER_SETTINGS)
    http = GuardedHttp(
        WebhookRules(settings.webhook_allow_private, settings.webhook_port_numbers())
    )
    hasher = PasswordHasher()
    accounts = _wire_accounts(settings, pool, hasher)
    async with provider_directory(settings) as providers:
        try:
            yield _wire(settings, pool, queue_pool, providers, http, accounts)
        finally:
            await accounts.request_password_reset.finish()
            hasher.close()
            await http.close()
            await close_pool(queue_pool)
            await close_pool(pool)


def _wire_accounts(settings: Settings, pool: Pool, hasher: PasswordHasher) -> AccountServices:
    mail = None
    if settings.smtp_url is not None and settings.mail_from is not None:
        mail = SmtpMail(settings.smtp_url, settings.mail_from)
    return wire_accounts(
        pool, hasher, settings.secret_keys(), settings.public_url, mail, settings.sign_up_open
    )


def _wire(
    settings: Settings,
    pool: Pool,
    queue_pool: Pool,
    providers: ProviderDirectory,
    http: GuardedHttp,
    accounts: AccountServices,
) -> Services:
    keys = settings.secret_keys()
    secret_box = SecretBox(keys)
    settle = SettleAttempt(pool)
    ask = AskProvider(pool, providers, settle)
    create = CreatePaymentIntent(pool)
    start = StartAttempt(pool, providers, KeyedDigest(keys[0]))
    confirm = ConfirmAttempt(pool, providers, SettlePatiently(pool))
    return Services(
        accounts=accounts,
        ask_provider=ask,
        authenticate=Authenticate(pool),
        await_events=AwaitEvents(),
        check_provider_account=CheckProviderAccount(pool, providers),
        check_readiness=CheckReadiness(pool),
        check_signature=CheckSignature(pool, secret_box),
        confirm_attempt=confirm,
        create_application=CreateApplication(pool, secret_box, http),
        create_payment_intent=create,
        deliver_webhooks=DeliverWebhooks(queue_pool, secret_box, http),
        expire_payment_intents=ExpirePaymentIntents(pool),
        list_payments=ListPayments(pool),
        list_deliveries=ListDeliveries(pool),
        list_unresolved=ListUnresolved(pool),
        measure_deliveries=MeasureDeliveries(pool),
        read_events=ReadEvents(pool, secret_box),
        receive_notification=ReceiveNotification(pool, providers, ask),
        record_credential_use=RecordCredentialUse(pool),
        reencrypt_secrets=ReencryptSecrets(pool, secret_box),
        remove_old_answers=RemoveOldAnswers(pool, settings.webhook_answer_days),
        resend_code=ResendCode(pool, providers),
        resend_delivery=ResendDelivery(pool),
        resend_failed_deliveries=ResendFailedDeliveries(pool),
        resolve_attempt=ResolveAttempt(pool),
        retrieve_payment_intent=RetrievePaymentIntent(pool),
        revoke_credential=RevokeCredential(pool),
        roll_webhook_secret=RollWebhookSecret(pool, secret_box),
        send_test_event=SendTestEvent(pool),
        set_provider_account=SetProviderAccount(pool, secret_box),
        set_webhook_url=SetWebhookUrl(pool, http),
        show_delivery=ShowDelivery(pool),
        show_methods=ShowMethods(pool, providers),
        show_overview=ShowOverview(pool),
        show_payment=ShowPayment(pool),
        show_webhook=ShowWebhook(pool),
        start_attempt=start,
        trigger_event=TriggerEvent(pool, create, start, confirm),
        view_checkout=ViewCheckout(pool, providers, ask),
    )


@asynccontextmanager
async def kept_current(services: Services, database_url: str) -> AsyncIterator[None]:
    """While inside: hears of revoked credentials and new events, records credentials in use."""
    authenticate, await_events = services.authenticate, services.await_events

    def credentials_changed(application_id: str) -> None:
        authenticate.forget(application_id)
        await_events.ring(application_id)

    def anything_may_have_changed() -> None:
        authenticate.forget_all()
        await_events.ring_all()

    listener = Listener(
        database_url,
        {CHANGES_CHANNEL: credentials_changed, FEED_CHANNEL: await_events.ring},
        on_gap=anything_may_have_changed,
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
