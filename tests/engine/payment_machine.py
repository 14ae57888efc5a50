"""Customers, merchants, providers, workers and crashes in any order: what may happen, as rules."""

from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from tests.engine import values
from tests.engine.engine import BIRTH_YEAR
from tests.engine.legal_moves import ATTEMPT_PATHS, INTENT_PATHS
from tests.engine.notification import notification
from tests.engine.surroundings import Surroundings, code_for
from wasl.domain.application import Method
from wasl.domain.attempt import MAX_WRONG_CODES, DeclineReason
from wasl.domain.inquiry_schedule import ASK_FOR
from wasl.provider_interface import Declined, Paid, Payer, Unknown

ANY = st.integers(min_value=0, max_value=50)
# Whether the process dies while it waits for the provider, and if so whether the provider was
# reached before.
DIES = st.sampled_from([None, None, None, False, True])
WALLETS = [
    *((Method.SADAD, phone) for phone in values.SADAD_PHONES),
    *((Method.EDFALI, phone) for phone in values.EDFALI_PHONES),
]
SPOILED = st.sampled_from(
    [
        ("sadad", "Pay", "cut"),
        ("sadad", "Pay", "malformed"),
        ("sadad", "Pay", "wrong_amount"),
        ("sadad", "enquiry", "http_500"),
        ("sadad", "enquiry", "wrong_amount"),
        ("edfali", "OnlineConfTrans", "cut"),
        ("edfali", "OnlineConfTrans", "http_500"),
        ("moamalat", "FilterTransactions", "cut"),
        ("moamalat", "FilterTransactions", "wrong_amount"),
    ]
)
TIMES_S = st.sampled_from([1, 3, 15, 15, 61, 61, 400, 16 * 60, 9 * 3600])


