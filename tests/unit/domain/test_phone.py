import pytest

from wasl.domain.phone import mask_phone, parse_phone


@pytest.mark.parametrize(
    "typed",
    [
        "0911234567",
        "911234567",
        "+218911234567",
        "00218911234567",
        "218911234567",
        "091 123 45 67",
        "091-1234567",
        "(091) 123.4567",
        "٠٩١١٢٣٤٥٦٧",
        "۰۹۱۱۲۳۴۵۶۷",
        "\u200e+218 91 123 4567\u200f",
        "\u202a0911234567\u202c",
        "\u20660911234567\u2069",
        "+٢١٨٩١١٢٣٤٥٦٧",
    ],
)
def test_a_number_is_understood_however_it_is_typed(typed: str) -> None:
    assert parse_phone(typed) == "0911234567"


@pytest.mark.parametrize("network", range(1, 7))
def test_all_mobile_networks_are_known(network: int) -> None:
    assert parse_phone(f"09{network}0000001") == f"09{network}0000001"


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "091123456",
        "09112345678",
        "0901234567",
        "0971234567",
        "0211234567",
        "+216911234567",
        "call me",
        "091123456x",
        "++218911234567",
        "²911234567",
    ],
)
def test_what_is_no_libyan_mobile_number_is_refused(typed: str) -> None:
    assert parse_phone(typed) is None


def test_a_masked_number_shows_its_last_digits_alone() -> None:
    assert mask_phone("0911234567") == "••• 567"
