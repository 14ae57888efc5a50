"""What stands before every endpoint: who is calling, and may they call again already."""

from typing import Final

from wasl.domain.errors import RateLimited
from wasl.services.authenticate import Authenticate, Caller
from wasl.services.record_credential_use import RecordCredentialUse
from wasl.web.asgi_types import Headers
from wasl.web.rate_limiter import RateLimiter

_BEARER: Final = b"bearer "


class Gate:
    def __init__(
        self, authenticate: Authenticate, record_use: RecordCredentialUse, limiter: RateLimiter
    ) -> None:
        self._authenticate = authenticate
        self._record_use = record_use
        self._limiter = limiter

    def recognise(self, headers: Headers) -> Caller | None:
        """Who it is, if we were told a moment ago: the path almost every request takes."""
        access_token, api_key = _credentials(headers)
        if access_token is None or api_key is None:
            return None
        return self._authenticate.remembered(access_token, api_key)

    async def identify(self, headers: Headers) -> Caller:
        caller = await self._authenticate(*_credentials(headers))
        self._record_use.note(caller.access_token_id, caller.api_key_id)
        return caller

    def count(self, caller: Caller) -> None:
        wait_s = self._limiter.wait_s(caller.application_id.bytes)
        if wait_s:
            raise RateLimited(wait_s)


def _credentials(headers: Headers) -> tuple[bytes | None, bytes | None]:
    access_token = api_key = None
    for name, value in headers:
        if name == b"x-api-key":
            api_key = value
        elif name == b"authorization" and value[:7].lower() == _BEARER:
            access_token = value[7:]
    return access_token, api_key
