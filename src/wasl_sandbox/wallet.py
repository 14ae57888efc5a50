"""What both wallets do: open a transaction, send a code, charge when the right one comes."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

from wasl_sandbox.clock import Clock
from wasl_sandbox.ledger import Charge, Ledger, ProviderName
from wasl_sandbox.outcomes import CodeVerdict, Outcome, is_over, judge_code
from wasl_sandbox.phones import mask_phone
from wasl_sandbox.random_digits import random_digits
from wasl_sandbox.settings import SandboxSettings


@dataclass
class WalletTransaction:
    id: str
    reference: str
    phone: str
    amount_minor: int
    code_sent_at: datetime
    confirmed: bool = False


class Confirmation(Enum):
    PAID = auto()
    WRONG_CODE = auto()
    CODE_EXPIRED = auto()
    BALANCE_TOO_LOW = auto()
    ALREADY_CONFIRMED = auto()
    ANSWER_LOST = auto()


@dataclass(frozen=True)
class WalletKind:
    provider: ProviderName
    code_digits: int
    id_digits: int
    outcome_of: Callable[[str], Outcome]


class Wallet:
    """Each transaction is charged once at most; two of the same reference are two."""

    def __init__(
        self, kind: WalletKind, settings: SandboxSettings, clock: Clock, ledger: Ledger
    ) -> None:
        self._kind = kind
        self._settings = settings
        self._clock = clock
        self._ledger = ledger
        self._transactions: dict[str, WalletTransaction] = {}
        self._references: set[str] = set()

    def outcome_of(self, phone: str) -> Outcome:
        return self._kind.outcome_of(phone)

    def open(self, phone: str, amount_minor: int, reference: str | None) -> WalletTransaction:
        """Without a reference of ours, the transaction is known by its own id."""
        number = random_digits(self._kind.id_digits)
        transaction = WalletTransaction(
            number, reference or number, phone, amount_minor, self._clock()
        )
        self._transactions[number] = transaction
        self._references.add(transaction.reference)
        return transaction

    def find(self, id: str) -> WalletTransaction | None:
        return self._transactions.get(id)

    def knows_reference(self, reference: str) -> bool:
        return reference in self._references

    def send_code_again(self, transaction: WalletTransaction) -> None:
        transaction.code_sent_at = self._clock()

    def confirm(self, transaction: WalletTransaction, code: str) -> Confirmation:
        if transaction.confirmed:
            return Confirmation.ALREADY_CONFIRMED
        verdict = judge_code(code, self._kind.code_digits)
        if verdict is CodeVerdict.WRONG:
            return Confirmation.WRONG_CODE
        if verdict is CodeVerdict.EXPIRED or self._code_is_over(transaction):
            return Confirmation.CODE_EXPIRED
        return self._settle(transaction)

    def clear(self) -> None:
        self._transactions.clear()
        self._references.clear()

    def _code_is_over(self, transaction: WalletTransaction) -> bool:
        return is_over(transaction.code_sent_at, self._settings.code_lifetime_s, self._clock())

    def _settle(self, transaction: WalletTransaction) -> Confirmation:
        outcome = self.outcome_of(transaction.phone)
        if outcome is Outcome.BALANCE_TOO_LOW:
            return Confirmation.BALANCE_TOO_LOW
        if outcome is Outcome.NOT_CHARGED_ANSWER_LOST:
            return Confirmation.ANSWER_LOST
        late_s = self._settings.late_after_s if outcome is Outcome.CHARGED_LATE else 0
        self._charge(transaction, self._clock() + timedelta(seconds=late_s))
        return Confirmation.PAID if outcome is Outcome.APPROVED else Confirmation.ANSWER_LOST

    def _charge(self, transaction: WalletTransaction, charged_at: datetime) -> None:
        transaction.confirmed = True
        self._ledger.record(
            Charge(
                provider=self._kind.provider,
                reference=transaction.reference,
                provider_reference=transaction.id,
                amount_minor=transaction.amount_minor,
                payer_masked=mask_phone(transaction.phone),
                charged_at=charged_at,
            )
        )
