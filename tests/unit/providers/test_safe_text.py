import pytest
from hypothesis import given
from hypothesis import strategies as st

from wasl.providers.safe_text import masked_card, readable


@given(st.text())
def test_no_digit_no_long_word_and_no_control_character_gets_through(text: str) -> None:
    kept = readable(text)
    assert not any(char.isdigit() and char.isdecimal() for char in kept)
    assert all(len(word) < 25 for word in kept.split())
    assert kept.isprintable()
    assert len(kept) <= 100


def test_words_stay_readable() -> None:
    assert readable("  رصيدك غير\nكافٍ ") == "رصيدك غير كافٍ"
    assert readable("OTP ١٢٣٤ is wrong") == "OTP •••• is wrong"


@pytest.mark.parametrize(
    ("number", "masked"),
    [
        ("639499XXXXXX0781", "•••• 0781"),
        ("6394993077260781", "•••• 0781"),
        (" 639499******0781 ", "•••• 0781"),
        ("0781XXXX", None),
        ("XX81", None),
        ("", None),
    ],
)
def test_a_card_is_shown_by_its_last_four_digits(number: str, masked: str | None) -> None:
    assert masked_card(number) == masked
