"""When a call is tried again."""

import pytest

from wasl_sdk.errors import NoAnswer, RateLimited, ServerError
from wasl_sdk.limits import Limits, Tries


def test_waits_double_and_differ_and_have_an_end() -> None:
    seen: dict[int, list[float]] = {}
    for _ in range(200):
        tries = Tries(Limits(1e9, 1, 12), 0)
        for number in range(1, 12):
            tries.begin(0)
            seen.setdefault(number, []).append(tries.wait_after_s(NoAnswer("…"), 0) or 0)
    for number, waits in seen.items():
        span_s = min(8.0, 0.25 * 2 ** (number - 1))
        assert span_s / 2 <= min(waits) < max(waits) <= span_s
        assert max(waits) - min(waits) > span_s / 4, "many clients would come back together"


def test_the_wait_asked_for_is_kept_and_more() -> None:
    tries = Tries(Limits(60, 1, 5), 0)
    tries.begin(0)
    assert (tries.wait_after_s(RateLimited("…", retry_after_s=7), 0) or 0) > 7
    assert (tries.wait_after_s(ServerError("…", retry_after_s=7), 0) or 0) > 7


def test_a_try_never_outlasts_its_call() -> None:
    tries = Tries(Limits(10, 4, 5), 100)
    assert tries.begin(100) == 4
    assert tries.begin(108) == 2
    assert tries.wait_after_s(NoAnswer("…"), 109.99) is None


@pytest.mark.parametrize("limits", [(0, 1, 1), (1, 0, 1), (1, 1, 0), (-1, 1, 1)])
def test_limits_without_sense_are_refused(limits: tuple[float, float, int]) -> None:
    with pytest.raises(ValueError, match="limits"):
        Limits(*limits)
