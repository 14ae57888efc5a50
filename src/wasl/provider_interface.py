"""What every payment provider can be asked, and the only answers it can give.

The results are types of their own, so that none can be mistaken for another: money has moved
only where there is a `Paid`, has certainly not moved only where there is a `Declined`, and
everything else is `Unknown`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol
from uuid import UUID

from wasl.domain.application import Method, Mode
from wasl.domain.attempt import DeclineReason


@dataclass(frozen=True)
class Charge:
    """What one attempt asks for. `reference` is ours, and unique per attempt at the provider."""

    reference: str
    amount_minor: int
    created_at: datetime


@dataclass(frozen=True)
class Payer:
    """`phone` in its one local spelling: 09 and eight digits."""

    phone: str
    birth_year: int | None = None


@dataclass(frozen=True)
class CodeSent:
    """The customer was sent a code. `provider_reference` names the transaction to confirm."""

    provider_reference: str


@dataclass(frozen=True)
class OpenLightbox:
    """The customer pays in the provider's own window, opened by our page with these values."""

    script_url: str
    configure: Mapping[str, str]


@dataclass(frozen=True)
class Paid:
    """The provider says this charge took this amount. Never assume: it is compared.

    `times` is more than one where a customer managed to pay the same charge again.
    """

    provider_reference: str
    amount_minor: int
    masked_payer: str | None = None
    times: int = 1


@dataclass(frozen=True)
class Declined:
    """The provider says no money moved. `detail` is for the operator and holds no secret."""

    reason: DeclineReason
    detail: str


@dataclass(frozen=True)
class Unknown:
    """No usable answer. Money may have moved, or may still move."""

    detail: str


@dataclass(frozen=True)
class Abilities:
    sends_code: bool
    resends_code: bool
    inquires: bool
    needs_birth_year: bool
    code_digits: int
    # The smallest step of an amount it can charge, in minor units.
    amount_step_minor: int


class ForgedNotification(Exception):
    """A notification that its sender cannot have signed."""


class Provider(Protocol):
    method: Method
    abilities: Abilities

    async def begin(
        self, charge: Charge, payer: Payer | None
    ) -> CodeSent | OpenLightbox | Declined:
        """Moves no money. A lost answer is a `Declined`: nothing can come of it."""
        ...

    async def confirm(
        self, charge: Charge, provider_reference: str, code: str
    ) -> Paid | Declined | Unknown:
        """May move money, so it is sent once and never again."""
        ...

    async def resend_code(self, charge: Charge, provider_reference: str) -> CodeSent | Declined: ...

    async def inquire(self, charge: Charge) -> Paid | Declined | Unknown:
        """`Declined` with NOTHING_FOUND where the provider knows of no such charge."""
        ...

    def parse_notification(self, fields: Mapping[str, object]) -> str:
        """The reference of the charge it speaks of, or `ForgedNotification`. Only a hint."""
        ...


@dataclass(frozen=True)
class SealedAccount:
    """An application's own account, as it is stored. What `id` names never changes."""

    id: UUID
    method: Method
    encrypted: bytes = field(repr=False)


class ProviderDirectory(Protocol):
    def find(self, mode: Mode, method: Method, own: SealedAccount | None) -> Provider | None:
        """Through the application's own account, or, where it has none, the operator's."""
        ...
