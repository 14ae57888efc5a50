"""Create an application with its first credentials."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.domain.application import Method, Mode
from wasl.domain.credentials import (
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
        issued = IssuedApplication(
            new_uuid(now), new_api_key(), new_access_token(), new_webhook_secret()
        )
        application = Application(
            id=issued.application_id,
            name=name,
            mode=mode.value,
            methods=[method.value for method in methods],
            webhook_url=webhook_url,
            webhook_secret_encrypted=self._secret_box.encrypt(issued.webhook_secret),
            created_at=now,
        )
        async with transaction_from(self._pool) as connection:
            await applications.insert(connection, application)
            await _issue(connection, issued.application_id, Kind.API_KEY, issued.api_key, now)
            await _issue(
                connection, issued.application_id, Kind.ACCESS_TOKEN, issued.access_token, now
            )
        return issued


async def _issue(
    connection: Connection, application_id: UUID, kind: Kind, value: str, now: datetime
) -> None:
    await credentials.insert(
        connection,
        Credential(
            id=new_uuid(now),
            application_id=application_id,
            kind=kind.value,
            name="First",
            digest=digest(value),
            hint=hint(value),
            value=value if kind is Kind.API_KEY else None,
            created_at=now,
            expires_at=None,
        ),
    )
