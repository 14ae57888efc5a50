from uuid import UUID, uuid4

from wasl.worker.in_flight import InFlight


def fill(in_flight: InFlight, application: UUID) -> int:
    """How many it can have on their way when it always has more."""
    count = 0
    while (room := in_flight.room()).total > 0 and room.of_busy.get(application, room.of_each) > 0:
        in_flight.add(application)
        count += 1
    return count


def test_one_application_has_at_most_its_limit() -> None:
    in_flight = InFlight(500, 50)
    assert fill(in_flight, uuid4()) == 50
    assert in_flight.room().total == 450


def test_what_ends_makes_room() -> None:
    in_flight = InFlight(100, 2)
    one = uuid4()
    assert fill(in_flight, one) == 2
    in_flight.remove(one)
    assert fill(in_flight, one) == 1
    in_flight.remove(one)
    in_flight.remove(one)
    assert in_flight.room().of_busy == {}


def test_a_few_that_hang_leave_plenty() -> None:
    in_flight = InFlight(500, 50)
    for _ in range(5):
        fill(in_flight, uuid4())
    assert in_flight.room().total >= 250


def test_however_many_hang_something_is_left_for_the_next() -> None:
    in_flight = InFlight(500, 50)
    held = {uuid4(): 0 for _ in range(100)}
    # Their tries end one application at a time, and each takes again what it can get.
    for _ in range(5):
        for application, count in held.items():
            for _ in range(count):
                in_flight.remove(application)
            held[application] = fill(in_flight, application)
    assert min(held.values()) >= 1
    assert in_flight.room().total >= 5
    assert fill(in_flight, uuid4()) >= 1


def test_there_is_room_for_one_even_where_little_is_free() -> None:
    in_flight = InFlight(1, 1)
    assert in_flight.room().of_each == 1
    assert fill(in_flight, uuid4()) == 1
    assert in_flight.room().total == 0
