"""Send what is due: claim → prepare → send → record. The send touches no database."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final, NamedTuple
from uuid import UUID, uuid4

import structlog
from cryptography.fernet import InvalidToken

from wasl.domain.delivery import Outcome, TryResult
from wasl.domain.retry_schedule import next_try_at
from wasl.domain.webhook_request import signed_headers
from wasl.domain.webhook_signature import SIGNATURE_HEADER, signature
from wasl.storage import (
    deliveries,
    delivery_outcomes,
    delivery_queue,
    delivery_settlement,
    delivery_tries,
    wakeups,
)
from wasl.storage.deliveries import RecordedTry
from wasl.storage.delivery_queue import ClaimedDelivery, Room
from wasl.storage.delivery_settlement import SettledTry
from wasl.storage.delivery_tries import NewTry, TryKey
from wasl.storage.encryption import SecretBox
from wasl.storage.pool import Connection, Pool, connection_from, transaction_from
from wasl.webhook_http import TOTAL_S, GuardedHttp

log = structlog.get_logger()

# Longer than a delivery may wait for its turn, and be sent: only a worker that died, or lost its
# database, lets it run out.
LEASE: Final = timedelta(seconds=3 * TOTAL_S)
_SECRETS_REMEMBERED: Final = 1024
# Asked three times of every try; by way of the enumeration it takes much longer.
_SUCCEEDED: Final = Outcome.SUCCEEDED


class Prepared(NamedTuple):
    """The request. Without headers there is no signature, and nothing is sent."""

    claimed: ClaimedDelivery
    headers: Mapping[str, str] | None


class Tried(NamedTuple):
    claimed: ClaimedDelivery
    started_at: datetime
    result: TryResult
    signature: str | None

    @property
    def succeeded(self) -> bool:
        return self.result.outcome is _SUCCEEDED

    @property
    def next_try_at(self) -> datetime | None:
        """The wait counts from the end of the try. A resend changes nothing of the plan."""
        if self.succeeded or self.claimed.resend_at is not None:
            return None
        ended_at = self.started_at + timedelta(milliseconds=self.result.duration_ms)
        return next_try_at(self.claimed.automatic_tries + 1, ended_at)


class DeliverWebhooks:
    """`pool` has the settings of `delivery_queue`."""

    def __init__(self, pool: Pool, secret_box: SecretBox, http: GuardedHttp) -> None:
        self._pool = pool
        # An application's deliveries carry the same encrypted secret until it is rolled.
        self._secret = lru_cache(_SECRETS_REMEMBERED)(secret_box.decrypt)
        self._http = http

    async def claim(self, room: Room, now: datetime) -> list[ClaimedDelivery]:
        async with connection_from(self._pool) as connection:
            return await delivery_queue.claim(connection, uuid4(), now, now + LEASE, room)

    async def next_due(self, room: Room) -> datetime | None:
        async with connection_from(self._pool) as connection:
            return await delivery_queue.next_due(connection, room)

    async def hand_over(self, unsent: Sequence[ClaimedDelivery]) -> None:
        """Other workers may take these at once, and look themselves for what is due next."""
        async with connection_from(self._pool) as connection:
            await delivery_queue.release(connection, unsent)
            await wakeups.wake(connection, wakeups.SEND_DELIVERIES)

    def prepare(self, claimed: ClaimedDelivery) -> Prepared:
        try:
            secret = self._secret(claimed.secret_encrypted)
        except InvalidToken:
            log.error("webhook_secret_unreadable", delivery=str(claimed.delivery_id))  # noqa: TRY400
            return Prepared(claimed, None)
        return Prepared(claimed, signed_headers(signature(secret, claimed.body)))

    async def send(self, prepared: Prepared, now: datetime) -> Tried:
        claimed = prepared.claimed
        if prepared.headers is None:
            result = TryResult(Outcome.NOT_SIGNED, 0, error="the secret cannot be read")
        else:
            result = await self._http.post(claimed.url, claimed.body, prepared.headers)
        return Tried(claimed, now, result, (prepared.headers or {}).get(SIGNATURE_HEADER))

    async def record(self, tried: Sequence[Tried], *, may_be_recorded: bool = False) -> bool:
        """Whether any of them is to be sent again.

        A delivery whose lease ran out may have been tried twice: each counts by itself. After a
        failure nobody knows what was written, so then the caller says `may_be_recorded`.
        """
        once = {one.claimed.delivery_id: one for one in tried}
        twice = [one for one in tried if once[one.claimed.delivery_id] is not one]
        more_to_send = False
        if twice:
            more_to_send = await self.record(twice, may_be_recorded=may_be_recorded)
        new = list(once.values())
        async with transaction_from(self._pool) as connection:
            if may_be_recorded:
                new = await _not_recorded(connection, new)
                # What the others were planned for was not told.
                more_to_send |= len(new) < len(once)
            if new:
                more_to_send |= await _record(connection, new)
        for one in once.values():
            if not one.succeeded:
                _tell(one)
        return more_to_send


async def _not_recorded(connection: Connection, tried: Sequence[Tried]) -> list[Tried]:
    keys = [
        TryKey(one.claimed.application_id, one.claimed.delivery_id, one.started_at) for one in tried
    ]
    # The commit whose answer was lost may still be under way.
    await deliveries.lock(connection, [(key.application_id, key.delivery_id) for key in keys])
    recorded = await delivery_tries.recorded(connection, keys)
    return [one for one in tried if (one.claimed.delivery_id, one.started_at) not in recorded]


async def _record(connection: Connection, tried: Sequence[Tried]) -> bool:
    settled = await delivery_settlement.settle(connection, [_settled(one) for one in tried])
    counted = [_counted(one, settled.ours) for one in tried]
    numbers = await deliveries.count_tries(connection, counted)
    await delivery_tries.insert_many(connection, [_history(one, numbers) for one in tried])
    outcomes = Counter(one.result.outcome.value for one in tried)
    await delivery_outcomes.add(connection, outcomes)
    return settled.more_to_send


def _settled(tried: Tried) -> SettledTry:
    claimed = tried.claimed
    return SettledTry(
        claimed.application_id,
        claimed.delivery_id,
        claimed.lease,
        claimed.resend_at,
        tried.succeeded,
        tried.next_try_at,
    )


def _counted(tried: Tried, ours: set[UUID]) -> RecordedTry:
    claimed = tried.claimed
    used_up = claimed.resend_at is None and tried.next_try_at is None
    gives_up = used_up and not tried.succeeded and claimed.delivery_id in ours
    return RecordedTry(claimed.application_id, claimed.delivery_id, tried.succeeded, gives_up)


def _history(tried: Tried, numbers: Mapping[UUID, int]) -> NewTry:
    claimed, result = tried.claimed, tried.result
    return NewTry(
        claimed.application_id,
        claimed.delivery_id,
        numbers[claimed.delivery_id],
        claimed.resend_at is not None,
        claimed.url,
        tried.started_at,
        result.duration_ms,
        result.address,
        result.status_code,
        result.answer,
        result.answer_cut,
        result.outcome.value,
        result.error,
        tried.signature,
    )


def _tell(tried: Tried) -> None:
    """Without the URL, which may hold a secret of the merchant's."""
    log.info(
        "delivery_not_received",
        delivery=str(tried.claimed.delivery_id),
        application=str(tried.claimed.application_id),
        outcome=tried.result.outcome.value,
        reason=tried.result.error,
        next_try_at=tried.next_try_at,
    )
