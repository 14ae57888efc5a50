"""The list of payments: search, pages, totals; and one payment with its story."""

import re
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from tests.dashboard.application.shop import Shop
from tests.dashboard.support.page import Page
from wasl.domain.payment_intent import new_uuid

DAY = timedelta(days=1)


def listed(page: Page) -> list[UUID]:
    return [UUID(found) for found in re.findall(r'<tr[^>]* data-uuid="([^"]+)"', page.answer.text)]


def found(shop: Shop, **query: str) -> list[UUID]:
    return listed(shop.open("/payments", **query))


def reference_of(shop: Shop, intent: UUID) -> str:
    value: str = shop.service.database.value(
        "SELECT reference FROM payment_intents WHERE uuid = $1", intent
    )
    return value


def test_an_empty_list_tells_the_next_step(shop: Shop) -> None:
    page = shop.open("/payments")
    assert "No payments yet" in page.text
    assert f"/dashboard{shop.path('/credentials')}" in page.links


def test_the_newest_come_first(shop: Shop) -> None:
    made = [shop.seed_payment(age=age * DAY) for age in (3, 1, 2)]
    assert found(shop) == [made[1], made[2], made[0]]


def test_a_payment_is_found_by_each_of_its_names(shop: Shop) -> None:
    wanted = shop.seed_payment(merchant_reference="طلب-17 / blue")
    shop.seed_payment()
    reference = reference_of(shop, wanted)
    names = (reference, reference.lower(), "طلب-17 / blue", f"  {wanted} ", str(wanted).upper())
    for name in names:
        assert found(shop, q=name) == [wanted], name
    assert found(shop, q="طلب-17") == []


@pytest.mark.parametrize("typed", ["%", "'", "\\", "a\0b", "\ud800", "x" * 300, "{}", "$1"])
def test_whatever_is_typed_finds_nothing_and_breaks_nothing(shop: Shop, typed: str) -> None:
    shop.seed_payment()
    url = f"/dashboard{shop.path('/payments')}"
    answer = shop.owner.client.get(url, params={"q": typed.encode("utf-8", "surrogatepass")})
    assert answer.status_code == 200
    assert listed(Page(answer)) == []


def test_filters_narrow_the_list_together(shop: Shop) -> None:
    card = shop.seed_payment(method="card", amount_minor=5_000)
    sadad = shop.seed_payment(method="sadad", amount_minor=5_000)
    edfali = shop.seed_payment(method="edfali", amount_minor=7_500)
    canceled = shop.seed_payment(status="canceled", amount_minor=5_000)
    waiting = shop.seed_payment(status="requires_payment_method", amount_minor=7_500)
    assert set(found(shop)) == {card, sadad, edfali, canceled, waiting}
    assert set(found(shop, status="succeeded")) == {card, sadad, edfali}
    assert found(shop, status="canceled") == [canceled]
    assert found(shop, method="sadad") == [sadad]
    assert set(found(shop, amount="5")) == {card, sadad, canceled}
    assert set(found(shop, amount="٧٫٥٠٠")) == {edfali, waiting}
    assert set(found(shop, amount="5.000", status="succeeded")) == {card, sadad}
    assert found(shop, amount="5", method="card", status="succeeded") == [card]
    assert found(shop, method="card", status="canceled") == []
    assert found(shop, q=str(card), method="card", amount="5") == [card]
    assert found(shop, q=str(card), method="sadad") == []
    assert found(shop, q=str(card), amount="7.5") == []


