"""Revoke an API key or an access token, everywhere, within a second."""

from datetime import datetime
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.credentials import digest
from wasl.domain.errors import CredentialNotFound
from wasl.domain.person import Person
from wasl.services.open_application import open_application
from wasl.storage import audit_log, credentials
from wasl.storage.pool import Pool, transaction_from


class RevokeCredential:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, credential: str, now: datetime, actor: str = "operator") -> UUID:
        """By its value, for the operator. Answers with the application it belonged to."""
        async with transaction_from(self._pool) as connection:
            application_id = await credentials.revoke(connection, digest(credential), now)
            if application_id is None:
                raise CredentialNotFound
            await audit_log.append(
                connection,
                application_id=application_id,
                actor=actor,
                action="credential.revoked",
                subject=str(application_id),
                detail={},
                now=now,
            )
        return application_id

    async def by_id(
        self, person: Person, application_id: UUID, credential_id: UUID, now: datetime
    ) -> None:
        """Within an application of theirs."""
        async with transaction_from(self._pool) as connection:
            await open_application(
                connection, person.user_id, application_id, Permission.MANAGE_CREDENTIALS
            )
            revoked = await credentials.revoke_by_id(connection, application_id, credential_id, now)
            if revoked is None:
                raise CredentialNotFound
            await audit_log.append(
                connection,
                application_id=application_id,
                actor=person,
                action="credential.revoked",
                subject=str(credential_id),
                detail=revoked._asdict(),
                now=now,
            )