class PaymentMachine(Surroundings):
    # Who does what.

    @rule(minutes=st.sampled_from([6, 6, 120]), amount=st.sampled_from([1_000, 25_010]))
    def a_merchant_creates(self, minutes: int, amount: int) -> None:
        self.intents.append(self.engine.new_intent(amount, timedelta(minutes=minutes)))

    @rule(intent=ANY, wallet=st.sampled_from(WALLETS), dies=DIES)
    def a_customer_asks_for_a_code(
        self, intent: int, wallet: tuple[Method, str], dies: bool | None
    ) -> None:
        method, phone = wallet
        services = self.engine.services if dies is None else self.doomed
        payer = Payer(phone, BIRTH_YEAR)
        start = services.start_attempt(self.intent(intent), method, payer, None, self.engine.now)
        self.let(start, dies)

    @precondition(lambda self: self.wallets())
    @rule(attempt=ANY, kind=st.sampled_from(["right", "right", "wrong", "expired"]), dies=DIES)
    def a_customer_submits_a_code(self, attempt: int, kind: str, dies: bool | None) -> None:
        chosen = self.pick(self.wallets(), attempt)
        services = self.engine.services if dies is None else self.doomed
        self.let(services.confirm_attempt(chosen.id, code_for(chosen, kind), self.engine.now), dies)

    @rule(intent=ANY, wallet=st.sampled_from(WALLETS), dies=DIES)
    def a_customer_pays_by_wallet(
        self, intent: int, wallet: tuple[Method, str], dies: bool | None
    ) -> None:
        self.a_customer_asks_for_a_code(intent, wallet, dies=None)
        if self.wallets():
            self.a_customer_submits_a_code(-1, "right", dies)

    @precondition(lambda self: self.wallets())
    @rule(attempt=ANY)
    def a_customer_clicks_twice(self, attempt: int) -> None:
        chosen = self.pick(self.wallets(), attempt)
        submit = self.engine.services.confirm_attempt
        code = code_for(chosen, "right")
        self.run_all(*(submit(chosen.id, code, self.engine.now) for _ in range(2)))

    @precondition(lambda self: self.wallets())
    @rule(attempt=ANY)
    def a_customer_asks_for_another_code(self, attempt: int) -> None:
        chosen = self.pick(self.wallets(), attempt)
        self.run_all(self.engine.services.resend_code(chosen.id, self.engine.now))

    @rule(
        intent=ANY,
        then=st.sampled_from(["pays", "pays again", "comes back", "lets it expire", "waits"]),
    )
    def a_customer_opens_a_lightbox(self, intent: int, then: str) -> None:
        """Who comes back to the checkout can pay in another way while it is still open."""
        self.run_all(self.engine.starting(self.intent(intent), Method.CARD))
        if then.startswith("pays"):
            self.a_customer_pays_in_a_lightbox(-1, values.CARD_APPROVED)
        if then not in ("pays", "waits"):
            for lightbox in self.attempts("in_flight"):
                self.engine.revisit(lightbox)
        if then == "pays again":
            self.a_customer_pays_in_a_lightbox(-1, values.CARD_APPROVED, lost=True)
        if then == "lets it expire":
            self.engine.pass_time(400)
            self.engine.expire()

    @rule(
        attempt=ANY,
        card=st.sampled_from([values.CARD_APPROVED, *values.CARDS]),
        lost=st.sampled_from([False, False, True]),
    )
    def a_customer_pays_in_a_lightbox(self, attempt: int, card: str, lost: bool = False) -> None:
        """Whatever we think of it meanwhile: it is open in a browser somewhere."""
        if not self.lightboxes():
            return
        chosen = self.pick(self.lightboxes(), attempt)
        earlier = self.cards.count(chosen.id)
        # A late charge is never announced; of another the notification may be lost.
        announced = card != values.CARD_LATE and not lost
        if earlier == 3 or not (announced or self.will_be_asked_about(chosen, earlier)):
            return
        told = self.engine.pay_card(chosen, card)
        if told != "declined":
            self.cards.append(chosen.id)
            if announced:
                self.announced.append(notification(chosen))

    @precondition(lambda self: self.announced)
    @rule(number=ANY)
    def a_notification_arrives_once_more(self, number: int) -> None:
        self.deliver(number % len(self.announced))

    @precondition(lambda self: self.engine.books().attempts)
    @rule(attempt=ANY)
    def a_customer_comes_back(self, attempt: int) -> None:
        self.engine.revisit(self.pick(list(self.engine.books().attempts), attempt))

    @rule(seconds=TIMES_S, sweeps=st.booleans(), asks=st.sampled_from([None, *Method]))
    def time_passes_and_workers_work(self, seconds: int, sweeps: bool, asks: Method | None) -> None:
        self.engine.pass_time(seconds)
        if sweeps:
            self.engine.expire()
        if asks:
            self.reconcile(asks)

    @rule(method=st.sampled_from(Method), asks=st.booleans())
    def a_worker_dies_before_or_while_it_asks(self, method: Method, asks: bool) -> None:
        ask = self.doomed.ask_provider
        for claimed in sorted(self.engine.run(ask.claim_due(method, self.engine.now))):
            if asks:
                self.die_during(ask(claimed, self.engine.now), arrives=True)

    @precondition(lambda self: self.engine.unresolved())
    @rule()
    def a_person_settles_by_the_ledger(self) -> None:
        for attempt in self.engine.unresolved():
            self.engine.resolve(attempt, paid=bool(self.charges(attempt)))

    # What goes wrong.

    @rule(fault=SPOILED)
    def the_next_answer_will_be_spoiled(self, fault: tuple[str, str, str]) -> None:
        self.engine.sandbox.fault(*fault)
        self.spoiled += fault[0] == "moamalat"

    @precondition(lambda self: self.open_ended())
    @rule(attempt=ANY, truth=st.booleans())
    def an_answer_arrives_late_or_again(self, attempt: int, truth: bool) -> None:
        """From a process that was held up: out of order, but never against the truth."""
        chosen = self.pick(self.open_ended(), attempt)
        charges = self.charges(chosen)
        if truth and len(charges) == 1:
            charge = charges[0]
            self.engine.settle(chosen, Paid(charge["provider_reference"], charge["amount_minor"]))
        elif chosen.in_flight_at and self.engine.now < chosen.in_flight_at + ASK_FOR / 2:
            nothing = Declined(DeclineReason.NOTHING_FOUND, "asked before it was charged")
            can_inquire = chosen.method != "edfali"
            self.engine.settle(chosen, nothing if can_inquire else Unknown("late"), can_inquire)

    # What is always true.

    @invariant()
    def the_books_are_in_order(self) -> None:
        books = self.engine.books()
        books.assert_in_order()
        moved = {intent.uuid: intent.status for intent in books.intents}
        for uuid, status in moved.items():
            assert status in INTENT_PATHS[self.seen.get(uuid, "requires_payment_method")]
        for attempt in books.attempts:
            assert attempt.state in ATTEMPT_PATHS[self.seen.get(attempt.id, "started")] or (
                attempt.id not in self.seen and attempt.method == "card"
            )
            assert attempt.wrong_codes <= MAX_WRONG_CODES
            moved[attempt.id] = attempt.state
        self.seen = moved
        # The ids of what is made at different times sort by these times: no run differs.
        self.engine.now += timedelta(milliseconds=1)

    def teardown(self) -> None:
        """Everything comes to its end, and every charge has its place."""
        self.spend_all_faults_but_one()
        for seconds in (600, ASK_FOR.total_seconds() + 3600, 3600, 3600):
            for number in range(len(self.announced)):
                self.engine.pass_time(3)
                if number not in self.taken:
                    self.deliver(number)
            self.engine.pass_time(seconds)
            for method in Method:
                self.reconcile(method)
            self.engine.expire()
            if self.engine.unresolved():
                self.a_person_settles_by_the_ledger()
            self.the_books_are_in_order()
        books = self.engine.books()
        assert {intent.status for intent in books.intents} <= {"succeeded", "canceled"}
        assert not self.open_ended()
        assert not [a for a in books.attempts if a.next_inquiry_at], "nobody is asked for ever"
        self.engine.assert_ledger_agrees()