def test_days_are_days_of_libya(shop: Shop) -> None:
    """At 22:30 UTC it is the next day there."""
    late = datetime.now(UTC).replace(hour=22, minute=30, second=0) - 3 * DAY
    intent = shop.seed_payment(age=datetime.now(UTC) - late)
    there = (late + DAY).date()
    assert found(shop, **{"from": str(there), "to": str(there)}) == [intent]
    assert found(shop, to=str(late.date())) == []
    assert found(shop, **{"from": str(there + DAY)}) == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"from": "yesterday"}, "from"),
        ({"to": "2026-02-30"}, "to"),
        ({"to": "9999-12-31"}, "to"),
        ({"amount": "much"}, "amount"),
        ({"amount": "1.2345"}, "amount"),
        ({"amount": "-5"}, "amount"),
        ({"amount": "+25.5"}, "amount"),
        ({"status": "paid"}, "status"),
        ({"method": "Sadad"}, "method"),
    ],
)
def test_what_cannot_be_read_is_named_and_left_out(
    shop: Shop, query: dict[str, str], field: str
) -> None:
    intent = shop.seed_payment()
    page = shop.open("/payments", **query)
    assert page.errors.keys() == {field}
    assert listed(page) == [intent]


def test_pages_have_no_gaps_and_no_repeats_whatever_comes_in_between(shop: Shop) -> None:
    made = [
        shop.seed_payment(
            status=("succeeded", "canceled", "requires_payment_method")[number % 3],
            method=("card", "sadad", "edfali")[number % 2],
            age=timedelta(hours=number + 1),
        )
        for number in range(120)
    ]
    seen: list[UUID] = []
    page = shop.open("/payments")
    while True:
        seen += listed(page)
        following = re.findall(r'rel="next"[^>]*href="([^"]+)"', page.answer.text)
        if not following:
            break
        shop.seed_payment(age=timedelta(0))
        page = Page(shop.owner.client.get(following[0].replace("&amp;", "&")))
    assert seen == made


def test_pages_keep_the_search(shop: Shop) -> None:
    wanted = [shop.seed_payment(amount_minor=5_000, age=n * DAY) for n in range(1, 61)]
    for _ in range(5):
        shop.seed_payment(amount_minor=6_000)
    page = shop.open("/payments", amount="5")
    (following,) = re.findall(r'rel="next"[^>]*href="([^"]+)"', page.answer.text)
    rest = Page(shop.owner.client.get(following.replace("&amp;", "&")))
    assert listed(page) + listed(rest) == wanted


def test_a_place_in_the_list_that_makes_no_sense_is_its_beginning(shop: Shop) -> None:
    intent = shop.seed_payment()
    assert found(shop, before="nonsense") == [intent]
    assert found(shop, before=str(new_uuid(datetime.now(UTC) - DAY))) == []


def test_totals_are_those_of_what_the_search_shows(shop: Shop) -> None:
    for amount in (5_000, 7_500):
        shop.seed_payment(amount_minor=amount)
    shop.seed_payment(status="canceled", amount_minor=90_000)
    assert "In this list : 3 Paid : 2 Amount paid : LYD 12.500" in _spaced(shop.open("/payments"))
    narrowed = shop.open("/payments", status="canceled")
    assert "In this list : 1 Paid : 0 Amount paid : LYD 0.000" in _spaced(narrowed)


def test_totals_of_many_say_that_they_are_of_the_newest(shop: Shop) -> None:
    shop.service.database.execute(
        """
        INSERT INTO payment_intents (uuid, application_id, merchant_reference, reference,
            amount_minor, currency, status, expires_at, created_at, updated_at)
        SELECT uuidv7(), $1::uuid, 'many-' || n, 'MANYMANY', 1000, 'LYD', 'canceled', now(),
            now(), now()
        FROM generate_series(1, 1001) AS n
        """,
        shop.id,
    )
    assert "The newest 1000 : 1000" in _spaced(shop.open("/payments"))


def _spaced(page: Page) -> str:
    return " ".join(page.text.replace(":", " : ").split())


