"""The client for programs without an event loop."""

import os
import time
from collections.abc import Mapping
from datetime import datetime
from types import TracebackType
from typing import Self
from uuid import UUID

import httpx

from wasl_sdk import exchange
from wasl_sdk.errors import WaslError
from wasl_sdk.exchange import Answer, Credentials, Exchange
from wasl_sdk.limits import Limits, Tries
from wasl_sdk.payment_intent import PaymentIntent


class WaslClient:
    """Make one and keep it: it may be shared by threads, and its connections are used again.

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
        self._credentials = Credentials(api_key, access_token)
        self._limits = Limits(time_limit_s, try_time_limit_s, max_tries)
        self._connect()

    def __repr__(self) -> str:
        return f"WaslClient({self._base_url!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def create_payment_intent(
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
        return self._call(
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

    def retrieve_payment_intent(self, uuid: str | UUID) -> PaymentIntent:
        """The intent as it is now: what decides whether an order is paid."""
        return self._call(exchange.retrieve(uuid))

    def _call(self, call: Exchange) -> PaymentIntent:
        tries = Tries(self._limits, time.monotonic())
        call_id = exchange.new_call_id()
        while True:
            limit_s = tries.begin(time.monotonic())
            request_id = f"{call_id}_{tries.count}"
            try:
                return call.read(self._send(call, request_id, limit_s), request_id)
            except WaslError as error:
                wait_s = tries.wait_after_s(error, time.monotonic())
                if wait_s is None:
                    raise
            time.sleep(wait_s)

    def _send(self, call: Exchange, request_id: str, limit_s: float) -> Answer:
        if self._pid != os.getpid():
            # After a fork, two processes would write to the same connections.
            self._connect()
        ends_at_s = time.monotonic() + limit_s
        try:
            with self._http.stream(
                call.method,
                f"{self._base_url}{call.path}",
                headers=call.headers(request_id),
                content=call.content(),
                timeout=limit_s,
            ) as response:
                content = self._read(response, ends_at_s, request_id)
                return Answer(response.status_code, response.headers, content)
        except (httpx.RequestError, TimeoutError) as error:
            raise exchange.no_answer(error, request_id) from error

    def _read(self, response: httpx.Response, ends_at_s: float, request_id: str) -> bytes:
        content = bytearray()
        for part in response.iter_bytes():
            content += part
            if len(content) > exchange.MAX_ANSWER_BYTES:
                raise exchange.too_long(request_id)
            # Each part may have come in time, and all of them together not.
            if time.monotonic() > ends_at_s:
                raise TimeoutError
        return bytes(content)

    def _connect(self) -> None:
        self._pid = os.getpid()
        self._http = httpx.Client(**exchange.http_options(self._base_url), auth=self._credentials)
