"""The export of payments: right to the last line, and never held whole by anybody."""

import csv
import io
import socket
import time
from datetime import datetime
from urllib.parse import urlsplit

import psutil  # type: ignore[import-untyped, unused-ignore]
import pytest

from tests.dashboard.application.shop import Shop
from wasl.web.formats import LIBYA

MANY = 20_000
# A process that held the file whole would grow by all of it, several times over.
GROWS_AT_MOST_BYTES = 8_000_000


def seed_many(shop: Shop, count: int) -> None:
    """The database's statistics know nothing of them yet."""
    shop.service.database.execute("ANALYZE payment_intents")
    shop.service.database.execute(
        """
        INSERT INTO payment_intents (uuid, application_id, merchant_reference, reference,
            amount_minor, currency, status, paid_method, description, expires_at, created_at,
            updated_at)
        SELECT uuidv7(), $1::uuid, 'order-' || n, upper(substr(md5(n::text), 1, 8)), 1000 + n,
            'LYD', 'succeeded',
            (ARRAY['card', 'sadad', 'edfali'])[n % 3 + 1], repeat('زيت ', 50), now(), now(), now()
        FROM generate_series(1, $2::integer) AS n
        """,
        shop.id,
        count,
    )


def exported(shop: Shop, **query: str) -> list[dict[str, str]]:
    answer = shop.owner.client.get(f"/dashboard{shop.path('/payments.csv')}", params=query)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    text = answer.content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_line_has_what_the_list_shows_and_more(shop: Shop) -> None:
    intent = shop.seed_payment(
        method="sadad", amount_minor=1_250_500, merchant_reference='a,"b"\nc', description="زيت"
    )
    (line,) = exported(shop)
    assert line["uuid"] == str(intent)
    assert (line["amount"], line["currency"], line["status"]) == ("1250.500", "LYD", "succeeded")
    assert (line["method"], line["payer"]) == ("sadad", "09*****001")
    assert (line["merchant_reference"], line["description"]) == ('a,"b"\nc', "زيت")


def test_no_cell_is_a_formula(shop: Shop) -> None:
    for number, text in enumerate(
        ("=1+1", "+1", "-1", "@x", "\tx", "\rx", "\n=1", "＝1+1", "＋1", "－1", "＠x")
    ):
        shop.seed_payment(merchant_reference=f"{text}{number}", description=text)
    for line in exported(shop):
        assert line["merchant_reference"].startswith("'")
        assert line["description"].startswith("'")


def test_the_search_narrows_the_export(shop: Shop, live_shop: Shop) -> None:
    card = shop.seed_payment(method="card")
    shop.seed_payment(method="sadad")
    live_shop.seed_payment(method="card")
    assert [line["uuid"] for line in exported(shop, method="card")] == [str(card)]


@pytest.mark.parametrize(
    "query",
    [{"amount": "+25.5"}, {"from": "15/11/2026"}, {"status": "paid"}, {"method": "Sadad"}],
)
def test_what_cannot_be_read_exports_nothing(shop: Shop, query: dict[str, str]) -> None:
    shop.seed_payment()
    page = shop.open("/payments.csv", **query)
    assert (page.status, page.errors.keys()) == (422, query.keys())
    assert page.answer.headers["content-type"].startswith("text/html")
    for shown in (page, shop.open("/payments", **query)):
        assert not [link for link in shown.links if "/payments.csv" in link]
    assert [link for link in shop.open("/payments").links if "/payments.csv" in link]


def test_the_file_is_named_by_the_day_in_libya(shop: Shop) -> None:
    before = datetime.now(LIBYA)
    answer = shop.owner.client.get(f"/dashboard{shop.path('/payments.csv')}")
    days = {f"{moment:%Y-%m-%d}" for moment in (before, datetime.now(LIBYA))}
    name = answer.headers["content-disposition"]
    assert name in {f'attachment; filename="payments-{day}.csv"' for day in days}


def test_every_line_is_there_once(shop: Shop) -> None:
    seed_many(shop, MANY)
    lines = exported(shop)
    references = [line["merchant_reference"] for line in lines]
    assert len(references) == len(set(references)) == MANY
    uuids = [line["uuid"] for line in lines]
    assert uuids == sorted(uuids, reverse=True)


def test_a_slow_reader_makes_nobody_hold_it_all(shop: Shop) -> None:
    """The service waits for who reads, and holds a few lines meanwhile."""
    seed_many(shop, MANY)
    workers = [psutil.Process(pid) for pid in shop.service.process.workers()]
    exported(shop, method="card")
    before = sum(worker.memory_info().rss for worker in workers)
    address = urlsplit(shop.service.url)
    with socket.socket() as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.settimeout(30)
        reader.connect((address.hostname, address.port))
        reader.sendall(
            (
                f"GET /dashboard{shop.path('/payments.csv')} HTTP/1.1\r\nhost: x\r\n"
                f"connection: close\r\n"
                f"x-forwarded-for: {shop.owner.address}\r\n"
                f"cookie: wasl_session={shop.owner.session_cookie}\r\n\r\n"
            ).encode()
        )
        received = reader.recv(4096)
        assert received.startswith(b"HTTP/1.1 200")
        highest = 0
        for _ in range(20):
            time.sleep(0.1)
            received += reader.recv(4096)
            highest = max(highest, sum(worker.memory_info().rss for worker in workers))
        assert highest - before < GROWS_AT_MOST_BYTES
        while chunk := reader.recv(1 << 20):
            received += chunk
    assert received.count(b"\r\norder-") + received.count(b",order-") == MANY
    after = sum(worker.memory_info().rss for worker in workers)
    assert after - before < GROWS_AT_MOST_BYTES
