"""What the card form does: take a card, send a code, charge when the right one comes."""

import re
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from wasl_sandbox.clock import Clock
from wasl_sandbox.ledger import Charge, Ledger
from wasl_sandbox.moamalat.notification import Notifier
from wasl_sandbox.moamalat.transactions import CardTransaction, CardTransactions
from wasl_sandbox.outcomes import (
    CARD_CODE_DIGITS,
    CodeVerdict,
    Outcome,
    card_outcome,
    judge_code,
)
from wasl_sandbox.random_digits import random_digits
from wasl_sandbox.settings import SandboxSettings

_CARD: Final = re.compile(r"63\d{14}", re.ASCII)
# The year is not compared with today: the published test card ran out in 2023.
_EXPIRY: Final = re.compile(r"(0[1-9]|1[0-2])/?\d{2}", re.ASCII)


class FormAnswer(StrEnum):
    CODE_SENT = "code_sent"
    INVALID_CARD = "invalid_card"
    WRONG_CODE = "wrong_code"
    CODE_EXPIRED = "code_expired"
    DECLINED = "declined"
    APPROVED = "approved"
    # Charged, now or late, and the browser is left in the dark.
    NOTHING = "nothing"


@dataclass(frozen=True)
class Purchase:
    merchant_reference: str
    amount_minor: int


@dataclass(frozen=True)
class FormResult:
    answer: FormAnswer
    transaction: CardTransaction | None = None


class CardPayments:
    """Keeps nothing between card and code: a form sent twice with the right code charges twice."""

    def __init__(
        self, settings: SandboxSettings, clock: Clock, ledger: Ledger, notifier: Notifier
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._ledger = ledger
        self._notifier = notifier
        self.transactions = CardTransactions(clock)
        self.used_api_date_times: set[str] = set()

    def enter_card(self, purchase: Purchase, card: str, expiry: str) -> FormResult:
        if not _EXPIRY.fullmatch(expiry) or not is_card_number(card):
            return FormResult(FormAnswer.INVALID_CARD)
        if card_outcome(card) is Outcome.REFUSED_AT_ONCE:
            return self._declined(purchase, card, "Do not honor")
        return FormResult(FormAnswer.CODE_SENT)

    def enter_code(self, purchase: Purchase, card: str, code: str) -> FormResult:
        verdict = judge_code(code, CARD_CODE_DIGITS)
        if verdict is CodeVerdict.WRONG:
            return FormResult(FormAnswer.WRONG_CODE)
        if verdict is CodeVerdict.EXPIRED:
            return FormResult(FormAnswer.CODE_EXPIRED)
        match card_outcome(card):
            case Outcome.APPROVED:
                return FormResult(FormAnswer.APPROVED, self._charge(purchase, card))
            case Outcome.CHARGED_ANSWER_LOST:
                return FormResult(FormAnswer.NOTHING, self._charge(purchase, card))
            case Outcome.CHARGED_LATE:
                return FormResult(FormAnswer.NOTHING, self._charge_late(purchase, card))
            case Outcome.BALANCE_TOO_LOW:
                return self._declined(purchase, card, "Insufficient funds")
            case _:
                return self._declined(purchase, card, "Do not honor")

    def pay(self, purchase: Purchase, card: str, expiry: str, code: str) -> FormResult:
        """Both steps of the form in one."""
        entered = self.enter_card(purchase, card, expiry)
        if entered.answer is not FormAnswer.CODE_SENT:
            return entered
        return self.enter_code(purchase, card, code)

    def clear(self) -> None:
        self.transactions.clear()
        self.used_api_date_times.clear()

    def _charge(self, purchase: Purchase, card: str) -> CardTransaction:
        transaction = self._record(purchase, card, "Approved", approved=True)
        self._notifier.announce(transaction)
        return transaction

    def _charge_late(self, purchase: Purchase, card: str) -> CardTransaction:
        """Never announced: only who asks finds it."""
        late_s = self._settings.late_after_s
        return self._record(purchase, card, "Approved", approved=True, after_s=late_s)

    def _declined(self, purchase: Purchase, card: str, reason: str) -> FormResult:
        return FormResult(FormAnswer.DECLINED, self._record(purchase, card, reason, approved=False))

    def _record(
        self,
        purchase: Purchase,
        card: str,
        description: str,
        approved: bool,
        after_s: float = 0,
    ) -> CardTransaction:
        transaction = CardTransaction(
            merchant_reference=purchase.merchant_reference,
            system_reference=random_digits(7),
            network_reference=random_digits(12),
            amount_minor=purchase.amount_minor,
            card_masked=mask_card(card),
            approved=approved,
            description=description,
            made_at=self._clock() + timedelta(seconds=after_s),
        )
        self.transactions.add(transaction)
        if approved:
            self._ledger.record(_charge_of(transaction))
        return transaction


def _charge_of(transaction: CardTransaction) -> Charge:
    return Charge(
        provider="moamalat",
        reference=transaction.merchant_reference,
        provider_reference=transaction.network_reference,
        amount_minor=transaction.amount_minor,
        payer_masked=transaction.card_masked,
        charged_at=transaction.made_at,
    )


def mask_card(card: str) -> str:
    return f"{card[:6]}XXXXXX{card[-4:]}"


def is_card_number(text: str) -> bool:
    """National cards begin with 63 and have a check digit by Luhn."""
    if not _CARD.fullmatch(text):
        return False
    doubled = [int(digit) * (2 if place % 2 else 1) for place, digit in enumerate(reversed(text))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0
