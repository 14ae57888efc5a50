"""Payments as a CSV file, a few lines at a time."""

import csv
import io
from collections.abc import AsyncIterator, Iterable
from typing import Final

from wasl.domain.listed_payment import ListedPayment
from wasl.web.formats import dinars

COLUMNS: Final = (
    *("created_at", "uuid", "reference", "merchant_reference", "amount", "currency", "status"),
    *("method", "payer", "updated_at", "expires_at", "description"),
)
# Spreadsheets take the wide forms, which keyboards of East Asia type, for the narrow ones.
_FORMULA_BEGINS: Final = frozenset("=+-@\t\r\n＝＋－＠")


async def csv_of(batches: AsyncIterator[list[ListedPayment]]) -> AsyncIterator[bytes]:
    # The mark at the start lets spreadsheets read Arabic.
    yield "\ufeff".encode() + _lines([COLUMNS])
    async for batch in batches:
        yield _lines(_row(payment) for payment in batch)


def _row(payment: ListedPayment) -> tuple[str, ...]:
    return (
        payment.created_at.isoformat(),
        str(payment.uuid),
        payment.reference,
        _harmless(payment.merchant_reference),
        dinars(payment.amount_minor).replace(",", ""),
        payment.currency,
        payment.status,
        payment.method or "",
        payment.masked_payer or "",
        payment.updated_at.isoformat(),
        payment.expires_at.isoformat(),
        _harmless(payment.description or ""),
    )


def _lines(rows: Iterable[tuple[str, ...]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode("utf-8", "replace")


def _harmless(text: str) -> str:
    """A spreadsheet would take what begins like this for a formula."""
    return f"'{text}" if text[:1] in _FORMULA_BEGINS else text
