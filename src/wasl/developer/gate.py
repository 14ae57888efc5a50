"""Who is asking: the access token alone says which application it is."""

from typing import Final

from wasl.domain.errors import RateLimited
from wasl.services.authenticate import Authenticate, TokenHolder
from wasl.services.record_credential_use import RecordCredentialUse
from wasl.web.asgi_types import Headers
from wasl.web.rate_limiter import RateLimiter

_BEARER: Final = b"bearer "


class TokenGate:
    """`limiter` is the one of the API: both together may ask so often."""

    def __init__(
        self, authenticate: Authenticate, record_use: RecordCredentialUse, limiter: RateLimiter
    ) -> None:
        self._authenticate = authenticate
        self._record_use = record_use
        self._limiter = limiter

    async def identify(self, headers: Headers) -> TokenHolder:
        holder = await self._authenticate.by_access_token(_access_token(headers))
        self._record_use.note(holder.access_token_id)
        return holder

    def count(self, holder: TokenHolder) -> None:
        wait_s = self._limiter.wait_s(holder.application_id.bytes)
        if wait_s:
            raise RateLimited(wait_s)


def _access_token(headers: Headers) -> bytes | None:
    for name, value in headers:
        if name == b"authorization" and value[:7].lower() == _BEARER:
            return value[7:]
    return None
