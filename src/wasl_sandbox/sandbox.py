"""Everything one sandbox holds, in memory, and forgets together."""

from wasl_sandbox.clock import Clock, SandboxClock, machine_time
from wasl_sandbox.faults import Faults
from wasl_sandbox.ledger import Ledger
from wasl_sandbox.moamalat.card_payments import CardPayments
from wasl_sandbox.moamalat.notification import Notifier
from wasl_sandbox.outages import Outages
from wasl_sandbox.outcomes import (
    EDFALI_CODE_DIGITS,
    SADAD_CODE_DIGITS,
    edfali_outcome,
    sadad_outcome,
)
from wasl_sandbox.settings import SandboxSettings
from wasl_sandbox.wallet import Wallet, WalletKind


class Sandbox:
    def __init__(self, settings: SandboxSettings, machine: Clock = machine_time) -> None:
        self.settings = settings
        self.clock = SandboxClock(machine)
        self.ledger = Ledger(self.clock)
        self.faults = Faults()
        self.outages = Outages()
        self.notifier = Notifier(settings)
        self.cards = CardPayments(settings, self.clock, self.ledger, self.notifier)
        self.sadad = self._wallet(WalletKind("sadad", SADAD_CODE_DIGITS, 10, sadad_outcome))
        self.edfali = self._wallet(WalletKind("edfali", EDFALI_CODE_DIGITS, 12, edfali_outcome))

    def _wallet(self, kind: WalletKind) -> Wallet:
        return Wallet(kind, self.settings, self.clock, self.ledger)

    def reset(self) -> None:
        self.clock.clear()
        self.ledger.clear()
        self.faults.clear()
        self.outages.clear()
        self.notifier.clear()
        self.cards.clear()
        self.sadad.clear()
        self.edfali.clear()
