"""What the gateway keeps of every card payment, approved or declined."""

from dataclasses import dataclass
from datetime import date, datetime

from wasl_sandbox.clock import LIBYA, Clock


@dataclass(frozen=True)
class CardTransaction:
    merchant_reference: str
    system_reference: str
    network_reference: str
    amount_minor: int
    card_masked: str
    approved: bool
    description: str
    made_at: datetime

    @property
    def local_time(self) -> datetime:
        return self.made_at.astimezone(LIBYA)


@dataclass(frozen=True)
class Filter:
    """None lets everything through."""

    merchant_reference: str | None = None
    network_reference: str | None = None
    first_day: date | None = None
    last_day: date | None = None

    def passes(self, transaction: CardTransaction) -> bool:
        day = transaction.local_time.date()
        return (
            self.network_reference in (None, transaction.network_reference)
            and (self.first_day is None or self.first_day <= day)
            and (self.last_day is None or day <= self.last_day)
        )


class CardTransactions:
    """A late one is found only when its time has come."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._all: list[CardTransaction] = []
        self._by_reference: dict[str, list[CardTransaction]] = {}

    def add(self, transaction: CardTransaction) -> None:
        self._all.append(transaction)
        self._by_reference.setdefault(transaction.merchant_reference, []).append(transaction)

    def find(self, wanted: Filter) -> list[CardTransaction]:
        """The newest first."""
        now = self._clock()
        among = (
            self._all
            if wanted.merchant_reference is None
            else self._by_reference.get(wanted.merchant_reference, [])
        )
        found = [t for t in among if t.made_at <= now and wanted.passes(t)]
        return sorted(found, key=lambda t: t.made_at, reverse=True)

    def clear(self) -> None:
        self._all.clear()
        self._by_reference.clear()
