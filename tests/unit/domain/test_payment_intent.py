from datetime import UTC, datetime, timedelta
from uuid import RFC_4122, uuid4

import pytest

from wasl.domain.payment_intent import (
    ALLOWED_NEXT,
    NewPaymentIntent,
    Status,
    lifetime_is_allowed,
    new_reference,
    new_uuid,
    open_intent,
)

NOW = datetime(2026, 1, 31, 18, 0, tzinfo=UTC)
A_MOMENT = timedelta(microseconds=1)


def test_every_status_has_its_row_in_the_table() -> None:
    assert set(ALLOWED_NEXT) == set(Status)


def test_the_moves_are_those_of_the_specification() -> None:
    moves = {(now.value, then.value) for now, thens in ALLOWED_NEXT.items() for then in thens}
    assert moves == {
        ("requires_payment_method", "processing"),
        ("requires_payment_method", "succeeded"),
        ("requires_payment_method", "canceled"),
        ("processing", "requires_payment_method"),
        ("processing", "succeeded"),
        ("canceled", "succeeded"),
    }


def test_a_succeeded_payment_is_final() -> None:
    assert ALLOWED_NEXT[Status.SUCCEEDED] == frozenset()


@pytest.mark.parametrize(
    ("ahead", "allowed"),
    [
        (timedelta(minutes=5), False),
        (timedelta(minutes=5) + A_MOMENT, True),
        (timedelta(days=31) - A_MOMENT, True),
        (timedelta(days=31), False),
        (timedelta(0), False),
        (-timedelta(days=1), False),
    ],
)
def test_a_lifetime_lies_strictly_between_5_minutes_and_31_days(
    ahead: timedelta, allowed: bool
) -> None:
    assert lifetime_is_allowed(NOW + ahead, NOW) is allowed


def test_a_uuid_is_of_version_7_and_tells_its_time() -> None:
    for ms in range(1000):
        now = NOW + timedelta(milliseconds=ms)
        made = new_uuid(now)
        assert made.version == 7
        assert made.variant == RFC_4122
        assert made.int >> 80 == int(now.timestamp() * 1000)


def test_uuids_are_in_the_order_of_their_times() -> None:
    times = [NOW + timedelta(milliseconds=ms) for ms in range(1000)]
    made = [new_uuid(time) for time in times]
    assert sorted(made) == made
    assert sorted(map(str, made)) == list(map(str, made))


def test_uuids_of_one_moment_differ() -> None:
    assert len({new_uuid(NOW) for _ in range(10_000)}) == 10_000


def test_every_random_bit_of_a_uuid_is_used() -> None:
    made = [new_uuid(NOW).int for _ in range(2_000)]
    always_set, ever_set = made[0], made[0]
    for number in made:
        always_set &= number
        ever_set |= number
    fixed = ~(always_set ^ ever_set) & (1 << 128) - 1
    # The time, four bits of version and two of variant; the other 74 are random.
    assert fixed == ((1 << 48) - 1) << 80 | 0xF << 76 | 0b11 << 62


def test_a_reference_can_be_read_out_over_the_phone() -> None:
    seen = {character for _ in range(2_000) for character in new_reference()}
    assert seen == set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    assert {len(new_reference()) for _ in range(100)} == {8}
    assert len({new_reference() for _ in range(1_000)}) == 1_000


def test_a_new_intent_waits_for_payment_for_24_hours() -> None:
    wanted = NewPaymentIntent("order 7", 25_000, "LYD", None, None, None, None, None)
    application_id = uuid4()
    intent = open_intent(wanted, application_id, NOW)
    assert intent.application_id == application_id
    assert intent.status == "requires_payment_method"
    assert intent.expires_at == NOW + timedelta(hours=24)
    assert intent.created_at == intent.updated_at == NOW
    chosen = wanted._replace(expires_at=NOW + timedelta(days=3))
    assert open_intent(chosen, application_id, NOW).expires_at == NOW + timedelta(days=3)
