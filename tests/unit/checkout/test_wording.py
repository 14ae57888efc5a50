"""Customers are told what happened, whatever it was."""

import re
from pathlib import Path

from wasl.checkout.sandbox_values import SANDBOX_VALUES
from wasl.checkout.wording import METHOD_NAMES, REASONS
from wasl.domain.application import Method
from wasl.domain.attempt import DeclineReason

TESTING = Path(__file__).parents[3] / "docs/testing.md"


def test_every_reason_and_every_method_has_words() -> None:
    assert REASONS.keys() == set(DeclineReason)
    assert METHOD_NAMES.keys() == set(Method)


def test_the_values_on_the_page_are_the_documented_ones() -> None:
    rows = re.findall(
        r"^\| [^|]+ \| (09\d{8}|none) \| (09\d{8}|none) \| (\d{16}|none) \|",
        TESTING.read_text("utf-8"),
        re.MULTILINE,
    )
    documented = [tuple(None if value == "none" else value for value in row) for row in rows]
    assert [values[1:] for values in SANDBOX_VALUES] == documented
