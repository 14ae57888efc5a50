"""Both clients behind one face: what holds for one holds for the other."""

import asyncio
from typing import Any, Protocol
from uuid import UUID

from wasl_sdk import AsyncWaslClient, PaymentIntent, WaslClient


class Caller(Protocol):
    def create(self, **fields: Any) -> PaymentIntent: ...

    def retrieve(self, uuid: str | UUID) -> PaymentIntent: ...

    def close(self) -> None: ...


class SyncCaller:
    def __init__(self, url: str, **options: Any) -> None:
        self.client = WaslClient(f"{url}/api/v1", **options)

    def create(self, **fields: Any) -> PaymentIntent:
        return self.client.create_payment_intent(**fields)

    def retrieve(self, uuid: str | UUID) -> PaymentIntent:
        return self.client.retrieve_payment_intent(uuid)

    def close(self) -> None:
        self.client.close()


class AsyncCaller:
    def __init__(self, url: str, **options: Any) -> None:
        self._runner = asyncio.Runner()
        self.client = AsyncWaslClient(f"{url}/api/v1", **options)

    def create(self, **fields: Any) -> PaymentIntent:
        return self._runner.run(self.client.create_payment_intent(**fields))

    def retrieve(self, uuid: str | UUID) -> PaymentIntent:
        return self._runner.run(self.client.retrieve_payment_intent(uuid))

    def close(self) -> None:
        self._runner.run(self.client.close())
        self._runner.close()
