"""The page follows from the intent and its attempt."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from wasl.checkout.page import Page, page_of
from wasl.domain.application import Mode
from wasl.domain.attempt import Attempt, AttemptState
from wasl.domain.payment_intent import NewPaymentIntent, Status, open_intent
from wasl.services.view_checkout import Checkout

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def checkout(
    status: Status, attempt: AttemptState | None = None, lasts: timedelta = timedelta(hours=1)
) -> Checkout:
    new = NewPaymentIntent("order", 25_000, "LYD", None, None, None, None, NOW + lasts)
    intent = open_intent(new, uuid.uuid4(), NOW)._replace(status=status.value)
    blank = dict.fromkeys(Attempt._fields)
    made = None if attempt is None else Attempt(**blank | {"state": attempt.value})  # type: ignore[arg-type]
    return Checkout(intent, "Shop", Mode.TEST, [], made)


@pytest.mark.parametrize(
    ("status", "attempt", "page"),
    [
        (Status.REQUIRES_PAYMENT_METHOD, None, Page.CHOOSE),
        (Status.REQUIRES_PAYMENT_METHOD, AttemptState.STARTED, Page.CHOOSE),
        (Status.REQUIRES_PAYMENT_METHOD, AttemptState.AWAITING_CODE, Page.CODE),
        (Status.REQUIRES_PAYMENT_METHOD, AttemptState.FAILED, Page.CHOOSE),
        (Status.REQUIRES_PAYMENT_METHOD, AttemptState.ABANDONED, Page.CHOOSE),
        (Status.PROCESSING, AttemptState.IN_FLIGHT, Page.CONFIRMING),
        (Status.SUCCEEDED, AttemptState.PAID, Page.PAID),
        (Status.CANCELED, None, Page.EXPIRED),
        (Status.CANCELED, AttemptState.AWAITING_CODE, Page.EXPIRED),
    ],
)
def test_each_state_has_its_page(status: Status, attempt: AttemptState | None, page: Page) -> None:
    assert page_of(checkout(status, attempt), NOW) is page


@pytest.mark.parametrize("attempt", [None, AttemptState.AWAITING_CODE, AttemptState.FAILED])
def test_from_its_end_on_nothing_can_be_paid_even_before_the_sweep(
    attempt: AttemptState | None,
) -> None:
    over = checkout(Status.REQUIRES_PAYMENT_METHOD, attempt, lasts=timedelta(0))
    assert page_of(over, NOW) is Page.EXPIRED


@pytest.mark.parametrize(
    ("status", "page"), [(Status.PROCESSING, Page.CONFIRMING), (Status.SUCCEEDED, Page.PAID)]
)
def test_what_is_paid_or_being_paid_does_not_expire(status: Status, page: Page) -> None:
    assert page_of(checkout(status, None, lasts=timedelta(hours=-1)), NOW) is page
