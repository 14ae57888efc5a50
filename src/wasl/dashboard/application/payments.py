"""The list of payments, its search and export, and one payment with its story."""

import json
from typing import Final

from starlette.responses import Response, StreamingResponse

from wasl.dashboard.application.csv_export import csv_of
from wasl.dashboard.application.payment_search import Search, read_search
from wasl.dashboard.application.refresh import refresh_every
from wasl.dashboard.application.timeline import timeline
from wasl.dashboard.application.typed import before_of, next_link
from wasl.dashboard.application.wording import (
    DELIVERY_STATE_NAMES,
    EVENT_NAMES,
    METHOD_NAMES,
    STATUS_NAMES,
)
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit
from wasl.domain.access import Permission
from wasl.domain.errors import PaymentIntentNotFound
from wasl.domain.payment_intent import Status
from wasl.services.list_payments import TOTALS_OF, ListPayments
from wasl.services.show_payment import ShowPayment
from wasl.web.formats import LIBYA

# While the customer pays, the page follows; after that, while webhooks are on their way.
_OPEN: Final = (Status.REQUIRES_PAYMENT_METHOD, Status.PROCESSING)
_WHILE_OPEN: Final = "5s"


class PaymentPages:
    def __init__(
        self, list_payments: ListPayments, show_payment: ShowPayment, render: Renderer
    ) -> None:
        self._list = list_payments
        self._show = show_payment
        self._render = render

    async def show_list(self, visit: Visit) -> Response:
        return await self._show_list(visit, read_search(visit.request.query_params))

    async def _show_list(self, visit: Visit, search: Search, status: int = 200) -> Response:
        before = before_of(visit)
        page = await self._list(visit.application_id, search.wanted, before)
        # Once, above the first page.
        totals = None
        if before is None:
            totals = await self._list.totals(visit.application_id, search.wanted)
        return self._render.page(
            visit,
            "application/payments",
            status=status,
            payments=page.payments,
            totals=totals,
            totals_of=TOTALS_OF,
            typed=search.typed,
            errors=search.errors,
            is_filtered=search.is_filtered,
            next_link=next_link(visit, page.next_before),
            export_link=visit.link("/payments.csv", **_given(search)),
            status_names=STATUS_NAMES,
            method_names=METHOD_NAMES,
        )

    async def export(self, visit: Visit) -> Response:
        """Sent while it is read: neither side holds all of it. What cannot be read narrows
        nothing, and nobody would see that in a file."""
        search = read_search(visit.request.query_params)
        if search.errors:
            visit.page_path = visit.link("/payments")
            return await self._show_list(visit, search, status=422)
        batches = self._list.all(visit.application_id, search.wanted)
        name = f"payments-{visit.now.astimezone(LIBYA):%Y-%m-%d}.csv"
        return StreamingResponse(
            csv_of(batches),
            media_type="text/csv; charset=utf-8",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    async def show(self, visit: Visit) -> Response:
        uuid = visit.path_uuid("payment")
        if uuid is None:
            raise PaymentIntentNotFound
        story = await self._show(visit.application_id, uuid)
        metadata = story.intent.metadata_json
        return self._render.page(
            visit,
            "application/payment",
            intent=story.intent,
            metadata=json.loads(metadata) if metadata else {},
            entries=timeline(story, visit.may(Permission.READ_DELIVERIES)),
            refresh=_WHILE_OPEN
            if story.intent.status in _OPEN
            else refresh_every(story.deliveries, visit.now),
            status_names=STATUS_NAMES,
            event_names=EVENT_NAMES,
            delivery_state_names=DELIVERY_STATE_NAMES,
        )


def _given(search: Search) -> dict[str, str | None]:
    return {name: value or None for name, value in search.typed.items()}
