"""The list of payments, its search, and its export."""

import csv
import io
from collections.abc import AsyncIterator, Iterable
from typing import Final
from uuid import UUID

from starlette.responses import Response, StreamingResponse

from wasl.dashboard.application.payment_search import Search, read_search
from wasl.dashboard.application.wording import METHOD_NAMES, STATUS_NAMES
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit
from wasl.domain.listed_payment import ListedPayment
from wasl.services.list_payments import ListPayments
from wasl.web.formats import dinars

_CSV_COLUMNS: Final = (
    *("created_at", "uuid", "reference", "merchant_reference", "amount", "currency", "status"),
    *("method", "payer", "updated_at", "expires_at", "description"),
)


class PaymentPages:
    def __init__(self, list_payments: ListPayments, render: Renderer) -> None:
        self._list = list_payments
        self._render = render

    async def show_list(self, visit: Visit) -> Response:
        search = read_search(visit.request.query_params)
        page = await self._list(visit.application_id, search.wanted, _before(visit))
        return self._render.page(
            visit,
            "application/payments",
            payments=page.payments,
            typed=search.typed,
            errors=search.errors,
            is_filtered=search.is_filtered,
            next_link=visit.here(before=str(page.next_before)) if page.next_before else None,
            export_link=visit.link("/payments.csv", **_given(search)),
            status_options=list(STATUS_NAMES.items()),
            method_options=list(METHOD_NAMES.items()),
            status_names=STATUS_NAMES,
            method_names=METHOD_NAMES,
        )

    async def export(self, visit: Visit) -> Response:
        """Sent while it is read: neither side holds all of it."""
        search = read_search(visit.request.query_params)
        batches = self._list.all(visit.application_id, search.wanted)
        name = f"payments-{visit.now:%Y-%m-%d}.csv"
        return StreamingResponse(
            _csv(batches),
            media_type="text/csv; charset=utf-8",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )


def _before(visit: Visit) -> UUID | None:
    try:
        return UUID(visit.query("before") or "")
    except ValueError:
        return None


def _given(search: Search) -> dict[str, str | None]:
    return {name: value or None for name, value in search.typed.items()}


async def _csv(batches: AsyncIterator[list[ListedPayment]]) -> AsyncIterator[bytes]:
    # The mark at the start lets spreadsheets read Arabic.
    yield "\ufeff".encode() + _lines([_CSV_COLUMNS])
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
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
