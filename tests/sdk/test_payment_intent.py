"""What an intent says about an order."""

from dataclasses import FrozenInstanceError, replace

import pytest

from tests.sdk.test_faults import INTENT
from wasl_sdk import PaymentIntent, Status

OPEN = PaymentIntent.from_json(INTENT | {"metadata": {"a": "b"}})
PAID = replace(OPEN, status=Status.SUCCEEDED)


@pytest.mark.parametrize("status", list(Status))
def test_only_succeeded_is_paid(status: Status) -> None:
    paid = replace(OPEN, status=status).is_paid(amount=25_000)
    assert paid == (status is Status.SUCCEEDED)


def test_another_amount_or_currency_is_not_paid() -> None:
    assert PAID.is_paid(amount=25_000)
    assert not PAID.is_paid(amount=25_001)
    assert not PAID.is_paid(amount=24_999)
    assert not replace(PAID, currency="USD").is_paid(amount=25_000)


def test_an_intent_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        OPEN.status = Status.SUCCEEDED  # type: ignore[misc]
    assert len({OPEN, PAID, replace(PAID)}) == 2


def test_the_checkout_speaks_arabic_unless_asked() -> None:
    assert OPEN.checkout_url_in("ar") == "https://pay.example/checkout/1"
    assert OPEN.checkout_url_in("en") == "https://pay.example/checkout/1?lang=en"
    asked = replace(OPEN, checkout_url="https://pay.example/checkout/1?a=b#c")
    assert asked.checkout_url_in("en") == "https://pay.example/checkout/1?a=b&lang=en#c"
