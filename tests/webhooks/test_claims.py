"""Claiming: a fair share for every application, and nothing twice."""

import asyncio
from collections import Counter
from datetime import timedelta

from tests.webhooks.harness import Shop, Webhooks
from tests.webhooks.receiver import Receiver
from wasl.storage.delivery_queue import ClaimedDelivery, Room


def shops_with(webhooks: Webhooks, receiver: Receiver, *counts: int) -> list[Shop]:
    shops = [webhooks.new_shop(receiver.url()) for _ in counts]
    for shop, count in zip(shops, counts, strict=True):
        webhooks.move(*(webhooks.new_intent(shop) for _ in range(count)))
        webhooks.pass_time(timedelta(milliseconds=1))
    return shops


def per_shop(claimed: list[ClaimedDelivery], shops: list[Shop]) -> list[int]:
    counted = Counter(one.application_id for one in claimed)
    return [counted[shop.id] for shop in shops]


def test_every_application_gets_an_equal_share_of_a_claim(
    webhooks: Webhooks, receiver: Receiver
) -> None:
    shops = shops_with(webhooks, receiver, 200, 3, 50, 1)
    assert per_shop(webhooks.claim(Room(40, 100, {})), shops) == [10, 3, 10, 1]
    # What the small ones left over is there for the next claim.
    assert per_shop(webhooks.claim(Room(40, 100, {})), shops) == [20, 0, 20, 0]


def test_no_application_gets_more_than_its_room(webhooks: Webhooks, receiver: Receiver) -> None:
    shops = shops_with(webhooks, receiver, 30, 30, 30)
    busy = {shops[0].id: 0, shops[1].id: 2}
    assert per_shop(webhooks.claim(Room(100, 5, busy)), shops) == [0, 2, 5]


def test_a_claim_never_takes_more_than_there_is_room_for(
    webhooks: Webhooks, receiver: Receiver
) -> None:
    shops = shops_with(webhooks, receiver, *([2] * 12))
    claimed = webhooks.claim(Room(5, 100, {}))
    # Who has waited longest comes first.
    assert per_shop(claimed, shops) == [1] * 5 + [0] * 7


def test_the_oldest_of_an_application_come_first(webhooks: Webhooks, shop: Shop) -> None:
    made = []
    for _ in range(5):
        webhooks.pass_time(timedelta(seconds=1))
        made.append(webhooks.pay(shop))
    assert {one.delivery_id for one in webhooks.claim(Room(2, 10, {}))} == set(made[:2])


def test_claims_at_the_same_moment_never_share_a_delivery(
    webhooks: Webhooks, receiver: Receiver
) -> None:
    shops_with(webhooks, receiver, 150, 150)
    claim = webhooks.services.deliver_webhooks.claim

    async def many() -> list[list[ClaimedDelivery]]:
        room = Room(30, 30, {})
        return await asyncio.gather(*(claim(room, webhooks.now) for _ in range(30)))

    claims = webhooks.run(many())
    while rest := webhooks.claim():
        claims.append(rest)
    taken = [one.delivery_id for claimed in claims for one in claimed]
    assert len(taken) == len(set(taken)) == 300


def test_the_next_due_time_is_that_of_an_application_with_room(
    webhooks: Webhooks, receiver: Receiver
) -> None:
    first, second = shops_with(webhooks, receiver, 1, 1)
    due = dict(webhooks.fetch("SELECT application_id, due_at FROM delivery_queue"))
    next_due = webhooks.services.deliver_webhooks.next_due
    assert webhooks.run(next_due(Room(1, 1, {}))) == due[first.id]
    assert webhooks.run(next_due(Room(1, 1, {first.id: 0}))) == due[second.id]
    assert webhooks.run(next_due(Room(1, 1, {first.id: 0, second.id: -1}))) is None


def test_a_claim_reads_no_more_of_a_flood_than_it_takes(
    webhooks: Webhooks, receiver: Receiver
) -> None:
    """By the plan, not by the clock: neither the queue nor the deliveries are read through."""
    shops_with(webhooks, receiver, 2000, 1)
    deliver = webhooks.services.deliver_webhooks

    async def blocks_read() -> int:
        async def count() -> int:
            await webhooks.sql.execute("SELECT pg_stat_force_next_flush()")
            found: int = await webhooks.sql.fetchval(
                "SELECT coalesce(sum(seq_tup_read), 0)::int FROM pg_stat_user_tables "
                "WHERE relname IN ('delivery_queue', 'deliveries')"
            )
            return found

        before = await count()
        await deliver.claim(Room(20, 20, {}), webhooks.now)
        return await count() - before

    webhooks.execute("VACUUM ANALYZE delivery_queue")
    assert webhooks.run(blocks_read()) == 0
