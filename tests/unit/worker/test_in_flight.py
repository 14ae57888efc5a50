from datetime import UTC, datetime
from uuid import UUID, uuid4

from wasl.domain.payment_intent import new_uuid
from wasl.storage.delivery_queue import ClaimedDelivery
from wasl.worker.in_flight import InFlight


def delivery(application: UUID) -> ClaimedDelivery:
    new = new_uuid(datetime.now(UTC))
    return ClaimedDelivery(application, new, uuid4(), 0, None, "https://x.example/", b"", b"")


def fill(in_flight: InFlight, application: UUID) -> tuple[int, int]:
    """How many it can have taken when it always has more, and how many of them are sent."""
    taken = sent = 0
    while (room := in_flight.room()).total > 0 and room.of_busy.get(application, room.of_each) > 0:
        sent += in_flight.take(delivery(application))
        taken += 1
    return taken, sent


def test_one_application_sends_at_most_its_limit_with_as_many_at_hand() -> None:
    in_flight = InFlight(1000, 50)
    assert fill(in_flight, uuid4()) == (100, 50)
    assert in_flight.room().total == 900


def test_what_waits_is_sent_in_its_order_when_another_has_ended() -> None:
    in_flight = InFlight(1000, 1)
    shop = uuid4()
    first, second, third = (delivery(shop) for _ in range(3))
    assert [in_flight.take(one) for one in (first, second, third)] == [True, False, False]
    assert [in_flight.end(shop), in_flight.end(shop), in_flight.end(shop)] == [second, third, None]
    assert in_flight.total == 0
    assert in_flight.room().of_busy == {}


def test_one_application_never_waits_for_another() -> None:
    in_flight = InFlight(1000, 1)
    assert in_flight.take(delivery(uuid4()))
    assert in_flight.take(delivery(uuid4()))


def test_what_ends_makes_room() -> None:
    in_flight = InFlight(100, 2)
    shop = uuid4()
    assert fill(in_flight, shop) == (4, 2)
    in_flight.end(shop)
    assert fill(in_flight, shop)[0] == 1


def test_what_waits_can_be_given_back() -> None:
    in_flight = InFlight(1000, 1)
    shop = uuid4()
    waiting = [delivery(shop) for _ in range(3)]
    in_flight.take(delivery(shop))
    for one in waiting:
        in_flight.take(one)
    assert list(in_flight.give_back()) == waiting
    assert in_flight.total == 1
    assert in_flight.end(shop) is None


def test_a_few_that_hang_leave_plenty() -> None:
    in_flight = InFlight(1000, 50)
    for _ in range(5):
        fill(in_flight, uuid4())
    assert in_flight.room().total >= 500


def test_however_many_hang_something_is_left_for_the_next() -> None:
    in_flight = InFlight(1000, 50)
    held = {uuid4(): 0 for _ in range(100)}
    # Their tries end one application at a time, and each takes again what it can get.
    for _ in range(20):
        for application, count in held.items():
            for _ in range(count):
                in_flight.end(application)
            held[application] = fill(in_flight, application)[0]
    assert min(held.values()) >= 1
    assert in_flight.room().total >= 50
    assert fill(in_flight, uuid4())[1] >= 1


def test_there_is_room_for_one_even_where_little_is_free() -> None:
    in_flight = InFlight(1, 1)
    assert fill(in_flight, uuid4()) == (1, 1)
    assert in_flight.room().total == 0
