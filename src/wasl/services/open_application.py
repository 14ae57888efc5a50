"""Find an application for someone who works on it. There is no other way to find one."""

from typing import NamedTuple
from uuid import UUID

from wasl.domain.access import Permission, Role
from wasl.domain.errors import ApplicationNotFound, NotPermitted
from wasl.domain.person import Person
from wasl.storage import memberships
from wasl.storage.pool import Connection, Pool, connection_from


class OpenedApplication(NamedTuple):
    application_id: UUID
    name: str
    mode: str
    methods: list[str]
    webhook_url: str | None
    account_id: UUID
    account_name: str
    role: Role


class OpenApplication:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, user_id: UUID, application_id: UUID, permission: Permission
    ) -> OpenedApplication:
        async with connection_from(self._pool) as connection:
            return await open_application(connection, user_id, application_id, permission)


async def open_application(
    connection: Connection, user_id: UUID, application_id: UUID, permission: Permission
) -> OpenedApplication:
    """Not found for who is no member, whether or not it exists; then what the role allows."""
    found = await memberships.find_application(connection, user_id, application_id)
    if found is None:
        raise ApplicationNotFound
    account, application = found
    role = Role(account.role)
    if not role.allows(permission):
        raise NotPermitted(permission)
    return OpenedApplication(
        application.id,
        application.name,
        application.mode,
        application.methods,
        application.webhook_url,
        account.account_id,
        account.account_name,
        role,
    )


async def require_permission(
    connection: Connection, actor: str | Person, application_id: UUID, permission: Permission
) -> None:
    """In the transaction of the change. Who is named in words is the operator."""
    if isinstance(actor, Person):
        await open_application(connection, actor.user_id, application_id, permission)
