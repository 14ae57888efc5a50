"""The list of deliveries, one delivery with its tries, and sending them again."""

from typing import NamedTuple
from uuid import UUID

from starlette.responses import Response

from wasl.dashboard.application.dates import Unreadable, read_day, start_of
from wasl.dashboard.application.delivery_search import read_delivery_search
from wasl.dashboard.application.refresh import refresh_every
from wasl.dashboard.application.typed import before_of, next_link, uuid_in
from wasl.dashboard.application.wording import (
    DATE_UNREADABLE,
    DELIVERY_FILTER_NAMES,
    DELIVERY_STATE_NAMES,
    DONE,
    EVENT_NAMES,
    NO_WEBHOOK_URL,
    OUTCOMES,
)
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit
from wasl.domain.delivery import Delivery, DeliveryTry, Outcome
from wasl.domain.errors import DeliveryNotFound, NoWebhookUrl
from wasl.domain.webhook_request import headers_as_sent
from wasl.services.list_deliveries import ListDeliveries
from wasl.services.resend_delivery import ResendDelivery
from wasl.services.resend_failed_deliveries import ResendFailedDeliveries, ResentDeliveries
from wasl.services.show_delivery import ShowDelivery


class ShownTry(NamedTuple):
    """`answer` as text; None where there is nothing to show."""

    made: DeliveryTry
    outcome: str
    headers: list[tuple[str, str]]
    answer: str | None


class DeliveryPages:
    def __init__(
        self,
        list_deliveries: ListDeliveries,
        show_delivery: ShowDelivery,
        resend_delivery: ResendDelivery,
        resend_failed_deliveries: ResendFailedDeliveries,
        render: Renderer,
    ) -> None:
        self._list = list_deliveries
        self._show = show_delivery
        self._resend = resend_delivery
        self._resend_failed = resend_failed_deliveries
        self._render = render

    async def show_list(self, visit: Visit) -> Response:
        return await self._show_list(visit)

    async def _show_list(
        self, visit: Visit, since: str = "", errors: dict[str, str] | None = None
    ) -> Response:
        search = read_delivery_search(visit.request.query_params)
        page = await self._list(
            visit.application_id,
            state=search.state,
            event=search.event,
            payment=search.payment,
            created_from=search.period.since,
            created_before=search.period.until,
            before=before_of(visit),
        )
        return self._render.page(
            visit,
            "application/deliveries",
            status=422 if errors else 200,
            deliveries=page.deliveries,
            typed=search.typed,
            errors=search.errors | (errors or {}),
            since=since,
            is_filtered=search.is_filtered,
            refresh=refresh_every(page.deliveries, visit.now),
            next_link=next_link(visit, page.before),
            resent=_count(visit.query("resent")),
            go_on_after=uuid_in(visit.query("after")),
            go_on_since=visit.query("since") or "",
            has_url=visit.application is not None and visit.application.webhook_url is not None,
            event_names=EVENT_NAMES,
            filter_names=DELIVERY_FILTER_NAMES,
            state_names=DELIVERY_STATE_NAMES,
        )

    async def resend_failed(self, visit: Visit) -> Response:
        since = visit.form.get("since", "").strip()
        try:
            day = read_day(since)
        except Unreadable:
            day = None
        if day is None:
            return await self._show_list(visit, since, {"since": DATE_UNREADABLE})
        try:
            resent = await self._resend_failed(
                visit.application_id,
                start_of(day),
                visit.person,
                visit.now,
                after=uuid_in(visit.form.get("after")),
            )
        except NoWebhookUrl:
            return await self._show_list(visit, since, {"since": NO_WEBHOOK_URL})
        return self._render.redirect(visit, self._result(visit, since, resent))

    def _result(self, visit: Visit, since: str, resent: ResentDeliveries) -> str:
        count = str(resent.asked)
        if resent.after is None:
            return visit.link("/deliveries", resent=count)
        return visit.link("/deliveries", resent=count, since=since, after=str(resent.after))

    async def show(self, visit: Visit) -> Response:
        return await self._show_one(visit)

    async def _show_one(self, visit: Visit, refused: str | None = None) -> Response:
        before = _count(visit.query("before"))
        shown = await self._show(visit.application_id, _delivery_of(visit), before)
        delivery = shown.delivery
        return self._render.page(
            visit,
            "application/delivery",
            status=422 if refused else 200,
            delivery=delivery,
            body=delivery.body.decode("utf-8", "replace"),
            tries=[_shown(delivery, made) for made in shown.tries],
            is_newest=before is None,
            next_link=next_link(visit, shown.before),
            refresh=refresh_every([delivery], visit.now),
            done=DONE.get(_done(visit, delivery)),
            refused=refused,
            event_names=EVENT_NAMES,
            state_names=DELIVERY_STATE_NAMES,
        )

    async def resend(self, visit: Visit) -> Response:
        delivery_id = _delivery_of(visit)
        try:
            asked = await self._resend(visit.application_id, delivery_id, visit.person, visit.now)
        except NoWebhookUrl:
            return await self._show_one(visit, refused=NO_WEBHOOK_URL)
        done = "resent" if asked else "resend-waiting"
        return self._render.redirect(visit, visit.link(f"/deliveries/{delivery_id}", done=done))


def _shown(delivery: Delivery, made: DeliveryTry) -> ShownTry:
    headers: dict[str, str] = {}
    if made.signature is not None:
        headers = dict(headers_as_sent(made.url, delivery.body, made.signature))
    answer = made.answer.decode("utf-8", "replace") if made.answer else None
    return ShownTry(made, OUTCOMES[Outcome(made.outcome)], list(headers.items()), answer)


def _delivery_of(visit: Visit) -> UUID:
    delivery_id = visit.path_uuid("delivery")
    if delivery_id is None:
        raise DeliveryNotFound
    return delivery_id


def _done(visit: Visit, delivery: Delivery) -> str:
    """The page looks again by itself, and the resend it was opened after may be over by then."""
    done = visit.query("done") or ""
    is_over = done in ("resent", "resend-waiting") and delivery.resend_at is None
    return "was-resent" if is_over else done


def _count(text: str | None) -> int | None:
    """A number that our own redirect brought; nothing else is shown."""
    return int(text) if text is not None and text.isdecimal() and len(text) < 10 else None
