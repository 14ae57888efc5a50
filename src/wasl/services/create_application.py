"""Create an application with its first credentials."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.domain.application import Method, Mode
from wasl.domain.credentials import (
    FIRST_NAME,
    Kind,
    digest,
    hint,
    new_access_token,
    new_api_key,
    new_webhook_secret,
)
from wasl.domain.payment_intent import new_uuid
from wasl.storage import applications, credentials
from wasl.storage.applications import Application
from wasl.storage.credentials import Credential
from wasl.storage.encryption import SecretBox
from wasl.storage.pool import Connection, Pool, transaction_from
from wasl.webhook_http import GuardedHttp


class IssuedApplication(NamedTuple):
    """The only time the access token and the webhook secret are seen in clear."""

    application_id: UUID
    api_key: str
    access_token: str
    webhook_secret: str


class NewApplication(NamedTuple):
    name: str
    mode: Mode
    methods: Sequence[Method]
    webhook_url: str | None = None


class CreateApplication:
    def __init__(self, pool: Pool, secret_box: SecretBox, http: GuardedHttp) -> None:
        self._pool = pool
        self._secret_box = secret_box
        self._http = http

    async def __call__(
        self,
        name: str,
        mode: Mode,
        methods: Sequence[Method],
        webhook_url: str | None,
        now: datetime,
    ) -> IssuedApplication:
        """Raises `WebhookUrlRefused` where the URL cannot be used."""
        if webhook_url is not None:
            await self._http.check(webhook_url)
        new = NewApplication(name, mode, methods, webhook_url)
        async with transaction_from(self._pool) as connection:
            return await insert_application(connection, self._secret_box, new, now)


async def insert_application(
    connection: Connection, secret_box: SecretBox, new: NewApplication, now: datetime
) -> IssuedApplication:
    issued = IssuedApplication(
        new_uuid(now), new_api_key(), new_access_token(), new_webhook_secret()
    )
    application = Application(
        id=issued.application_id,
        name=new.name,
        mode=new.mode.value,
        methods=[method.value for method in new.methods],
        webhook_url=new.webhook_url,
        webhook_secret_encrypted=secret_box.encrypt(issued.webhook_secret),
        created_at=now,
    )
    await applications.insert(connection, application)
    for kind, value in ((Kind.API_KEY, issued.api_key), (Kind.ACCESS_TOKEN, issued.access_token)):
        credential = new_credential(issued.application_id, kind, value, FIRST_NAME, None, now)
        await credentials.insert(connection, credential)
    return issued


def new_credential(
    application_id: UUID,
    kind: Kind,
    value: str,
    name: str,
    expires_at: datetime | None,
    now: datetime,
) -> Credential:
    return Credential(
        id=new_uuid(now),
        application_id=application_id,
        kind=kind.value,
        name=name,
        digest=digest(value),
        hint=hint(value),
        value=value if kind is Kind.API_KEY else None,
        created_at=now,
        expires_at=expires_at,
    )
