"""Orders in SQLite."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from typing import NamedTuple

# Wasl finds late payments for three days after an intent has expired; one more to be sure.
_RECHECK_FOR_S = 4 * 24 * 3600

_TABLES = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS orders (
        id TEXT PRIMARY KEY,
        item TEXT NOT NULL,
        amount_minor INTEGER NOT NULL,
        state TEXT NOT NULL DEFAULT 'unpaid',  -- unpaid, fulfilled, or disputed: a wrong amount
        intent_uuid TEXT,
        expires_at REAL
    );
    CREATE TABLE IF NOT EXISTS parcels (order_id TEXT NOT NULL, packed_at REAL NOT NULL);
"""


class Order(NamedTuple):
    id: str
    item: str
    amount_minor: int
    state: str
    intent_uuid: str | None


class Orders:
    def __init__(self, path: str) -> None:
        self._path = path
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(_TABLES)

    def place(self, id: str, item: str, amount_minor: int) -> Order:
        """The order of this id: a new one, or the one a first click made."""
        with self._transaction() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO orders (id, item, amount_minor) VALUES (?, ?, ?)",
                (id, item, amount_minor),
            )
        order = self.find(id)
        assert order is not None
        return order

    def find(self, id: str) -> Order | None:
        with self._transaction() as connection:
            found = connection.execute(
                "SELECT id, item, amount_minor, state, intent_uuid FROM orders WHERE id = ?", (id,)
            ).fetchone()
        return Order(*found) if found else None

    def note_intent(self, id: str, uuid: str, expires_at: datetime | None) -> None:
        with self._transaction() as connection:
            connection.execute(
                "UPDATE orders SET intent_uuid = ?, expires_at = ? WHERE id = ?",
                (uuid, expires_at and expires_at.timestamp(), id),
            )

    def fulfil(self, id: str) -> None:
        """Once, however often and from wherever it is called: the state and the parcel change
        together, and only where the order was not fulfilled before."""
        with self._transaction() as connection:
            changed = connection.execute(
                "UPDATE orders SET state = 'fulfilled' WHERE id = ? AND state <> 'fulfilled'", (id,)
            )
            if changed.rowcount:
                connection.execute("INSERT INTO parcels VALUES (?, ?)", (id, time.time()))

    def dispute(self, id: str) -> None:
        with self._transaction() as connection:
            connection.execute(
                "UPDATE orders SET state = 'disputed' WHERE id = ? AND state = 'unpaid'", (id,)
            )

    def unpaid_after_expiry(self) -> list[str]:
        """The intents to look at again, in case their webhook was lost."""
        now_s = time.time()
        with self._transaction() as connection:
            rows = connection.execute(
                "SELECT intent_uuid FROM orders "
                "WHERE state = 'unpaid' AND expires_at BETWEEN ? AND ?",
                (now_s - _RECHECK_FOR_S, now_s),
            ).fetchall()
        return [uuid for (uuid,) in rows]

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=10)) as connection, connection:
            yield connection
