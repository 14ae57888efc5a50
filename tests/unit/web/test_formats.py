"""Amounts and times as Libyans write them."""

from datetime import UTC, datetime

import pytest

from wasl.web.formats import amount, date_and_seconds, date_and_time
from wasl.web.language import Language


@pytest.mark.parametrize(
    ("amount_minor", "number"),
    [
        (1_000, "1.000"),
        (25_000, "25.000"),
        (25_005, "25.005"),
        (1_250_500, "1,250.500"),
        (1_000_000_000, "1,000,000.000"),
    ],
)
def test_an_amount_always_shows_its_thousandths(amount_minor: int, number: str) -> None:
    assert amount(amount_minor, Language.ARABIC) == f"{number} د.ل"
    assert amount(amount_minor, Language.ENGLISH) == f"LYD {number}"


def test_times_are_those_of_libya() -> None:
    late = datetime(2026, 1, 31, 22, 30, tzinfo=UTC)
    assert date_and_time(late, Language.ENGLISH) == "1 February 2026, 00:30"
    assert date_and_time(late, Language.ARABIC) == "1 فبراير 2026، 00:30"
    assert date_and_seconds(late, Language.ENGLISH).startswith("1 February 2026, 00:30:")
