"""Received events in SQLite. For another database, write these four statements in its dialect."""

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from wasl_sdk.webhook import WebhookEvent

_CREATE: Final = """
    CREATE TABLE IF NOT EXISTS wasl_events (
        id TEXT PRIMARY KEY,
        event TEXT NOT NULL,
        payment_intent_uuid TEXT NOT NULL,
        due_at REAL
    ) WITHOUT ROWID
"""
_INDEX: Final = "CREATE INDEX IF NOT EXISTS wasl_events_due ON wasl_events (due_at)"

_KEEP: Final = """
    INSERT INTO wasl_events (id, event, payment_intent_uuid, due_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO NOTHING
    RETURNING id, event, payment_intent_uuid
"""

_CLAIM: Final = """
    UPDATE wasl_events SET due_at = ?
    WHERE id = (SELECT id FROM wasl_events WHERE due_at <= ? ORDER BY due_at LIMIT 1)
    RETURNING id, event, payment_intent_uuid
"""

# What is done is never due again.
_FINISH: Final = "UPDATE wasl_events SET due_at = NULL WHERE id = ?"


class SqliteEventStore:
    """In a file that may be your shop's own database: it uses the table `wasl_events`.

    `retry_after_s` must be longer than your handler takes.
    """

    def __init__(self, path: str | Path, retry_after_s: float = 60.0) -> None:
        self._path = path
        self._retry_after_s = retry_after_s
        for statement in ("PRAGMA journal_mode = WAL", _CREATE, _INDEX):
            self._run(statement)

    def keep(self, event: WebhookEvent) -> bool:
        row = (event.id, event.event, event.payment_intent_uuid, time.time())
        return self._run(_KEEP, row) is not None

    def claim(self) -> WebhookEvent | None:
        now_s = time.time()
        row = self._run(_CLAIM, (now_s + self._retry_after_s, now_s))
        return None if row is None else WebhookEvent(*row)

    def finish(self, event: WebhookEvent) -> None:
        self._run(_FINISH, (event.id,))

    def _run(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """In a transaction of its own, on a connection of its own: no thread or fork shares one."""
        with closing(sqlite3.connect(self._path, timeout=10, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            rows = connection.execute(sql, values).fetchall()
            return rows[0] if rows else None
