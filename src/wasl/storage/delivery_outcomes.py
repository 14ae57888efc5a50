"""The table `delivery_outcomes`: how tries ended, counted as they are recorded."""

from collections.abc import Mapping
from typing import Final

from wasl.storage.pool import Connection

_SHARDS: Final = 16

_ADD: Final = f"""
    INSERT INTO delivery_outcomes (outcome, shard, count)
    SELECT outcome, pg_backend_pid() % {_SHARDS}, count
    FROM unnest($1::text[], $2::bigint[]) AS new (outcome, count)
    ORDER BY outcome
    ON CONFLICT (outcome, shard)
        DO UPDATE SET count = delivery_outcomes.count + excluded.count
"""


async def add(connection: Connection, counts: Mapping[str, int]) -> None:
    await connection.execute(_ADD, list(counts), list(counts.values()))


_TOTALS: Final = "SELECT outcome, sum(count)::bigint FROM delivery_outcomes GROUP BY outcome"


async def totals(connection: Connection) -> dict[str, int]:
    return {row[0]: row[1] for row in await connection.fetch(_TOTALS)}
