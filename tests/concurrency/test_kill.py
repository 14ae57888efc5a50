"""A server process is killed in the middle of 5,000 creates."""

import asyncio
import os
import signal

import psutil

from tests.support.bodies import unique_reference
from tests.support.raw_http import CUT_OFF, raw_connection
from tests.support.service import PAYMENT_INTENTS, Service, running_service
from tests.support.waiting import wait_for

CREATES = 5_000
AT_ONCE = 50


class Creating:
    """Sends each create again until it is answered, as a careful merchant does."""

    def __init__(self, service: Service, kill_after: int) -> None:
        self._service = service
        self._kill_after = kill_after
        self._waiting = [unique_reference() for _ in range(CREATES)]
        self.answers: dict[str, tuple[int, str]] = {}
        self.cut_off = 0

    async def run(self) -> None:
        async with asyncio.TaskGroup() as creators:
            for _ in range(AT_ONCE):
                creators.create_task(self._create())

    async def _create(self) -> None:
        while self._waiting:
            try:
                await self._create_until_cut_off()
            except CUT_OFF:
                self.cut_off += 1

    async def _create_until_cut_off(self) -> None:
        async with raw_connection(self._service.url, self._service.headers) as connection:
            while self._waiting:
                reference = self._waiting.pop()
                sent = {"merchant_reference": reference, "amount": 1_000, "currency": "LYD"}
                try:
                    answer = await connection.ask("POST", PAYMENT_INTENTS, sent)
                except CUT_OFF:
                    self._waiting.append(reference)
                    raise
                self.answers[reference] = (answer.status_code, answer.json()["data"]["uuid"])
                if len(self.answers) == self._kill_after:
                    os.kill(self._busiest_worker(), signal.SIGKILL)

    def _busiest_worker(self) -> int:
        """One that has creates in hand: which process takes a connection is the kernel's choice."""
        return max(
            self._service.process.workers(),
            key=lambda pid: len(psutil.Process(pid).net_connections("tcp")),
        )


def test_every_create_that_was_answered_is_stored(own_database_url: str) -> None:
    with running_service(own_database_url) as service:
        creating = Creating(service, kill_after=CREATES // 3)
        asyncio.run(creating.run())
        assert creating.cut_off > 0
        assert len(creating.answers) == CREATES
        assert {status for status, _ in creating.answers.values()} <= {200, 201}
        rows = service.database.fetch("SELECT merchant_reference, uuid::text FROM payment_intents")
        stored = {row[0]: row[1] for row in rows}
        assert stored == {reference: uuid for reference, (_, uuid) in creating.answers.items()}
        wait_for(lambda: len(service.process.workers()) == 2)
