"""The sandbox's card form on a page of our own: the callbacks are called as documented."""

import json
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.browser.card_form import CardForm
from tests.browser.site import Site
from tests.browser.visitor import NewVisitor
from tests.engine import values
from tests.engine.sandbox import Sandbox
from tests.sandbox.moamalat_client import configure

_PAGE = """
<script src="{script}"></script>
<script>
  window.calls = [];
  const note = (name) => (data) => window.calls.push([name, data ?? null]);
  Lightbox.Checkout.configure = {{
    ...{configure},
    completeCallback: note("complete"),
    errorCallback: note("error"),
    cancelCallback: note("cancel"),
  }};
  Lightbox.Checkout.showLightbox();
</script>
"""


@dataclass(frozen=True)
class Opened:
    page: Page
    form: CardForm

    def calls(self) -> list[tuple[str, dict[str, str] | None]]:
        """Once the form is gone."""
        self.form.wait_until_closed()
        return self.calls_so_far()

    def calls_so_far(self) -> list[tuple[str, dict[str, str] | None]]:
        return [(name, data) for name, data in self.page.evaluate("window.calls")]


@pytest.fixture
def opened(visit_site: NewVisitor, site: Site, sandbox: Sandbox) -> Opened:
    return open_form(visit_site, site, sandbox, configure())


def open_form(
    visit_site: NewVisitor, site: Site, sandbox: Sandbox, values: dict[str, str]
) -> Opened:
    visitor = visit_site()
    page = visitor.new_page()
    script = f"{sandbox.url}/js/lightbox.js"
    visitor.guard.allow(sandbox.url)
    page.goto(site.page("/", _PAGE.format(script=script, configure=json.dumps(values))))
    return Opened(page, CardForm(page))


def test_an_approved_card_completes_and_is_then_called_canceled(
    opened: Opened, sandbox: Sandbox
) -> None:
    opened.form.wait_until_open()
    assert opened.form.amount() == "25.001 LYD"
    opened.form.enter_card(values.CARD_APPROVED)
    opened.form.enter_code()
    (completed, data), canceled = opened.calls()
    assert (completed, canceled) == ("complete", ("cancel", None))
    assert data is not None
    assert (data["MerchantReference"], data["Amount"]) == ("order-1", "25001")
    (charge,) = sandbox.ledger()
    assert charge["provider_reference"] == data["NetworkReference"]


def test_a_card_typed_in_groups_is_taken(opened: Opened, sandbox: Sandbox) -> None:
    opened.form.enter_card("6394 9930 7726 0781")
    opened.form.enter_code()
    assert opened.calls()[0][0] == "complete"
    assert len(sandbox.ledger()) == 1


@pytest.mark.parametrize(
    ("card", "asks_for_code", "error"),
    [
        (values.CARD_POOR, True, "Declined:Insufficient funds"),
        (values.CARD_DECLINED, False, "Declined:Do not honor"),
    ],
)
def test_a_declined_card_is_an_error(
    opened: Opened, sandbox: Sandbox, card: str, asks_for_code: bool, error: str
) -> None:
    opened.form.enter_card(card)
    if asks_for_code:
        opened.form.enter_code()
    ((name, data),) = opened.calls()
    assert name == "error"
    assert data is not None
    assert data["error"] == error
    assert data["MerchantReferenece"] == "order-1"
    assert sandbox.ledger() == []


@pytest.mark.parametrize(("code", "words"), [("222222", "Wrong code"), ("000000", "has expired")])
def test_a_code_that_is_not_right_can_be_entered_again(
    opened: Opened, sandbox: Sandbox, code: str, words: str
) -> None:
    opened.form.enter_card(values.CARD_APPROVED)
    opened.form.enter_code(code)
    assert words in opened.form.status()
    assert opened.calls_so_far() == []
    assert sandbox.ledger() == []
    opened.form.enter_code()
    assert [name for name, _ in opened.calls()] == ["complete", "cancel"]
    assert len(sandbox.ledger()) == 1


def test_a_card_number_with_a_slip_is_told_so(opened: Opened) -> None:
    opened.form.enter_card("6394993077260782")
    assert "Wrong card number" in opened.form.status()
    assert opened.calls_so_far() == []


def test_a_form_that_is_canceled_says_only_that(opened: Opened, sandbox: Sandbox) -> None:
    opened.form.enter_card(values.CARD_APPROVED)
    opened.form.cancel()
    assert opened.calls() == [("cancel", None)]
    assert sandbox.ledger() == []


def test_a_card_whose_answer_is_lost_leaves_the_page_in_the_dark(
    opened: Opened, sandbox: Sandbox
) -> None:
    opened.form.enter_card(values.CARD_TOLD_NOTHING)
    opened.form.enter_code()
    assert "Processing" in opened.form.status()
    assert opened.calls_so_far() == []
    assert len(sandbox.ledger()) == 1
    opened.form.cancel()
    assert opened.calls() == [("cancel", None)]


def test_values_that_are_not_signed_open_no_form(
    visit_site: NewVisitor, site: Site, sandbox: Sandbox
) -> None:
    opened = open_form(visit_site, site, sandbox, configure(AmountTrxn="1"))
    ((name, data),) = opened.calls()
    assert name == "error"
    assert data is not None
    assert data["error"] == "CUBEEX5212216:Authentication Failed"
