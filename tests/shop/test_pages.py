"""What the shop shows, and what it never shows."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.shop.buyer import Buyer, page_of
from tests.shop.conftest import NAME
from tests.shop.open_shop import OpenShop, free_port, open_shop
from tests.support.cli import create_application
from tests.support.http import http_client
from tests.support.service import Service

ROOT = Path(__file__).parents[2]
SHOP = ROOT / "examples" / "shop"


@pytest.fixture(scope="module")
def shop(wasl: Service) -> Iterator[OpenShop]:
    application = create_application(wasl.database_url, NAME)
    with open_shop(wasl.url, application, free_port()) as running:
        yield running


@pytest.mark.parametrize(("language", "direction"), [("ar", "rtl"), ("en", "ltr")])
def test_arabic_comes_first_and_english_by_a_link(
    shop: OpenShop, language: str, direction: str
) -> None:
    buyer = Buyer(shop, language)
    buyer.buy()
    for path in ("/", f"/orders/{buyer.order_id}", "/nowhere"):
        text = buyer.get(path).text
        assert f'<html lang="{language}" dir="{direction}">' in text
        other = "en" if language == "ar" else "ar"
        assert f'href="?lang={other}"' in text
    with http_client(shop.url) as client:
        assert '<html lang="ar" dir="rtl">' in client.get("/").text


@pytest.mark.parametrize(
    ("language", "price"), [("ar", "18.500 د.ل"), ("en", "LYD 18.500")], ids=["ar", "en"]
)
def test_prices_are_in_dinars(shop: OpenShop, language: str, price: str) -> None:
    assert price in Buyer(shop, language).get("/").text


def test_both_languages_say_the_same_things() -> None:
    words = json.loads((SHOP / "words.json").read_text("utf-8"))
    assert words["ar"].keys() == words["en"].keys()
    assert all(text.strip() for language in words.values() for text in language.values())


def test_pages_hold_no_secret_no_script_and_nothing_of_others(
    shop: OpenShop, wasl: Service
) -> None:
    buyer = Buyer(shop)
    buyer.buy()
    for path in ("/", f"/orders/{buyer.order_id}", "/nowhere", "/static/shop.css"):
        answer = buyer.get(path)
        for secret in ("whsec_", *shop.application.headers.values()):
            assert secret not in answer.text
        assert "<script" not in answer.text
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'self'; img-src 'self';")
        assert answer.headers["referrer-policy"] == "no-referrer"
        for target in re.findall(r' (?:src|href|action)="([^"]+)"', answer.text):
            assert target.startswith(("/", "?", f"{wasl.url}/checkout/")), target


def test_pages_are_not_kept_by_browsers(shop: OpenShop) -> None:
    """A page kept and shown again would offer the numbers of orders already made."""
    assert Buyer(shop).get("/").headers["cache-control"] == "no-store"


def test_an_unknown_order_and_an_unknown_page_are_not_found(shop: OpenShop) -> None:
    for path in ("/orders/AAAAAAAAAAAAAAAAAAAAAA", "/nowhere", "/static/nothing.css"):
        answer = Buyer(shop).get(path)
        assert answer.status_code == 404
        assert page_of(answer) == "not-found"


def test_while_wasl_is_away_the_customer_is_told_and_loses_nothing(shop: OpenShop) -> None:
    with open_shop("http://127.0.0.1:1", shop.application, free_port()) as alone:
        buyer = Buyer(alone)
        answer = buyer.buy()
        assert answer.status_code == 503
        assert page_of(answer) == "unavailable"
        assert f'action="/orders/{buyer.order_id}?' in answer.text
        assert buyer.come_back() == "unpaid"
        alone.sql("UPDATE orders SET intent_uuid = '01934f6e-7a10-7b22-8c44-1a2b3c4d5e6f'")
        # Nobody knows: nobody is told to pay again.
        assert buyer.come_back() == "processing"


def test_the_shop_needs_only_what_make_run_installs() -> None:
    """`make run` opens it from the runtime's lock file, without what developers have."""
    runtime = (ROOT / "requirements" / "runtime.txt").read_text("utf-8")
    pinned = set(re.findall(r"^([a-z0-9-]+)==", runtime, re.MULTILINE))
    sources = [*SHOP.rglob("*.py"), *(ROOT / "src" / "wasl_sdk").glob("*.py")]
    needed = {name for source in sources for name in imported(source)}
    assert {"httpx", "starlette", "uvicorn"} <= needed
    assert needed - sys.stdlib_module_names - {"examples", "wasl_sdk"} <= pinned
    assert "jinja2" in pinned


def imported(source: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {name.split(".")[0] for name in names}
