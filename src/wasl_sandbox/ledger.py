"""What was really charged, whatever the providers answered. Tests compare us with it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from wasl_sandbox.clock import Clock

ProviderName = Literal["moamalat", "sadad", "edfali"]


@dataclass(frozen=True)
class Charge:
    """`reference` is ours (InvoiceNo, MerchantReference); Edfali knows only its session id."""

    provider: ProviderName
    reference: str
    provider_reference: str
    amount_minor: int
    payer_masked: str
    charged_at: datetime

    def as_json(self) -> dict[str, object]:
        return {
            "provider": self.provider,
            "reference": self.reference,
            "provider_reference": self.provider_reference,
            "amount_minor": self.amount_minor,
            "payer_masked": self.payer_masked,
            "charged_at": self.charged_at.isoformat(),
        }


class Ledger:
    """A charge whose time has not come yet is not there: it happens by itself when it comes."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._charges: list[Charge] = []
        self._by_reference: dict[str, list[Charge]] = {}

    def record(self, charge: Charge) -> None:
        self._charges.append(charge)
        self._by_reference.setdefault(charge.reference, []).append(charge)

    def charges(self, reference: str | None = None) -> list[Charge]:
        now = self._clock()
        among = self._charges if reference is None else self._by_reference.get(reference, [])
        return [charge for charge in among if charge.charged_at <= now]

    def clear(self) -> None:
        self._charges.clear()
        self._by_reference.clear()
