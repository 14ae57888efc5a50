"""What is typed into the search of payments."""

import pytest

from wasl.dashboard.application.payment_search import read_search


@pytest.mark.parametrize(
    ("typed", "minor"),
    [
        ("25", 25_000),
        ("25.5", 25_500),
        ("25.500", 25_500),
        ("1,250.500", 1_250_500),
        ("1 250.5", 1_250_500),
        ("12,345,678", 12_345_678_000),
        ("٢٥٫٥", 25_500),
        ("١٬٢٥٠٫٥٠٠", 1_250_500),
        ("\u200f٢٥\u200f", 25_000),
    ],
)
def test_an_amount_is_read_as_people_write_it(typed: str, minor: int) -> None:
    search = read_search({"amount": typed})
    assert (search.wanted.amount_minor, search.errors) == (minor, {})


@pytest.mark.parametrize(
    "typed",
    ["25,5", "1,25", "1,2500", ",250", "1,250,5", "1.2.3", "1.250,5", "25 5", "2-5", "25،5", ".5"],
)
def test_an_amount_that_could_mean_another_is_refused(typed: str) -> None:
    search = read_search({"amount": typed})
    assert search.wanted.amount_minor is None
    assert search.errors.keys() == {"amount"}
