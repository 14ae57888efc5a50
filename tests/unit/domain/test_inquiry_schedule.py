from datetime import UTC, datetime, timedelta
from itertools import pairwise

from wasl.domain.application import Method
from wasl.domain.inquiry_schedule import ASK_FOR, next_inquiry, nothing_found_counts

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


def test_nothing_found_is_no_answer_while_a_wallet_may_still_write_it_down() -> None:
    assert not nothing_found_counts(Method.SADAD, START, START + timedelta(seconds=59))
    assert nothing_found_counts(Method.SADAD, START, START + timedelta(seconds=60))
    assert nothing_found_counts(Method.CARD, START, START)
