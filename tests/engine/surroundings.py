"""What the rules of the state machine are made of."""

from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

from hypothesis.stateful import RuleBasedStateMachine

from tests.engine import values
from tests.engine.engine import Engine
from tests.engine.lost_answers import LostAnswers
from wasl.bootstrap import Services
from wasl.domain.application import Method
from wasl.domain.attempt import Attempt
from wasl.domain.errors import PaymentRefused
from wasl.domain.inquiry_schedule import ASK_FOR
from wasl.services.receive_notification import Verdict


class Surroundings(RuleBasedStateMachine):
    def __init__(self, engine: Engine, doomed: Services, lost_answers: LostAnswers) -> None:
        """`doomed` are the services of processes that die while they wait for an answer."""
        super().__init__()
        self.engine = engine
        self.doomed = doomed
        self.lost_answers = lost_answers
        self.intents: list[UUID] = []
        self.cards: list[UUID] = []
        self.spoiled = 0
        self.announced: list[dict[str, Any]] = []
        self.taken: set[int] = set()
        self.seen: dict[UUID, str] = {}
        engine.reset()

    def intent(self, number: int) -> UUID:
        """Mostly one that can be paid."""
        among = self.intents
        if number % 5:
            books = self.engine.books().intents
            payable = {i.uuid for i in books if i.status == "requires_payment_method"}
            among = [uuid for uuid in self.intents if uuid in payable]
        if not among:
            self.intents.append(self.engine.new_intent(25_010, timedelta(minutes=6)))
            among = self.intents[-1:]
        return among[number % len(among)]

    def reconcile(self, method: Method) -> None:
        """One after the other, so that a spoiled answer always meets the same attempt."""
        ask = self.engine.services.ask_provider
        for attempt in sorted(self.engine.run(ask.claim_due(method, self.engine.now))):
            self.engine.run(ask(attempt, self.engine.now))

    def pick(self, among: list[Attempt], number: int) -> Attempt:
        return among[number % len(among)]

    def attempts(self, *states: str) -> list[Attempt]:
        return [a for a in self.engine.books().attempts if a.state in states]

    def wallets(self) -> list[Attempt]:
        return self.attempts("awaiting_code")

    def open_ended(self) -> list[Attempt]:
        return self.attempts("in_flight", "abandoned")

    def lightboxes(self) -> list[Attempt]:
        return [a for a in self.engine.books().attempts if a.method == "card"]

    def will_be_asked_about(self, lightbox: Attempt, earlier: int) -> bool:
        """Whether a payment now would be found though nobody announces it.

        A person who settles by the ledger, after 72 hours without an answer, names one payment.
        """
        assert lightbox.in_flight_at is not None
        last = lightbox.in_flight_at + ASK_FOR - timedelta(seconds=2 * values.LATE_AFTER_S)
        return self.engine.now < last and (earlier == 0 or lightbox.state == "paid")

    def spend_all_faults_but_one(self) -> None:
        """A card that is paid is asked about for the last time twice, or three times, in vain."""
        for _ in range(self.spoiled - 1):
            self.engine.sandbox.ask_in_vain()

    def charges(self, attempt: Attempt) -> list[dict[str, Any]]:
        known = attempt.provider_reference if attempt.method == "edfali" else attempt.reference
        return [c for c in self.engine.sandbox.ledger() if c["reference"] == known]

    def run_all(self, *works: Any) -> None:
        """What we refuse ourselves is no error here."""
        for result in self.engine.at_once(*works):
            if isinstance(result, BaseException) and not isinstance(result, PaymentRefused):
                raise result

    def let(self, work: Any, dies: bool | None) -> None:
        if dies is None:
            self.run_all(work)
        else:
            self.die_during(work, arrives=dies)

    def die_during(self, work: Any, arrives: bool) -> None:
        self.lost_answers.passes_on = arrives
        before = self.lost_answers.swallowed
        with suppress(PaymentRefused):
            self.engine.crash(work, lambda: self.lost_answers.swallowed > before)

    def deliver(self, number: int) -> None:
        fields = self.announced[number]
        receive = self.engine.services.receive_notification
        verdict = self.engine.run(
            receive(Method.CARD, fields["MerchantReference"], fields, self.engine.now)
        )
        assert verdict in (Verdict.ACCEPTED, Verdict.NOT_CONFIRMED)
        if verdict is Verdict.ACCEPTED:
            self.taken.add(number)


def code_for(attempt: Attempt, kind: str) -> str:
    name = {"right": "CODE", "wrong": "WRONG_CODE", "expired": "EXPIRED_CODE"}[kind]
    code: str = getattr(values, f"{attempt.method.upper()}_{name}")
    return code
