"""Whatever the order in which transactions commit, a cursor passes nothing by."""

import asyncio
import random
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from tests.listen.site import Merchant, Site, ids
from wasl.domain.application import Method
from wasl.domain.event_cursor import START, EventCursor, decode_cursor
from wasl.domain.payment_intent import NewPaymentIntent, Status
from wasl.services.change_status import change_status
from wasl.storage import event_feed
from wasl.storage.payment_intents import IntentKey
from wasl.storage.pool import open_pool, transaction_from

# Payments by one method on one day count up the same row, and commit one after another.
CHANGES = (
    (Status.CANCELED, None),
    *((Status.SUCCEEDED, method) for method in Method),
)
WRITERS = len(CHANGES)
EVENTS_EACH = 15
READERS = 3


def test_an_event_that_is_committed_late_is_told_late_and_not_lost(
    site: Site, merchant: Merchant
) -> None:
    events = site.events
    early, late = events.new_intent(merchant.shop), events.new_intent(merchant.shop)

    async def commit_in_the_other_order() -> tuple[EventCursor, list[UUID], list[UUID]]:
        pool = await open_pool(events.database_url, 3)
        read = events.services.read_events
        try:
            async with transaction_from(pool) as held:
                # Written first: its row has the lower number, and is not visible.
                await change_status(held, [late], *_change(0, events.now))
                async with transaction_from(pool) as quick:
                    await change_status(quick, [early], *_change(1, events.now))
                first = await read(merchant.id, START)
            second = await read(merchant.id, first.cursor)
        finally:
            await pool.close()
        told = [[one.entry.payment_intent_uuid for one in page.events] for page in (first, second)]
        return first.cursor, told[0], told[1]

    cursor, first, second = events.run(commit_in_the_other_order())
    assert (first, second) == ([early.uuid], [late.uuid])
    # By their number alone, the late one is behind the cursor.
    lower = events.value(
        "SELECT bool_and(late.written < early.written) FROM event_feed AS late, event_feed AS early"
        " WHERE late.payment_intent_uuid = $1 AND early.delivery_id = $2",
        late.uuid,
        cursor.delivery_id,
    )
    assert lower


def test_every_reader_sees_everything_once_and_in_the_same_order(
    site: Site, merchant: Merchant
) -> None:
    """Writers hold their transactions open for different times, while readers follow."""
    events = site.events
    chance = random.Random(7)
    waits = [chance.uniform(0, 0.02) for _ in range(WRITERS * EVENTS_EACH)]
    intents = [events.new_intent(merchant.shop) for _ in waits]
    seen = events.run(_race(site, merchant, intents, waits))
    assert {len(one) for one in seen} == {len(intents)}
    assert all(one == seen[0] for one in seen)
    assert set(seen[0]) == {intent.uuid for intent in intents}


def _change(number: int, now: datetime) -> tuple[Status, datetime, Method | None]:
    to, paid_by = CHANGES[number]
    return to, now, paid_by


async def _race(
    site: Site, merchant: Merchant, intents: list[IntentKey], waits: list[float]
) -> list[list[UUID]]:
    pool = await open_pool(site.events.database_url, WRITERS)

    async def write(number: int, some: list[tuple[IntentKey, float]]) -> None:
        for intent, wait_s in some:
            async with transaction_from(pool) as connection:
                await change_status(connection, [intent], *_change(number, site.events.now))
                await asyncio.sleep(wait_s)

    async def read(all_written: asyncio.Event) -> list[UUID]:
        seen: list[UUID] = []
        cursor = START
        while True:
            last_look = all_written.is_set()
            page = await site.events.services.read_events(merchant.id, cursor)
            assert not page.rewound
            seen += [one.entry.payment_intent_uuid for one in page.events]
            cursor = page.cursor
            if last_look and not page.events:
                return seen

    all_written = asyncio.Event()
    readers = [asyncio.create_task(read(all_written)) for _ in range(READERS)]
    work = list(zip(intents, waits, strict=True))
    await asyncio.gather(*(write(number, work[number::WRITERS]) for number in range(WRITERS)))
    all_written.set()
    seen = await asyncio.gather(*readers)
    await pool.close()
    return list(seen)


def test_while_events_are_numbered_intents_can_be_created(site: Site, merchant: Merchant) -> None:
    """The lock is weaker than the one a create takes on the same application."""
    events = site.events
    site.pay(merchant)

    async def create_while_numbering() -> None:
        async with events.sql.transaction():
            await event_feed.number_visible(events.sql, merchant.id)
            new = NewPaymentIntent("created meanwhile", 1000, "LYD", None, None, None, None, None)
            async with asyncio.timeout(5):
                await events.services.create_payment_intent(merchant.id, new, events.now)

    events.run(create_while_numbering())
    assert ids(site.read(merchant, "start")) == site.event_ids(merchant)


@pytest.mark.parametrize("regrown", [0, 3], ids=["shorter", "grown past the cursor again"])
def test_a_database_restored_from_a_backup_tells_again_rather_than_nothing(
    site: Site, merchant: Merchant, regrown: int
) -> None:
    events = site.events
    kept = site.pay(merchant)
    site.pay(merchant)
    page = site.read(merchant, "start")
    # The backup was taken after the first event: the second has never happened here.
    events.execute("DELETE FROM event_feed WHERE application_id = $1 AND position = 2", merchant.id)
    since = [site.pay(merchant) for _ in range(regrown)]
    again = site.read(merchant, page["cursor"])
    assert again["rewound"]
    assert ids(again) == [kept, *since]
    assert not site.read(merchant, again["cursor"])["rewound"]


def test_what_is_told_again_begins_an_hour_before(site: Site, merchant: Merchant) -> None:
    """Not with the first event ever."""
    events = site.events
    old = site.pay(merchant)
    events.execute(
        "UPDATE event_feed SET created_at = created_at - interval '2 hours' WHERE delivery_id = $1",
        UUID(old),
    )
    recent, lost = site.pay(merchant), site.pay(merchant)
    cursor = site.read(merchant, "start")["cursor"]
    events.execute("DELETE FROM event_feed WHERE delivery_id = $1", UUID(lost))
    assert ids(site.read(merchant, cursor)) == [recent]


def test_a_cursor_says_what_was_put_into_it() -> None:
    moment = datetime(2026, 1, 31, 10, 0, 0, 123456, tzinfo=UTC)
    cursor = EventCursor(2**40, UUID(int=5), moment)
    assert decode_cursor(cursor.encode()) == cursor
    assert decode_cursor(START.encode()) == START
    later = EventCursor(1, UUID(int=5), moment + timedelta(microseconds=1))
    assert decode_cursor(later.encode()) == later