def test_a_payment_shows_what_the_merchant_gave_and_leads_to_its_checkout(shop: Shop) -> None:
    created = shop.create(
        merchant_reference="order <17>",
        description="Oil & soap",
        customer={"external_id": "customer-9"},
        metadata={"basket": "<b>big</b>"},
        return_url="https://shop.example/thanks",
    )
    page = shop.open(f"/payments/{created['uuid']}")
    assert page.name == "application/payment"
    for shown in (
        *("order <17>", "Oil & soap", "customer-9", "basket", "<b>big</b>", created["reference"]),
        *("https://shop.example/thanks", created["uuid"], "LYD 25.000", "Waiting for payment"),
    ):
        assert shown in page.text, shown
    assert f"/checkout/{created['uuid']}?lang=en" in page.links


def insert_attempt(shop: Shop, intent: str, **columns: Any) -> None:
    now = datetime.now(UTC)
    given = {
        "id": new_uuid(now),
        "application_id": shop.id,
        "payment_intent_uuid": intent,
        "method": "sadad",
        "state": "failed",
        "masked_payer": "09*****001",
        "created_at": now,
        "updated_at": now,
    } | columns
    places = ", ".join(f"${number}" for number in range(1, len(given) + 1))
    shop.service.database.execute(
        f"INSERT INTO attempts ({', '.join(given)}) VALUES ({places})", *given.values()
    )


def test_the_story_tells_attempts_in_the_order_they_happened(shop: Shop) -> None:
    intent = shop.create()["uuid"]
    now = datetime.now(UTC) + timedelta(seconds=1)

    def later(seconds: int) -> datetime:
        return now + timedelta(seconds=seconds)

    insert_attempt(
        shop,
        intent,
        reason="insufficient_balance",
        detail="a secret of the operator's",
        created_at=now,
        code_sent_at=later(1),
        in_flight_at=later(2),
        updated_at=later(3),
    )
    insert_attempt(
        shop,
        intent,
        method="card",
        state="abandoned",
        reason="nothing_found",
        needs_person=False,
        next_inquiry_at=later(999),
        created_at=later(10),
        in_flight_at=later(10),
        updated_at=later(20),
    )
    text = shop.open(f"/payments/{intent}").text
    told = [
        "Your server created the payment intent",
        *("The customer began to pay", "A code was sent to the customer"),
        *("From here on money could move", "The try came to nothing", "The balance was too low."),
        *("Bank card", "The try ended without a definite answer"),
        "The provider knows of no payment.",
    ]
    places = [text.index(words) for words in told]
    assert places == sorted(places)
    assert "operator's" not in text


def test_the_story_tells_that_an_event_was_not_sent_for_want_of_a_url(shop: Shop) -> None:
    intent = shop.seed_payment()
    missing = "No webhook: no URL was set"
    assert missing not in shop.open(f"/payments/{intent}").text
    shop.service.database.execute(
        "INSERT INTO events VALUES (uuidv7(), $1, $2, 'payment_intent.succeeded', now())",
        shop.id,
        intent,
    )
    assert shop.open(f"/payments/{intent}").text.count(missing) == 1


def test_the_story_tells_a_surplus_and_what_needs_a_person(shop: Shop) -> None:
    intent = shop.seed_payment()
    insert_attempt(shop, str(intent), state="paid", surplus=True, needs_person=True)
    insert_attempt(shop, str(intent), state="in_flight", needs_person=True, method="edfali")
    text = shop.open(f"/payments/{intent}").text
    assert "charged more than once" in text
    assert "the operator looks into it" in text


def test_a_payment_of_another_application_is_not_there(shop: Shop, live_shop: Shop) -> None:
    theirs = live_shop.seed_payment()
    for unknown in (theirs, uuid.uuid4(), "nonsense"):
        page = shop.open(f"/payments/{unknown}")
        assert (page.status, page.name) == (404, "trouble")
    assert found(shop) == []
    assert found(shop, q=str(theirs)) == []


def test_the_page_follows_a_payment_that_is_under_way(shop: Shop) -> None:
    assert 'hx-trigger="every' in shop.open(f"/payments/{shop.create()['uuid']}").answer.text
    assert 'hx-trigger="every' not in shop.open(f"/payments/{shop.seed_payment()}").answer.text
