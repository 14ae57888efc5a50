"""What counts as one address where requests are counted by it."""

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

# What a network gives to one customer: who has one address of it has all of them.
_ONE_CUSTOMER_BITS: Final = 64


def counted_address(address: str) -> str:
    """An IPv4 address as it is, also out of an IPv6 form; of an IPv6 address its network."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((int(parsed), _ONE_CUSTOMER_BITS), strict=False))
