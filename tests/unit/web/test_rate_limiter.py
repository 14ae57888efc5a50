"""Time stands still here unless a test moves it."""

from uuid import UUID, uuid4

import pytest

from wasl.web import rate_limiter
from wasl.web.rate_limiter import RateLimiter

PROBES = 32


class Clock:
    def __init__(self) -> None:
        self.now_s = 1_000.0

    def monotonic(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    stopped = Clock()
    monkeypatch.setattr(rate_limiter, "time", stopped)
    return stopped


def passed(limiter: RateLimiter, application: bytes, asked: int) -> int:
    return sum(limiter.wait_s(application) == 0 for _ in range(asked))


def neighbours(count: int) -> list[bytes]:
    """Applications whose buckets begin at the same place."""
    return [UUID(int=number << 64 | 5).bytes for number in range(1, count + 1)]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("burst", [1, 2, 10, 200])
def test_exactly_the_burst_passes_at_once(burst: int) -> None:
    limiter = RateLimiter(per_second=100, burst=burst)
    assert passed(limiter, uuid4().bytes, 3 * burst) == burst


def test_a_bucket_refills_at_its_rate_and_never_beyond_the_burst(clock: Clock) -> None:
    limiter = RateLimiter(per_second=8, burst=20)
    application = uuid4().bytes
    assert passed(limiter, application, 100) == 20
    clock.now_s += 1
    assert passed(limiter, application, 100) == 8
    clock.now_s += 0.5
    assert passed(limiter, application, 100) == 4
    clock.now_s += 3_600
    assert passed(limiter, application, 100) == 20


def test_the_wait_that_is_told_is_long_enough_and_not_longer(clock: Clock) -> None:
    limiter = RateLimiter(per_second=4, burst=3)
    application = uuid4().bytes
    assert passed(limiter, application, 3) == 3
    wait_s = limiter.wait_s(application)
    assert wait_s == pytest.approx(0.25)
    # Asking in vain does not make the wait longer.
    assert limiter.wait_s(application) == wait_s
    clock.now_s += wait_s - 0.001
    assert limiter.wait_s(application) > 0
    clock.now_s += 0.001
    assert limiter.wait_s(application) == 0


def test_less_than_one_request_a_second_can_be_set(clock: Clock) -> None:
    limiter = RateLimiter(per_second=0.1, burst=1)
    application = uuid4().bytes
    assert limiter.wait_s(application) == 0
    assert limiter.wait_s(application) == pytest.approx(10)
    clock.now_s += 10
    assert limiter.wait_s(application) == 0


@pytest.mark.usefixtures("clock")
def test_thousands_of_applications_have_a_bucket_each() -> None:
    limiter = RateLimiter(per_second=1, burst=2)
    applications = [uuid4().bytes for _ in range(5_000)]
    for application in applications:
        assert passed(limiter, application, 1) == 1
    for application in applications:
        assert passed(limiter, application, 5) == 1


@pytest.mark.usefixtures("clock")
def test_applications_that_meet_at_one_place_move_on_to_the_next() -> None:
    limiter = RateLimiter(per_second=1, burst=2)
    for application in neighbours(PROBES):
        assert passed(limiter, application, 5) == 2
    for application in neighbours(PROBES):
        assert passed(limiter, application, 5) == 0


def test_a_bucket_that_is_full_again_is_given_to_who_needs_one(clock: Clock) -> None:
    limiter = RateLimiter(per_second=1, burst=2)
    *first, newcomer = neighbours(PROBES + 1)
    for application in first:
        assert passed(limiter, application, 5) == 2
    clock.now_s += 2
    assert passed(limiter, newcomer, 5) == 2
    # Whose bucket it was finds another one, and no limit is lost over it.
    for application in first[:-1]:
        assert passed(limiter, application, 5) == 2
    assert passed(limiter, newcomer, 5) == 0


@pytest.mark.usefixtures("clock")
def test_where_no_bucket_is_left_requests_pass_rather_than_fail() -> None:
    limiter = RateLimiter(per_second=1, burst=2)
    *first, newcomer = neighbours(PROBES + 1)
    for application in first:
        passed(limiter, application, 2)
    assert limiter.wait_s(newcomer) == 0
