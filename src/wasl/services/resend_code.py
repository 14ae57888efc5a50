"""Send the customer another code for the same attempt."""

from datetime import datetime
from uuid import UUID

from wasl.domain.attempt import Attempt, AttemptState, code_may_be_sent_again_at
from wasl.domain.errors import CodeSentTooRecently, MethodNotAvailable
from wasl.provider_interface import CodeSent, Declined, ProviderDirectory
from wasl.services.confirm_attempt import provider_of, require_code_expected
from wasl.services.settle_attempt import lock_both
from wasl.services.start_attempt import charge_of
from wasl.storage import attempts
from wasl.storage.pool import Pool, transaction_from


class ResendCode:
    def __init__(self, pool: Pool, providers: ProviderDirectory) -> None:
        self._pool = pool
        self._providers = providers

    async def __call__(
        self, attempt_id: UUID, now: datetime
    ) -> tuple[Attempt, CodeSent | Declined]:
        async with transaction_from(self._pool) as connection:
            intent, attempt = await lock_both(connection, attempt_id)
            require_code_expected(intent, attempt, now)
            assert attempt.provider_reference is not None
            provider = await provider_of(connection, self._providers, attempt)
            if not provider.abilities.resends_code:
                raise MethodNotAvailable("it cannot send a code again")
            again_at = code_may_be_sent_again_at(attempt)
            if again_at is None or again_at > now:
                raise CodeSentTooRecently(again_at)
            # Counted before it is sent: a double click waits its turn.
            counted = attempt._replace(
                codes_sent=attempt.codes_sent + 1, code_sent_at=now, updated_at=now
            )
            await attempts.update(connection, counted)
        result = await provider.resend_code(charge_of(attempt, intent), attempt.provider_reference)
        if isinstance(result, CodeSent):
            counted = await self._remember(attempt_id, result.provider_reference)
        return counted, result

    async def _remember(self, attempt_id: UUID, provider_reference: str) -> Attempt:
        """Read again: the customer may have submitted a code in the meantime."""
        async with transaction_from(self._pool) as connection:
            _, attempt = await lock_both(connection, attempt_id)
            if attempt.state != AttemptState.AWAITING_CODE:
                return attempt
            attempt = attempt._replace(provider_reference=provider_reference)
            await attempts.update(connection, attempt)
        return attempt
