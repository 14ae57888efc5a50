"""The first page of an application."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.dashboard.application.shop import Shop
from wasl.dashboard.application.charts import HEIGHT, bar_chart
from wasl.web.formats import LIBYA


def seed_day(shop: Shop, days_ago: int, method: str, paid: int, expired: int, amount: int) -> None:
    shop.service.database.execute(
        "INSERT INTO payment_days VALUES ($1, $2, $3, $4, $5, $6)",
        shop.id,
        (datetime.now(UTC).astimezone(LIBYA) - timedelta(days=days_ago)).date(),
        method,
        paid,
        expired,
        amount,
    )


def test_before_the_first_payment_it_tells_the_next_step(shop: Shop) -> None:
    page = shop.open("/overview")
    assert "Nothing was paid yet" in page.text
    assert f"/dashboard{shop.path('/credentials')}" in page.links
    assert '<svg class="chart-bars"' not in page.answer.text


def test_sums_of_today_and_of_the_last_30_days(shop: Shop) -> None:
    seed_day(shop, 0, "card", 3, 0, 75_000)
    seed_day(shop, 0, "", 0, 1, 0)
    seed_day(shop, 29, "sadad", 1, 0, 25_000)
    seed_day(shop, 29, "", 0, 3, 0)
    # Too old to count.
    seed_day(shop, 30, "card", 100, 0, 9_000_000)
    text = shop.open("/overview").text
    assert "Paid today LYD 75.000 Payments : 3 · share of those that ended: 75%" in _plain(text)
    assert (
        "Paid in the last 30 days LYD 100.000 Payments : 4 · share of those that ended: 50%"
        in _plain(text)
    )
    assert "Bank card LYD 75.000 · 75%" in _plain(text)
    assert "Sadad LYD 25.000 · 25%" in _plain(text)
    assert "Edfali LYD 0.000 · 0%" in _plain(text)
    assert "9,000" not in text


def _plain(text: str) -> str:
    return " ".join(text.replace("Payments:", "Payments :").split())


def test_each_chart_has_a_table_behind_it(shop: Shop) -> None:
    seed_day(shop, 2, "edfali", 2, 0, 12_500)
    answer = shop.open("/overview").answer.text
    assert answer.count('<rect class="chart-bar"') == 30
    assert answer.count("As a table") == 2
    day = (datetime.now(UTC).astimezone(LIBYA) - timedelta(days=2)).date()
    label = f"{day.day} {day:%b}"
    assert f'<th scope="row">{label}</th>' in answer
    assert f"<title>{label}: LYD 12.500</title>" in answer


def test_the_time_to_pay_is_the_median_of_the_latest(shop: Shop) -> None:
    for seconds in (30, 200, 4000):
        shop.seed_payment(took=timedelta(seconds=seconds))
    shop.seed_payment(status="canceled", took=timedelta(days=1))
    assert "Time to pay 3 min 20 s" in shop.open("/overview").text


def test_the_health_of_webhooks_is_that_of_the_latest(shop: Shop) -> None:
    shop.service.database.execute(
        """
        INSERT INTO deliveries (application_id, id, payment_intent_uuid, event, is_test, url,
            secret_encrypted, body, status, created_at, tries)
        SELECT $1::uuid, uuidv7(), uuidv7(), 'payment_intent.succeeded', n = 1, 'https://a.b/',
            '', '', (ARRAY['failed', 'succeeded', 'succeeded', 'succeeded', 'pending'])[n % 5 + 1],
            now(), n % 9
        FROM generate_series(1, 11) AS n
        """,
        shop.id,
    )
    page = shop.open("/overview")
    assert "Webhooks received 67%" in page.text
    assert "Of the latest 10 · on their way: 1 · being retried: 1 · failed: 2" in page.text
    assert f"/dashboard{shop.path('/deliveries')}?status=retrying" in page.links
    assert f"/dashboard{shop.path('/deliveries')}?status=failed" in page.links


@pytest.mark.parametrize(
    ("values", "marks"),
    [
        ([], [4, 3, 2, 1, 0]),
        ([0, 0], [4, 3, 2, 1, 0]),
        ([1], [4, 3, 2, 1, 0]),
        ([4], [4, 3, 2, 1, 0]),
        ([5], [8, 6, 4, 2, 0]),
        ([19], [20, 15, 10, 5, 0]),
        ([1_000_000], [2_000_000, 1_500_000, 1_000_000, 500_000, 0]),
    ],
)
def test_the_lines_of_a_chart_are_round(values: list[int], marks: list[int]) -> None:
    assert bar_chart(values, 1).marks == marks


def test_bars_are_as_high_as_their_values_and_never_vanish() -> None:
    chart = bar_chart([0, 1, 500, 1000], 1)
    heights = [bar.height for bar in chart.bars]
    assert heights[0] == 0
    assert heights[1] > 0
    assert heights[3] == 2 * heights[2]
    assert all(bar.y + bar.height == HEIGHT for bar in chart.bars)
