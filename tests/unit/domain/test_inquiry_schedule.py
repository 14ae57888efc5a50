from datetime import UTC, datetime, timedelta
from itertools import pairwise

from wasl.domain.application import Method
from wasl.domain.inquiry_schedule import (
    ASK_FOR,
    next_inquiry,
    next_look_at_paid,
    nothing_found_counts,
)

START = datetime(2026, 1, 1, tzinfo=UTC)


def _all_inquiries() -> list[datetime]:
    times: list[datetime] = []
    now = START
    while (following := next_inquiry(len(times), START, now)) is not None:
        times.append(following)
        now = following
    return times


def test_the_waits_widen_and_end_after_72_hours() -> None:
    times = _all_inquiries()
    waits = [after - before for before, after in pairwise([START, *times])]
    assert waits[0] == timedelta(seconds=10)
    assert waits[:-1] == sorted(waits[:-1])
    assert times[-1] == START + ASK_FOR
    assert len(times) < 40


def test_nobody_is_asked_after_72_hours() -> None:
    assert next_inquiry(0, START, START + ASK_FOR) is None


def _all_looks(paid_after: timedelta, answered: bool) -> list[timedelta]:
    looks: list[timedelta] = []
    now = START + paid_after
    following = next_look_at_paid(START, now)
    while following is not None:
        looks.append(following - START)
        following = next_look_at_paid(START, following, answered)
    return looks


def test_what_was_paid_is_looked_at_when_the_window_has_closed_and_at_the_end() -> None:
    half_an_hour = timedelta(minutes=30)
    assert _all_looks(timedelta(minutes=2), answered=True) == [half_an_hour, ASK_FOR]
    assert _all_looks(half_an_hour, answered=True) == [ASK_FOR]
    assert _all_looks(ASK_FOR, answered=True) == []


def test_a_look_that_nobody_answers_is_repeated_for_a_day_and_no_longer() -> None:
    looks = _all_looks(timedelta(minutes=2), answered=False)
    assert looks[1] == ASK_FOR < looks[2]
    assert looks[-1] == ASK_FOR + timedelta(days=1)
    assert len(looks) < 6


def test_nothing_found_is_no_answer_while_a_wallet_may_still_write_it_down() -> None:
    assert not nothing_found_counts(Method.SADAD, START, START + timedelta(seconds=59))
    assert nothing_found_counts(Method.SADAD, START, START + timedelta(seconds=60))
    assert nothing_found_counts(Method.CARD, START, START)
