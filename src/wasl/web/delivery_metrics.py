"""What is read from the database about webhooks: the same from every process and machine."""

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from wasl.domain.delivery import Outcome
from wasl.services.measure_deliveries import DeliveryFigures


class DeliveryMetrics(Collector):
    def __init__(self, figures: DeliveryFigures) -> None:
        self._figures = figures

    def collect(self) -> Iterator[Metric]:
        figures = self._figures
        for name, told, value in (
            ("due", "Webhooks that wait to be sent now.", figures.due),
            ("overdue", "Of these, those that were due 30 seconds ago.", figures.overdue),
            ("in_flight", "Webhooks that a worker is sending.", figures.in_flight),
            (
                "oldest_due_age_seconds",
                "How long the oldest webhook has been due.",
                figures.oldest_due_age_s,
            ),
        ):
            yield GaugeMetricFamily(f"wasl_webhook_{name}", told, value)
        tries = CounterMetricFamily(
            "wasl_webhook_tries", "Webhooks sent, by how it ended.", labels=["outcome"]
        )
        for outcome in Outcome:
            tries.add_metric([outcome.value], figures.tries_by_outcome.get(outcome.value, 0))
        yield tries
