import pytest

from wasl.domain.public_address import refusal_of_address

REFUSED = {
    "loopback": ["127.0.0.1", "127.255.255.254", "::1"],
    "private": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fd12::1", "fec0::1"],
    "link-local": ["169.254.0.1", "169.254.169.254", "fe80::1", "fe80::1%eth0"],
    "carrier's NAT": ["100.64.0.1", "100.127.255.255"],
    "multicast": ["224.0.0.1", "239.255.255.255", "ff02::1"],
    "unspecified": ["0.0.0.0", "0.1.2.3", "::"],
    "IPv4 address in an IPv6 form": ["::ffff:8.8.8.8", "::ffff:127.0.0.1", "::8.8.8.8"],
    "NAT64": ["64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1"],
    "6to4": ["2002:7f00:1::1"],
    "Teredo": ["2001:0:1::1"],
    "reserved": ["192.0.0.1", "240.0.0.1", "255.255.255.255", "2001:1::1", "100::1", "5f00::1"],
    "documentation": ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
    "measurements": ["198.18.0.1"],
}
PUBLIC = ["8.8.8.8", "93.184.215.14", "100.63.255.255", "100.128.0.1", "172.32.0.1"]
PUBLIC_V6 = ["2606:4700:4700::1111", "2a00:1450:4001::200e"]


@pytest.mark.parametrize(
    ("kind", "address"), [(kind, one) for kind, many in REFUSED.items() for one in many]
)
def test_an_address_that_is_not_public_is_refused_with_its_kind(kind: str, address: str) -> None:
    told = refusal_of_address(address, allow_private=False)
    assert told is not None
    assert kind in told


@pytest.mark.parametrize("address", PUBLIC + PUBLIC_V6)
def test_a_public_address_is_allowed(address: str) -> None:
    assert refusal_of_address(address, allow_private=False) is None
    assert refusal_of_address(address, allow_private=True) is None


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "10.0.0.1", "172.20.0.2", "fd12::1"])
def test_development_allows_loopback_and_private_networks(address: str) -> None:
    assert refusal_of_address(address, allow_private=True) is None


@pytest.mark.parametrize(
    "address", ["169.254.169.254", "fe80::1", "224.0.0.1", "0.0.0.0", "::ffff:127.0.0.1"]
)
def test_development_allows_nothing_else(address: str) -> None:
    assert refusal_of_address(address, allow_private=True) is not None
