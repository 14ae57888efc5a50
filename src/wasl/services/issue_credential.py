"""Issue an API key or an access token."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.credentials import Kind, new_access_token, new_api_key
from wasl.domain.name import problem_with_name, tidy_name
from wasl.domain.person import Person
from wasl.domain.problem import Problem
from wasl.services.confirm_password import require_password_confirmed
from wasl.services.create_application import new_credential
from wasl.services.new_user import refuse_problems
from wasl.services.open_application import open_application
from wasl.services.take_form_once import take_form_once
from wasl.storage import audit_log, credentials
from wasl.storage.pool import Pool, transaction_from


class IssuedCredential(NamedTuple):
    """The only time the value of an access token is seen in clear."""

    credential_id: UUID
    value: str


class IssueCredential:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self,
        person: Person,
        application_id: UUID,
        kind: Kind,
        name: str,
        expires_at: datetime | None,
        now: datetime,
        form_id: UUID | None = None,
    ) -> IssuedCredential:
        name = tidy_name(name)
        ahead = expires_at is None or expires_at > now
        refuse_problems(
            {
                "name": problem_with_name(name),
                "expires_at": None if ahead else Problem.END_NOT_AHEAD,
            }
        )
        value = new_api_key() if kind is Kind.API_KEY else new_access_token()
        credential = new_credential(application_id, kind, value, name, expires_at, now)
        async with transaction_from(self._pool) as connection:
            await open_application(
                connection, person.user_id, application_id, Permission.MANAGE_CREDENTIALS
            )
            await require_password_confirmed(connection, person, now)
            await take_form_once(connection, form_id, now)
            await credentials.insert(connection, credential)
            await audit_log.append(
                connection,
                application_id=application_id,
                actor=person,
                action="credential.issued",
                subject=str(credential.id),
                detail={
                    "kind": kind,
                    "name": name,
                    "hint": credential.hint,
                    "expires_at": expires_at and expires_at.isoformat(),
                },
                now=now,
            )
        return IssuedCredential(credential.id, value)
