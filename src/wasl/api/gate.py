"""What stands before every endpoint: who is calling, and may they call again already."""

from wasl.domain.errors import RateLimited
from wasl.services.authenticate import Authenticate, Caller
from wasl.services.record_credential_use import RecordCredentialUse
from wasl.web.asgi_types import Headers
from wasl.web.rate_limiter import RateLimiter


class Gate:
    def __init__(
        self, authenticate: Authenticate, record_use: RecordCredentialUse, limiter: RateLimiter
    ) -> None:
        self._authenticate = authenticate
        self._record_use = record_use
        self._limiter = limiter

    def recognise(self, headers: Headers) -> Caller | None:
        """Who it is, if we were told a moment ago: the path almost every request takes."""
        return self._authenticate.remembered(*_credentials(headers))

    async def identify(self, headers: Headers) -> Caller:
        caller = await self._authenticate(*_credentials(headers))
        self._record_use.note(caller.access_token_id, caller.api_key_id)
        return caller

    def count(self, caller: Caller) -> None:
        wait_s = self._limiter.wait_s(caller.application_id.bytes)
        if wait_s:
            raise RateLimited(wait_s)


def _credentials(headers: Headers) -> tuple[bytes | None, bytes | None]:
    given = dict(headers)
    scheme, _, access_token = given.get(b"authorization", b"").partition(b" ")
    return access_token if scheme.lower() == b"bearer" else None, given.get(b"x-api-key")
