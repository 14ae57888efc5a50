"""The database by itself: pgbench as the yardstick, and a table filled to a size."""

import asyncio
import re
import secrets
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

import asyncpg

from benchmarks.stack import Service
from wasl.storage.embedded import binary

CLIENTS: Final = 16
_CHUNK: Final = 250_000

# The same row as benchmarks.requests.creates, with the same conflict check.
_ROW: Final = """
    INSERT INTO payment_intents (uuid, application_id, merchant_reference, reference,
        amount_minor, currency, status, description, customer_external_id, return_url, metadata,
        expires_at, created_at, updated_at)
    SELECT {uuid}, '{application_id}', {merchant_reference},
        upper(substr(md5(random()::text), 1, 8)), 25000, 'LYD',
        'requires_payment_method', 'Order ' || {n}, 'c-' || {n},
        'https://shop.example/orders/' || {n}, ('{{"order":"' || {n} || '"}}')::json,
        now() + interval '24 hours', now(), now()
"""


def pgbench_inserts_per_second(service: Service, seconds: float) -> float:
    run = secrets.token_hex(4)
    insert = _ROW.format(
        uuid="uuidv7()",
        application_id=service.application_id,
        merchant_reference=f"'order-{run}-' || :client_id || '-' || :n",
        n=":n",
    )
    conflict = "ON CONFLICT (application_id, merchant_reference) DO NOTHING RETURNING uuid;"
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(f"\\set n :n + 1\n{' '.join(insert.split())} {conflict}\n")
        script.flush()
        told = subprocess.check_output(
            [
                *(binary("pgbench"), "--no-vacuum", "--protocol=prepared", "--define=n=0"),
                *(f"--client={CLIENTS}", "--jobs=2", f"--time={seconds:.0f}"),
                *(f"--file={script.name}", *_connection_options(service.database_url)),
            ],
            text=True,
            stderr=subprocess.STDOUT,
        )
    return float(re.search(r"tps = ([\d.]+)", told)[1])  # type: ignore[index]


def _connection_options(url: str) -> list[str]:
    parts = urlsplit(url)
    host = parse_qs(parts.query)["host"][0]
    return [f"--host={host}", f"--username={parts.username}", parts.path.lstrip("/")]


def fill(service: Service, rows: int, progress: Callable[[int], None]) -> None:
    """Up to `rows` intents, made over the past year."""
    asyncio.run(_fill(service, rows, progress))


async def _fill(service: Service, rows: int, progress: Callable[[int], None]) -> None:
    insert = _ROW.format(
        uuid="uuidv7((n - $2::bigint) * interval '6 seconds')",
        application_id=service.application_id,
        merchant_reference="'order-' || to_char(n, 'FM0000000000')",
        n="n",
    )
    connection = await asyncpg.connect(service.database_url)
    for start in range(0, rows, _CHUNK):
        end = min(start + _CHUNK, rows)
        await connection.execute(
            f"{insert} FROM generate_series($1::bigint + 1, $3::bigint) AS n", start, rows, end
        )
        progress(end)
    await connection.execute("VACUUM (ANALYZE) payment_intents")
    await connection.execute("CHECKPOINT")
    await connection.close()


def some_uuids(service: Service, count: int) -> list[str]:
    return asyncio.run(_some_uuids(service, count))


async def _some_uuids(service: Service, count: int) -> list[str]:
    connection = await asyncpg.connect(service.database_url)
    share = "SELECT least(100, 130.0 * $1 / greatest(1, count(*))) FROM payment_intents"
    percent = await connection.fetchval(share, count)
    rows = await connection.fetch(
        "SELECT uuid FROM payment_intents TABLESAMPLE BERNOULLI ($1) LIMIT $2", percent, count
    )
    await connection.close()
    return [str(row["uuid"]) for row in rows]


async def new_database(url: str, name: str) -> str:
    connection = await asyncpg.connect(url)
    await connection.execute(f'CREATE DATABASE "{name}"')
    await connection.close()
    parts = urlsplit(url)
    return parts._replace(path=f"/{name}").geturl()


def folder_on_disk() -> Path:
    """Beside the code, where a real disk is; /tmp may be memory."""
    folder = Path(".wasl-bench").absolute()
    folder.mkdir(exist_ok=True)
    return Path(tempfile.mkdtemp(dir=folder))
