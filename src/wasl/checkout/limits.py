"""How often one address, and one payment, may ask for pages."""

from hashlib import blake2b

from wasl.domain.counted_address import counted_address
from wasl.domain.errors import RateLimited
from wasl.web.asgi_types import Scope
from wasl.web.client_address import ClientAddress
from wasl.web.rate_limiter import RateLimiter


class CheckoutLimits:
    def __init__(
        self, client_address: ClientAddress, by_address: RateLimiter, by_intent: RateLimiter
    ) -> None:
        self.client_address = client_address
        self._by_address = by_address
        self._by_intent = by_intent

    def count(self, scope: Scope, intent_uuid: bytes | None) -> None:
        """`intent_uuid` is None where the address names none."""
        source = counted_address(self.client_address(scope))
        address = blake2b(source.encode(), digest_size=16).digest()
        wait_s = self._by_address.wait_s(address)
        if intent_uuid is not None and not wait_s:
            wait_s = self._by_intent.wait_s(intent_uuid)
        if wait_s:
            raise RateLimited(wait_s)
