"""Wakes the workers' jobs when there is something to do sooner than they think."""

from typing import Final

from wasl.storage.pool import Connection

CHANNEL: Final = "wasl_wakeups"
SEND_DELIVERIES: Final = "send_deliveries"


async def wake(connection: Connection, job: str) -> None:
    """Heard when the transaction commits."""
    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, job)
