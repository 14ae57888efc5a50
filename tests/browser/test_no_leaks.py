"""What the holder of a link has no business to know is on no page, in no answer, in no cookie."""

import uuid
from dataclasses import dataclass

from tests.browser.shop import Shop
from tests.browser.tab import Tab
from tests.browser.visitor import NewVisitor
from tests.engine import values
from tests.support.http import http_client

# Not among the test values, which are shown.
PHONE = values.approved_sadad_phone(987_654)


@dataclass(frozen=True)
class Secrets:
    merchant_reference: str
    customer: str
    metadata_key: str
    metadata_value: str

    def body(self) -> dict[str, object]:
        return {
            "merchant_reference": self.merchant_reference,
            "customer": {"external_id": self.customer},
            "metadata": {self.metadata_key: self.metadata_value},
        }


def new_secrets() -> Secrets:
    return Secrets(*(uuid.uuid4().hex for _ in range(4)))


class Overheard:
    """All that a browser was told at each step, and what anybody is told at the same address."""

    def __init__(self, shop: Shop, secrets: Secrets) -> None:
        self._shop = shop
        self._secrets = secrets
        self._told: list[str] = []

    def listen(self, tab: Tab) -> None:
        self._told += [tab.page.url, tab.page.content(), str(tab.visitor.context.cookies())]
        path, _, query = tab.page.url.partition("?")
        with http_client(self._shop.service.url) as client:
            for address in (f"{path}?{query}", path, f"{path}/status?{query}"):
                answer = client.get(address)
                assert answer.status_code == 200
                self._told += [answer.text, str(answer.headers)]

    def assert_harmless(self) -> None:
        application = self._shop.service.application
        hidden = [
            *vars(self._secrets).values(),
            *(PHONE, PHONE[1:], f"+218{PHONE[1:]}"),
            *(application.application_id, application.api_key, application.access_token),
            *(attempt["provider_reference"] for attempt in _attempts(self._shop)),
        ]
        told = "\n".join(self._told)
        assert "data-page" in told
        assert [secret for secret in hidden if secret and secret in told] == []


def _attempts(shop: Shop) -> list[dict[str, str]]:
    return [dict(row) for row in shop.service.database.fetch("SELECT * FROM attempts")]


def test_from_the_first_page_to_the_receipt(tab: Tab, shop: Shop) -> None:
    secrets = new_secrets()
    overheard = Overheard(shop, secrets)
    tab.open(shop.new_intent(**secrets.body()))
    overheard.listen(tab)
    tab.ask_for_code("sadad", PHONE)
    overheard.listen(tab)
    tab.enter_code(values.SADAD_WRONG_CODE)
    overheard.listen(tab)
    tab.enter_code(values.SADAD_CODE)
    tab.shows("paid")
    overheard.listen(tab)
    overheard.assert_harmless()


def test_to_whoever_opens_the_link_of_a_paid_intent(
    tab: Tab, shop: Shop, new_visitor: NewVisitor
) -> None:
    secrets = new_secrets()
    overheard = Overheard(shop, secrets)
    intent = shop.new_intent(**secrets.body())
    tab.open(intent).pay_by_wallet("sadad", PHONE)
    tab.shows("paid")
    stranger = Tab(new_visitor(), shop.sandbox.url)
    stranger.open(intent).shows("paid")
    overheard.listen(stranger)
    overheard.assert_harmless()


def test_while_it_is_being_confirmed(tab: Tab, shop: Shop) -> None:
    secrets = new_secrets()
    overheard = Overheard(shop, secrets)
    tab.open(shop.new_intent(**secrets.body()))
    tab.pay_by_wallet("edfali", values.EDFALI_CHARGED_LOST)
    tab.shows("confirming")
    overheard.listen(tab)
    overheard.assert_harmless()


def test_when_it_has_expired(tab: Tab, shop: Shop) -> None:
    secrets = new_secrets()
    overheard = Overheard(shop, secrets)
    intent = shop.new_intent(**secrets.body())
    tab.open(intent).ask_for_code("sadad", PHONE)
    shop.expire(intent)
    tab.goes_on_to("expired")
    overheard.listen(tab)
    overheard.assert_harmless()


def test_from_the_checkout_of_somebody_else(tab: Tab, shop: Shop) -> None:
    """An attempt of another payment in the address brings nothing of it here."""
    secrets = new_secrets()
    overheard = Overheard(shop, secrets)
    tab.open(shop.new_intent(**secrets.body())).ask_for_code("sadad", PHONE)
    attempt = tab.page.url.partition("attempt=")[2]
    assert attempt
    tab.page.goto(f"{shop.new_intent().checkout_url}?attempt={attempt}")
    tab.shows("choose")
    overheard.listen(tab)
    overheard.assert_harmless()
