"""Take a provider's notification: a hint to ask, never proof."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from uuid import UUID

import structlog

from wasl.domain.application import Method
from wasl.domain.attempt import Attempt
from wasl.provider_interface import ForgedNotification, Provider, ProviderDirectory
from wasl.services.ask_provider import AskProvider
from wasl.services.find_provider import provider_of_attempt
from wasl.storage import attempts
from wasl.storage.pool import Pool, connection_from

log = structlog.get_logger()


class Verdict(StrEnum):
    ACCEPTED = "accepted"
    FORGED = "forged"
    UNKNOWN = "unknown"
    NOT_CONFIRMED = "not_confirmed"  # the sender has to come again


class ReceiveNotification:
    def __init__(self, pool: Pool, providers: ProviderDirectory, ask: AskProvider) -> None:
        self._pool = pool
        self._providers = providers
        self._ask = ask

    async def __call__(
        self, method: Method, reference: str, fields: Mapping[str, object], now: datetime
    ) -> Verdict:
        """`reference` only finds the account whose key must have signed the fields."""
        found = await self._find(method, reference)
        if found is None:
            log.warning("notification_unknown", method=method)
            return Verdict.UNKNOWN
        attempt, provider = found
        try:
            signed_reference = provider.parse_notification(fields)
        except ForgedNotification:
            signed_reference = None
        if signed_reference != reference:
            log.warning("notification_forged", method=method, attempt=str(attempt.id))
            return Verdict.FORGED
        paid = await self._ask.whether_paid(attempt.id, now)
        return Verdict.ACCEPTED if paid else Verdict.NOT_CONFIRMED

    async def _find(self, method: Method, reference: str) -> tuple[Attempt, Provider] | None:
        try:
            attempt_id = UUID(hex=reference)
        except ValueError:
            return None
        async with connection_from(self._pool) as connection:
            attempt = await attempts.find(connection, attempt_id)
            if attempt is None or attempt.method != method:
                return None
            provider = await provider_of_attempt(connection, self._providers, attempt)
        return None if provider is None else (attempt, provider)
