from datetime import UTC, datetime, timedelta

from wasl.domain.retry_schedule import MAX_TRIES, next_try_at

END = datetime(2026, 1, 1, tzinfo=UTC)


def test_the_waits_are_those_of_the_contract() -> None:
    waits_s = []
    for tries in range(1, 9):
        following = next_try_at(tries, END)
        assert following is not None
        waits_s.append((following - END).total_seconds())
    assert waits_s == [10, 60, 300, 1800, 3600, 10800, 21600, 43200]


def test_after_the_ninth_try_there_is_none() -> None:
    assert MAX_TRIES == 9
    assert next_try_at(9, END) is None
    assert next_try_at(10, END) is None


def test_all_of_it_takes_about_a_day() -> None:
    total = sum(
        ((next_try_at(tries, END) or END) - END for tries in range(1, 9)), start=timedelta(0)
    )
    assert timedelta(hours=22) < total < timedelta(hours=24)
