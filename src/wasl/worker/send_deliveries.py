"""Sends webhooks as soon as they are due, many at once, and records what came of them."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import structlog

from wasl.domain.errors import ServiceUnavailable
from wasl.services.deliver_webhooks import DeliverWebhooks, Tried
from wasl.storage.delivery_queue import ClaimedDelivery
from wasl.storage.wakeups import SEND_DELIVERIES
from wasl.worker.in_flight import InFlight
from wasl.worker.until import seconds_until

log = structlog.get_logger()

# A claim this large means that there is much to do. Then claims and records are spaced, so that
# each takes many deliveries along. The next claim comes when a part of what is here has ended,
# early enough that there is something to send while it runs.
_MUCH: Final = 8
_ENOUGH_ENDED: Final = 0.25
_BETWEEN_CLAIMS_S: Final = 0.01
_BETWEEN_RECORDS_S: Final = 0.02
_RECORD_BATCH: Final = 512
_AFTER_OUTAGE_S: Final = 1.0
# When told to stop: as long as a try can take, and its recording.
_FINISH_WITHIN_S: Final = 12.0


class SendDeliveries:
    name = SEND_DELIVERIES
    # Between two looks: unlike other jobs it is in a hurry.
    breath_s = 0.001

    def __init__(self, deliver: DeliverWebhooks, in_flight: InFlight) -> None:
        self._deliver = deliver
        self._in_flight = in_flight
        self._sending: set[asyncio.Task[None]] = set()
        self._results: list[Tried] = []
        self._recording: asyncio.Task[None] | None = None
        self._enough_ended: asyncio.Future[None] | None = None
        self._enough_left = 0
        self._room_is_short = False
        self._told_of_room = False
        # Called when there may be something to send sooner than `run_once` said.
        self.on_change: Callable[[], None] = lambda: None

    async def run_once(self) -> float:
        """Starts what is due; it goes on by itself."""
        while True:
            room = self._in_flight.room()
            # Before anything is awaited: a try that ends meanwhile has to tell.
            self._room_is_short = room.total <= 0 or any(n <= 0 for n in room.of_busy.values())
            claimed = await self._deliver.claim(room, datetime.now(UTC)) if room.total > 0 else []
            for delivery in claimed:
                if self._in_flight.take(delivery):
                    self._start(delivery)
            if not claimed:
                return seconds_until(await self._deliver.next_due(room))
            if len(claimed) >= _MUCH:
                await self._until_enough_has_ended()

    async def finish(self) -> None:
        """Lets what is on its way arrive, and records it; the rest is left to others."""
        with suppress(ServiceUnavailable):
            await self._deliver.hand_over(list(self._in_flight.give_back()))
        if self._sending:
            await asyncio.wait(self._sending, timeout=_FINISH_WITHIN_S)
        if self._recording is not None:
            await asyncio.wait([self._recording], timeout=_FINISH_WITHIN_S)

    def _start(self, claimed: ClaimedDelivery) -> None:
        task = asyncio.create_task(self._carry(claimed))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _carry(self, claimed: ClaimedDelivery) -> None:
        """It, and then those of its application that wait: a task for each would cost more."""
        following: ClaimedDelivery | None = claimed
        while following is not None:
            try:
                prepared = self._deliver.prepare(following)
                tried = await self._deliver.send(prepared, datetime.now(UTC))
            except Exception:
                log.exception("delivery_not_tried", delivery=str(following.delivery_id))
            else:
                self._keep(tried)
            following = self._end(following)

    def _keep(self, tried: Tried) -> None:
        self._results.append(tried)
        if self._recording is None:
            self._recording = asyncio.create_task(self._record_all())

    def _end(self, claimed: ClaimedDelivery) -> ClaimedDelivery | None:
        """The one that is to be sent in its place."""
        following = self._in_flight.end(claimed.application_id)
        if self._in_flight.total <= self._enough_left:
            self._claim_again()
        if self._room_is_short and not self._told_of_room:
            self._told_of_room = True
            asyncio.get_running_loop().call_later(_BETWEEN_CLAIMS_S, self._there_is_room)
        return following

    async def _until_enough_has_ended(self) -> None:
        loop = asyncio.get_running_loop()
        self._enough_left = int(self._in_flight.total * (1 - _ENOUGH_ENDED))
        self._enough_ended = loop.create_future()
        at_the_latest = loop.call_later(_BETWEEN_CLAIMS_S, self._claim_again)
        await self._enough_ended
        at_the_latest.cancel()

    def _claim_again(self) -> None:
        if self._enough_ended is not None and not self._enough_ended.done():
            self._enough_ended.set_result(None)

    def _there_is_room(self) -> None:
        self._told_of_room = False
        self.on_change()

    async def _record_all(self) -> None:
        while self._results:
            batch = self._results[:_RECORD_BATCH]
            del self._results[:_RECORD_BATCH]
            await self._record(batch)
            if len(self._results) < _RECORD_BATCH:
                await asyncio.sleep(_BETWEEN_RECORDS_S)
        # In the same step that found nothing, so that no result falls in between.
        self._recording = None

    async def _record(self, batch: Sequence[Tried], *, may_be_recorded: bool = False) -> None:
        """Until it is done. What cannot be recorded fails alone, and is sent again."""
        while True:
            try:
                if await self._deliver.record(batch, may_be_recorded=may_be_recorded):
                    self.on_change()
            except ServiceUnavailable:
                log.warning("job_waits_for_database", job=self.name)
                await asyncio.sleep(_AFTER_OUTAGE_S)
                # It may have been the answer to the commit that was lost.
                may_be_recorded = True
            except Exception:
                if len(batch) == 1:
                    log.exception("delivery_not_recorded", delivery=_id_of(batch[0]))
                    return
                for one in batch:
                    await self._record([one], may_be_recorded=True)
                return
            else:
                return


def _id_of(tried: Tried) -> str:
    return str(tried.claimed.delivery_id)
