"""The first page of an application: what was paid, and whether webhooks arrive."""

from datetime import timedelta
from typing import Final

from starlette.responses import Response

from wasl.dashboard.application.charts import HEIGHT, WIDTH, bar_chart
from wasl.dashboard.application.wording import METHOD_NAMES
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit
from wasl.domain.money import MINOR_UNITS_PER_DINAR
from wasl.services.overview import LATEST, ShowOverview

# Days whose names stand under the chart.
_NAMED_DAYS: Final = (0, 7, 14, 21, 29)


class OverviewPage:
    def __init__(self, show_overview: ShowOverview, render: Renderer) -> None:
        self._overview = show_overview
        self._render = render

    async def show(self, visit: Visit) -> Response:
        overview = await self._overview(visit.application_id, visit.now)
        paid = overview.month.amount_minor
        median_s = overview.median_seconds_to_pay
        return self._render.page(
            visit,
            "application/overview",
            overview=overview,
            chart=bar_chart(
                [day.sums.amount_minor for day in overview.days], MINOR_UNITS_PER_DINAR
            ),
            chart_width=WIDTH,
            chart_height=HEIGHT,
            named_days=[overview.days[number].day for number in _NAMED_DAYS],
            shares={
                method: sums.amount_minor / paid if paid else 0.0
                for method, sums in overview.by_method.items()
            },
            time_to_pay=None if median_s is None else timedelta(seconds=round(median_s)),
            latest=LATEST,
            method_names=METHOD_NAMES,
        )
