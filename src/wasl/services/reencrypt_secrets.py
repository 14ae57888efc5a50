"""Write every stored secret anew under the first key, so that the others can be given up."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from cryptography.fernet import InvalidToken

from wasl.storage import audit_log, encrypted_columns
from wasl.storage.encrypted_columns import ENCRYPTED_COLUMNS, Encrypted, EncryptedColumn
from wasl.storage.encryption import SecretBox
from wasl.storage.pool import Pool, connection_from, transaction_from

_PAGE: Final = 100


class Reencrypted(NamedTuple):
    """`unreadable` were written with a key that is not given any more."""

    rewritten: int
    unreadable: Sequence[str]


class ReencryptSecrets:
    def __init__(self, pool: Pool, secret_box: SecretBox) -> None:
        self._pool = pool
        self._secret_box = secret_box

    async def __call__(self, actor: str, now: datetime) -> Reencrypted:
        rewritten = 0
        unreadable: list[str] = []
        for column in ENCRYPTED_COLUMNS:
            after: UUID | None = None
            while page := await self._read(column, after):
                for old in page:
                    if await self._rewrite(column, old):
                        rewritten += 1
                    else:
                        unreadable.append(f"{column.table} {old.id}")
                after = page[-1].id
        async with transaction_from(self._pool) as connection:
            await audit_log.append(
                connection,
                application_id=None,
                actor=actor,
                action="secrets.reencrypted",
                subject="",
                detail={"count": rewritten, "unreadable": len(unreadable)},
                now=now,
            )
        return Reencrypted(rewritten, unreadable)

    async def _read(self, column: EncryptedColumn, after: UUID | None) -> list[Encrypted]:
        async with connection_from(self._pool) as connection:
            return await encrypted_columns.next_page(connection, column, after, _PAGE)

    async def _rewrite(self, column: EncryptedColumn, old: Encrypted) -> bool:
        try:
            secret = self._secret_box.decrypt(old.value)
        except InvalidToken:
            return False
        async with connection_from(self._pool) as connection:
            await encrypted_columns.replace(
                connection, column, old, self._secret_box.encrypt(secret)
            )
        return True
