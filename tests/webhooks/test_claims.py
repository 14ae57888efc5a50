"""Claiming: a fair share for every application, and nothing twice."""

import asyncio
import re
from collections import Counter
from datetime import timedelta

from tests.webhooks.harness import SEED, Shop, Webhooks
from tests.webhooks.receiver import Receiver
from wasl.storage.delivery_queue import _CLAIM, PLANNER_SETTINGS, ClaimedDelivery, Room
from wasl.storage.pool import close_pool, connection_from, open_pool


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
    shops = shops_with(webhooks, receiver, 30, 30, 30, 30)
    busy = {shops[0].id: 0, shops[1].id: 2, shops[2].id: -3}
    assert per_shop(webhooks.claim(Room(100, 5, busy)), shops) == [0, 2, 0, 5]


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


def test_a_claim_passes_over_what_another_is_just_taking(webhooks: Webhooks, shop: Shop) -> None:
    made = []
    for _ in range(4):
        webhooks.pass_time(timedelta(seconds=1))
        made.append(webhooks.pay(shop))

    async def claim_beside_another() -> list[ClaimedDelivery]:
        async with webhooks.sql.transaction():
            await webhooks.sql.execute(
                "SELECT 1 FROM delivery_queue WHERE delivery_id = ANY($1::uuid[]) FOR UPDATE",
                made[:2],
            )
            # It would wait until the other has ended, and that is after this.
            return await webhooks.services.deliver_webhooks.claim(Room(2, 2, {}), webhooks.now)

    taken = webhooks.run(claim_beside_another())
    assert {one.delivery_id for one in taken} == set(made[2:])


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
    """By the plan, not by the clock: with one that was made, and kept, when nothing was queued."""
    shops = [webhooks.new_shop(receiver.url()) for _ in range(3)]
    webhooks.execute("VACUUM ANALYZE delivery_queue")
    types = "timestamptz, timestamptz, uuid, integer, integer, uuid[], integer[]"
    arguments = "now(), now() + interval '1 hour', gen_random_uuid(), 30, 30, '{}', '{}'"

    async def plan_of_a_claim() -> str:
        pool = await open_pool(webhooks.database_url, 1, PLANNER_SETTINGS)
        async with connection_from(pool) as connection:
            await connection.execute("SET plan_cache_mode = force_generic_plan")
            await connection.execute(f"PREPARE claim ({types}) AS {_CLAIM}")
            await connection.execute(f"EXECUTE claim ({arguments})")
            for shop in shops:
                await webhooks.sql.execute(SEED, shop.id, 2_000)
            rows = await connection.fetch(f"EXPLAIN (ANALYZE) EXECUTE claim ({arguments})")
        await close_pool(pool)
        return "\n".join(row[0] for row in rows)

    plan = webhooks.run(plan_of_a_claim())
    assert "Seq Scan on" not in plan, plan
    rows_read = [float(rows) for rows in re.findall(r"actual .*?rows=([\d.]+)", plan)]
    assert max(rows_read) <= 30, plan
