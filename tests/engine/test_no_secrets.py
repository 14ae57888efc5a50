"""After every kind of payment: nothing secret in any table, log line or error."""

import contextlib
import re
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from tests.engine import values
from tests.engine.engine import BIRTH_YEAR, Engine
from tests.engine.processes import running_workers
from tests.engine.sandbox import SETTINGS, Sandbox
from tests.support.cli import SECRET_KEY
from tests.support.http import http_client
from tests.support.service import PAYMENT_INTENTS, running_service
from tests.support.waiting import wait_for
from wasl.bootstrap import Services
from wasl.domain.application import Method
from wasl.domain.errors import PaymentRefused
from wasl.provider_interface import Payer

# Long enough to be recognised anywhere, even inside something else.
LONG_SECRETS = [
    *(phone.removeprefix("0") for phone in values.SADAD_PHONES + values.EDFALI_PHONES),
    *values.CARDS,
    SETTINGS.sadad_token,
    SETTINGS.edfali_service_password,
    SETTINGS.moamalat_key_hex,
    SETTINGS.moamalat_notification_key_hex,
    SECRET_KEY,
]
SHORT_SECRETS = [
    *(values.SADAD_CODE, values.SADAD_WRONG_CODE, values.SADAD_EXPIRED_CODE),
    *(values.EDFALI_CODE, values.EDFALI_WRONG_CODE, values.EDFALI_EXPIRED_CODE),
    SETTINGS.edfali_merchant_pin,
    str(BIRTH_YEAR),
]
UUID_OR_TIME = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d\d:\d\d:\d\d(\.\d+)?")
SHORT_SECRET = re.compile(rf"(?<![0-9a-fA-F])({'|'.join(SHORT_SECRETS)})(?![0-9a-fA-F])")


def secrets_in(text: str, *more: str) -> list[str]:
    found = [
        secret
        for secret in (*LONG_SECRETS, *more)
        if secret.lower() in text.lower() or secret.encode().hex() in text.lower()
    ]
    return found + SHORT_SECRET.findall(UUID_OR_TIME.sub("", text))


def everything_stored(engine: Engine) -> str:
    tables = engine.fetch(
        "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'"
    )
    rows = [
        row[0]
        for (table,) in tables
        for row in engine.fetch(f"SELECT row_to_json(t)::text FROM {table} t")
    ]
    return "\n".join(rows)


class Payments:
    """Pays in every way there is, and keeps what is said about what went wrong."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.errors: list[str] = []

    def make_all(self, unreachable: Services) -> None:
        for phone in values.SADAD_PHONES:
            codes = (values.SADAD_WRONG_CODE, values.SADAD_EXPIRED_CODE, values.SADAD_CODE)
            self._wallet(Method.SADAD, phone, codes)
        for phone in values.EDFALI_PHONES:
            codes = (values.EDFALI_WRONG_CODE, values.EDFALI_EXPIRED_CODE, values.EDFALI_CODE)
            self._wallet(Method.EDFALI, phone, codes)
        for card in values.CARDS:
            attempt = self._engine.start(self._engine.new_intent(), Method.CARD)
            self._engine.pay_card(attempt, card)
        self._away(unreachable)

    def _wallet(self, method: Method, phone: str, codes: tuple[str, ...]) -> None:
        attempt = self._engine.start(self._engine.new_intent(), method, phone)
        for code in codes:
            with self._kept():
                self._engine.confirm(attempt, code)
        with self._kept():
            self._engine.confirm(attempt, codes[-1])

    def _away(self, unreachable: Services) -> None:
        """No byte reaches a provider; and a wrong kind of phone number."""
        engine = self._engine
        waiting = engine.start(engine.new_intent(), Method.SADAD, values.SADAD_APPROVED)
        with self._kept():
            engine.run(unreachable.confirm_attempt(waiting.id, values.SADAD_CODE, engine.now))
        for method, phone in ((Method.SADAD, "0920000001"), (Method.EDFALI, "not a phone")):
            payer = Payer(phone, BIRTH_YEAR)
            start = unreachable.start_attempt(engine.new_intent(), method, payer, None, engine.now)
            with self._kept():
                engine.run(start)

    @contextlib.contextmanager
    def _kept(self) -> Iterator[None]:
        try:
            yield
        except (PaymentRefused, ValueError) as error:
            self.errors += traceback.format_exception(error)


def test_no_secret_is_stored_logged_or_told(
    postgres_database: str, sandbox: Sandbox, capfd: pytest.CaptureFixture[str]
) -> None:
    engine = Engine(postgres_database, sandbox)
    payments = Payments(engine)
    with (
        running_service(
            postgres_database, workers=1, sandbox_url=sandbox.url, log_level="debug"
        ) as service,
        running_workers(1, postgres_database, sandbox.url) as (worker,),
        http_client(service.url) as client,
    ):
        sandbox.notify(f"{service.url}/callbacks/moamalat")
        payments.make_all(engine.open_services("http://127.0.0.1:1"))
        engine.execute("UPDATE attempts SET next_inquiry_at = now() WHERE next_inquiry_at > now()")
        for method in Method:
            engine.execute("SELECT pg_notify('wasl_wakeups', $1)", f"reconcile_{method}")
        wait_for(lambda: engine.fetch("SELECT 1 FROM attempts WHERE asked_at > $1", engine.now))
        wait_for(lambda: worker.records("provider_asked"))
        fields = {"MerchantReference": "x", "PayerAccount": values.CARD_APPROVED}
        answers = [client.post("/callbacks/moamalat", json=fields).text]
        with service.client() as merchant:
            paths = [f"{PAYMENT_INTENTS}/{intent.uuid}" for intent in engine.books().intents]
            answers += [merchant.get(path).text for path in paths]
        waiting = engine.unresolved()
        for attempt in waiting:
            engine.resolve(attempt, paid=True)
        logs = [*service.log_lines, *worker.log_lines]
        tokens = (service.access_token, service.webhook_secret)
    engine_log = capfd.readouterr()
    books = engine.books()
    assert waiting
    assert payments.errors
    assert {attempt.state for attempt in books.attempts} >= {"paid", "failed", "in_flight"}
    for text in (
        everything_stored(engine),
        "\n".join(logs),
        "\n".join(answers),
        "\n".join(payments.errors),
        engine_log.out + engine_log.err,
        repr(books),
    ):
        assert text
        assert secrets_in(text, *tokens) == []
    engine.close()


@pytest.mark.parametrize(
    "text",
    [
        "phone +218910000001",
        f"card {values.CARD_APPROVED}",
        f"\\x{values.SADAD_APPROVED.encode().hex()}",
        '{"OTP": "111111"}',
        "<Pin>1111</Pin>",
        "BirthYear=1990",
        f"Bearer {SETTINGS.sadad_token}",
    ],
)
def test_a_secret_would_be_found(text: str) -> None:
    assert secrets_in(f"{datetime.now(UTC).isoformat()} {text}")
