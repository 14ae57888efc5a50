import pytest

from wasl.domain.counted_address import counted_address


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"),
        ("2001:DB8:1:2::1", "2001:db8:1:2:0:0:0:2"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::2"),
    ],
)
def test_what_one_customer_can_use_is_one(one: str, other: str) -> None:
    assert counted_address(one) == counted_address(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:3::1"),
        ("203.0.113.9", "203.0.113.8"),
        ("::ffff:203.0.113.9", "::ffff:203.0.113.8"),
        ("", "unix"),
    ],
)
def test_what_others_use_is_another(one: str, other: str) -> None:
    assert counted_address(one) != counted_address(other)
