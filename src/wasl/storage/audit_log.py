"""The table `audit_log`: only ever added to."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from wasl.domain.payment_intent import new_uuid
from wasl.storage.pool import Connection

_INSERT: Final = """
    INSERT INTO audit_log (id, application_id, actor, action, subject, detail, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
"""


async def append(
    connection: Connection,
    *,
    application_id: UUID | None,
    actor: str,
    action: str,
    subject: str,
    detail: Mapping[str, object],
    now: datetime,
) -> None:
    text = json.dumps(detail, ensure_ascii=False)
    await connection.execute(
        _INSERT, new_uuid(now), application_id, actor, action, subject, text, now
    )
