"""Whatever happens in whatever order: every charge ends as one success or one surplus."""

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.engine.engine import Engine
from tests.engine.lost_answers import LostAnswers
from tests.engine.payment_machine import PaymentMachine

BOUNDED = settings(
    max_examples=25,
    stateful_step_count=25,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def test_no_order_of_events_loses_a_payment_or_takes_it_twice(engine: Engine) -> None:
    lost_answers = LostAnswers(engine.sandbox.url)
    doomed = engine.open_services(engine.run(lost_answers.open()))

    class Machine(PaymentMachine):
        def __init__(self) -> None:
            super().__init__(engine, doomed, lost_answers)

    try:
        run_state_machine_as_test(Machine, settings=BOUNDED)
    finally:
        engine.run(lost_answers.close())
