"""The client for asyncio. What it does is what `client.py` does."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from time import monotonic
from types import TracebackType
from typing import Self
from uuid import UUID

import httpx

from wasl_sdk import exchange
from wasl_sdk.errors import WaslError
from wasl_sdk.exchange import Answer, Credentials, Exchange
from wasl_sdk.limits import Limits, Tries
from wasl_sdk.payment_intent import PaymentIntent


class AsyncWaslClient:
    """Make one and keep it: its connections are used again.

    `base_url` ends in `/api/v1`. A call takes at most `time_limit_s`, with all its tries and the
    waits between them. A try ends after `try_time_limit_s`.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str,
        access_token: str,
        time_limit_s: float = 30.0,
        try_time_limit_s: float = 10.0,
        max_tries: int = 5,
    ) -> None:
        self._base_url = exchange.safe_base_url(base_url)
        self._limits = Limits(time_limit_s, try_time_limit_s, max_tries)
        self._http = httpx.AsyncClient(
            **exchange.http_options(self._base_url), auth=Credentials(api_key, access_token)
        )

    def __repr__(self) -> str:
        return f"AsyncWaslClient({self._base_url!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def create_payment_intent(
        self,
        *,
        merchant_reference: str,
        amount: int,
        currency: str = "LYD",
        customer_external_id: str | None = None,
        description: str | None = None,
        return_url: str | None = None,
        metadata: Mapping[str, str] | None = None,
        expires_at: datetime | None = None,
    ) -> PaymentIntent:
        """The intent of this reference: a new one, or the one that exists already.

        `amount` is in thousandths of a dinar. Raises `ReferenceConflict` if the reference names an
        intent of another amount.
        """
        return await self._call(
            exchange.create(
                merchant_reference=merchant_reference,
                amount=amount,
                currency=currency,
                customer_external_id=customer_external_id,
                description=description,
                return_url=return_url,
                metadata=metadata,
                expires_at=expires_at,
            )
        )

    async def retrieve_payment_intent(self, uuid: str | UUID) -> PaymentIntent:
        """The intent as it is now: what decides whether an order is paid."""
        return await self._call(exchange.retrieve(uuid))

    async def _call(self, call: Exchange) -> PaymentIntent:
        tries = Tries(self._limits, monotonic())
        call_id = exchange.new_call_id()
        while True:
            limit_s = tries.begin(monotonic())
            request_id = f"{call_id}_{tries.count}"
            try:
                return call.read(await self._send(call, request_id, limit_s), request_id)
            except WaslError as error:
                wait_s = tries.wait_after_s(error, monotonic())
                if wait_s is None:
                    raise
            await asyncio.sleep(wait_s)

    async def _send(self, call: Exchange, request_id: str, limit_s: float) -> Answer:
        try:
            async with (
                asyncio.timeout(limit_s),
                self._http.stream(
                    call.method,
                    f"{self._base_url}{call.path}",
                    headers=call.headers(request_id),
                    content=call.content(),
                    timeout=limit_s,
                ) as response,
            ):
                content = await self._read(response, request_id)
                return Answer(response.status_code, response.headers, content)
        except (httpx.RequestError, TimeoutError) as error:
            raise exchange.no_answer(error, request_id) from error

    async def _read(self, response: httpx.Response, request_id: str) -> bytes:
        content = bytearray()
        async for part in response.aiter_bytes():
            content += part
            if len(content) > exchange.MAX_ANSWER_BYTES:
                raise exchange.too_long(request_id)
        return bytes(content)
