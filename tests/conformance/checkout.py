"""A checkout with one provider: calls the adapter as our services do, and plays the customer."""

import asyncio
import re
import uuid
from collections.abc import Coroutine
from datetime import UTC, datetime
from typing import Any, TypeVar

import httpx

from tests.conformance.table import BIRTH_YEAR, VALUES, Row
from tests.sandbox.running import RunningSandbox, advance, charges, order_fault
from wasl.provider_interface import (
    Charge,
    CodeSent,
    Declined,
    OpenLightbox,
    Paid,
    Payer,
    Provider,
    Unknown,
)

Answer = Paid | Declined | Unknown
Result = TypeVar("Result")

AMOUNT_MINOR = 25_500


def new_charge(amount_minor: int = AMOUNT_MINOR) -> Charge:
    return Charge(uuid.uuid4().hex, amount_minor, datetime.now(UTC))


class Checkout:
    """Whatever the adapter answers, none of it may repeat a secret or name a payer in full."""

    def __init__(
        self,
        name: str,
        provider: Provider,
        hasty_provider: Provider,
        runner: asyncio.Runner,
        client: httpx.Client,
        running: RunningSandbox,
    ) -> None:
        self.name = name
        self.provider = provider
        self._hasty_provider = hasty_provider
        self._is_in_a_hurry = False
        self.values = VALUES[name]
        self._runner = runner
        self._client = client
        self._secrets = _secrets(running) | {self.values.right_code, *self.values.payers.values()}

    @property
    def takes_codes(self) -> bool:
        return self.provider.abilities.sends_code

    def begin(self, charge: Charge, row: Row = Row.APPROVED) -> CodeSent | OpenLightbox | Declined:
        payer = Payer(self.values.payers[row], BIRTH_YEAR) if self.takes_codes else None
        return self.begin_as(charge, payer)

    def begin_as(self, charge: Charge, payer: Payer | None) -> CodeSent | OpenLightbox | Declined:
        return self._run(self._next_provider().begin(charge, payer))

    def confirm(self, charge: Charge, begun: CodeSent, code: str | None = None) -> Answer:
        typed = self.values.right_code if code is None else code
        return self._run(self._next_provider().confirm(charge, begun.provider_reference, typed))

    def resend_code(self, charge: Charge, begun: CodeSent) -> CodeSent | Declined:
        return self._run(self._next_provider().resend_code(charge, begun.provider_reference))

    def inquire(self, charge: Charge) -> Answer:
        return self._run(self._next_provider().inquire(charge))

    def pay(self, charge: Charge, row: Row = Row.APPROVED, code: str | None = None) -> Answer:
        """The first word about the money: the answer to a code, or to asking after a card."""
        begun = self.begin(charge, row)
        if isinstance(begun, Declined):
            return begun
        if isinstance(begun, CodeSent):
            return self.confirm(charge, begun, code)
        self.use_card(begun, row, code)
        return self.inquire(charge)

    def use_card(self, lightbox: OpenLightbox, row: Row, code: str | None = None) -> str:
        """What the browser is told at the end. The form checks the signature in `configure`."""
        typed = {
            "card": self.values.payers[row],
            "expiry": "01/27",
            "code": self.values.right_code if code is None else code,
        }
        told = ""
        for step in ("card", "code"):
            answer = self._client.post(f"/lightbox/{step}", json={**lightbox.configure, **typed})
            assert answer.status_code == 200, answer.text
            told = answer.json()["outcome"]
            if told != "code_sent":
                break
        return told

    def charged(self) -> list[dict[str, Any]]:
        return charges(self._client)

    def advance(self, seconds: float) -> None:
        advance(self._client, seconds)

    def order_fault(self, operation: str | None, kind: str, **more: object) -> None:
        """For the next call alone: were it sent again, it would be answered as if nothing was.

        A slow answer meets an adapter with little patience, so that nobody has to wait for it.
        """
        assert operation is not None
        self._is_in_a_hurry = kind == "slow"
        order_fault(self._client, self.name, operation, kind=kind, times=1, **more)

    def _next_provider(self) -> Provider:
        hasty, self._is_in_a_hurry = self._is_in_a_hurry, False
        return self._hasty_provider if hasty else self.provider

    def _run(self, call: Coroutine[Any, Any, Result]) -> Result:
        result = self._runner.run(call)
        if not isinstance(result, OpenLightbox):
            assert not _told(self._secrets, repr(result)), "a secret is repeated"
        return result


def _told(secrets: set[str], text: str) -> bool:
    """A secret by itself: the digits of a short code also stand inside random references."""
    return any(
        re.search(rf"(?<![0-9A-Za-z]){re.escape(secret)}(?![0-9A-Za-z])", text)
        for secret in secrets
    )


def _secrets(running: RunningSandbox) -> set[str]:
    settings = running.settings
    return {
        settings.moamalat_key_hex,
        settings.moamalat_notification_key_hex,
        settings.sadad_token,
        settings.edfali_merchant_pin,
        settings.edfali_service_password,
    }
