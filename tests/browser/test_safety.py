"""What no browser of ours would send, and what all browsers are told to forbid."""

import html
import re
from collections.abc import Iterator

import httpx
import pytest

from tests.browser.conftest import free_port
from tests.browser.shop import Intent, Shop
from tests.browser.site import Site
from tests.browser.tab import Tab
from tests.engine.sandbox import Sandbox
from tests.engine.values import SADAD_APPROVED
from tests.support.http import http_client
from tests.support.postgres import Postgres
from tests.support.service import Service, running_service
from wasl.domain.attempt import MAX_ATTEMPTS_PER_PAYER

BURST = 12


@pytest.fixture
def browser_like(shop: Shop) -> Iterator[httpx.Client]:
    """Keeps cookies, and nothing else."""
    with http_client(shop.service.url) as client:
        yield client


def path_of(intent: Intent, step: str = "") -> str:
    return f"/checkout/{intent.uuid}{step}"


def csrf_of(page: httpx.Response) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', page.text)
    assert found is not None
    return html.unescape(found[1])


def sadad(csrf: str | None) -> dict[str, str]:
    details = {"method": "sadad", "phone": SADAD_APPROVED, "birth_year": "1990"}
    return details if csrf is None else details | {"csrf": csrf}


# Forms.


def test_a_form_of_ours_is_taken(browser_like: httpx.Client, shop: Shop) -> None:
    intent = shop.new_intent()
    csrf = csrf_of(browser_like.get(path_of(intent)))
    started = browser_like.post(path_of(intent, "/start"), data=sadad(csrf))
    assert started.status_code == 303
    assert len(shop.attempts(intent)) == 1


@pytest.mark.parametrize("step", ["/start", "/code", "/resend"])
def test_a_form_of_nobody_is_refused(browser_like: httpx.Client, shop: Shop, step: str) -> None:
    intent = shop.new_intent()
    token = csrf_of(browser_like.get(path_of(intent)))
    for csrf in (None, "", "x", token[:-1], token + "0", "é"):
        refused = browser_like.post(path_of(intent, step), data=sadad(csrf))
        assert refused.status_code == 403, csrf
        assert 'data-page="error"' in refused.text
    assert shop.attempts(intent) == []


def test_a_form_from_another_browser_or_for_another_payment_is_refused(
    browser_like: httpx.Client, shop: Shop
) -> None:
    intent, other = shop.new_intent(), shop.new_intent()
    with http_client(shop.service.url) as another_browser:
        theirs = csrf_of(another_browser.get(path_of(intent)))
    of_another = csrf_of(browser_like.get(path_of(other)))
    for csrf in (theirs, of_another):
        refused = browser_like.post(path_of(intent, "/start"), data=sadad(csrf))
        assert refused.status_code == 403
    assert shop.attempts(intent) == []


def test_a_form_without_our_cookie_is_refused(browser_like: httpx.Client, shop: Shop) -> None:
    intent = shop.new_intent()
    csrf = csrf_of(browser_like.get(path_of(intent)))
    browser_like.cookies.clear()
    refused = browser_like.post(path_of(intent, "/start"), data=sadad(csrf))
    assert refused.status_code == 403
    assert shop.attempts(intent) == []


def test_another_site_cannot_send_our_form(site: Site, tab: Tab, shop: Shop) -> None:
    """In a real browser, which has been on our page: its cookie stays at home."""
    intent = shop.new_intent()
    tab.open(intent)
    csrf = tab.page.locator("input[name=csrf]").first.input_value()
    fields = "".join(f'<input name="{n}" value="{v}">' for n, v in sadad(csrf).items())
    action = f"{intent.checkout_url}/start"
    # Another port is the same site to a browser; another name is not.
    evil = site.page(
        "/", f'<form method="post" action="{action}">{fields}<button>Win</button></form>'
    )
    evil = evil.replace("127.0.0.1", "localhost")
    tab.visitor.guard.allow(evil)
    tab.page.goto(evil)
    tab.press(tab.page.locator("button"))
    tab.shows("error")
    assert shop.attempts(intent) == []


# Headers.


def directives(policy: str) -> dict[str, list[str]]:
    parts = [part.split() for part in policy.split(";")]
    return {name: values for name, *values in parts}


@pytest.mark.parametrize("path", ["/checkout/abc", "/checkout/{uuid}", "/checkout/{uuid}/status"])
def test_every_answer_forbids_what_it_does_not_need(shop: Shop, path: str) -> None:
    url = path.format(uuid=shop.new_intent().uuid)
    with http_client(shop.service.url) as client:
        headers = client.get(url).headers
    policy = directives(headers["content-security-policy"])
    assert policy["default-src"] == ["'none'"]
    assert policy["frame-ancestors"] == ["'none'"]
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"


def test_pages_forbid_framing_referrers_and_foreign_scripts(shop: Shop) -> None:
    with http_client(shop.service.url) as client:
        answers = [client.get(path_of(shop.new_intent())) for _ in range(2)]
    nonces = set()
    for answer in answers:
        policy = directives(answer.headers["content-security-policy"])
        (nonce,) = policy["script-src"]
        assert re.fullmatch(r"'nonce-[\w-]{16,}'", nonce)
        nonces.add(nonce)
        assert "'unsafe-inline'" not in answer.headers["content-security-policy"]
        assert shop.sandbox.url not in answer.headers["content-security-policy"]
        assert policy["form-action"] == ["'self'"]
        assert policy["base-uri"] == ["'none'"]
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] in ("no-referrer", "same-origin")
    assert len(nonces) == 2, "never the same nonce twice"


def test_only_the_card_step_lets_the_lightbox_in(browser_like: httpx.Client, shop: Shop) -> None:
    intent = shop.new_intent()
    csrf = csrf_of(browser_like.get(path_of(intent)))
    card = browser_like.post(path_of(intent, "/start"), data={"method": "card", "csrf": csrf})
    assert 'data-page="card"' in card.text
    policy = directives(card.headers["content-security-policy"])
    assert policy["frame-src"] == [shop.sandbox.url]
    assert shop.sandbox.url in policy["script-src"]
    assert policy["default-src"] == ["'none'"]


def test_the_cookie_is_for_our_checkout_alone(shop: Shop) -> None:
    with http_client(shop.service.url) as client:
        cookie = client.get(path_of(shop.new_intent())).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie or "samesite=strict" in cookie
    assert "path=/checkout" in cookie
    assert "domain=" not in cookie


def test_no_page_can_be_framed(site: Site, tab: Tab, shop: Shop) -> None:
    framing = site.page("/", f'<iframe src="{shop.new_intent().checkout_url}"></iframe>')
    tab.visitor.guard.allow(site.url)
    tab.page.goto(framing)
    tab.page.wait_for_load_state("networkidle")
    assert tab.page.frames[1].locator("main").count() == 0
    noted = tab.visitor.guard.take_notes()
    assert any("frame-ancestors" in note for note in noted)


@pytest.mark.parametrize("step", ["start", "code", "resend"])
def test_asking_for_the_address_of_a_form_sends_nothing(
    browser_like: httpx.Client, shop: Shop, step: str
) -> None:
    intent = shop.new_intent()
    query = {"method": "sadad", "phone": SADAD_APPROVED, "birth_year": "1990"}
    asked = browser_like.get(path_of(intent, f"/{step}"), params=query)
    assert (asked.status_code, asked.headers["location"]) == (303, path_of(intent))
    assert shop.attempts(intent) == []


@pytest.mark.parametrize("name", ["%D8%B4", "%0D%0Ax:y", "..%2F", "a;b", "%00"])
@pytest.mark.parametrize("step", ["", "/start"])
def test_whatever_the_address_names_it_ends_in_a_page(
    browser_like: httpx.Client, name: str, step: str
) -> None:
    kept = {"cookie": "wasl_typed=phone%3D1"}
    answer = browser_like.get(f"/checkout/{name}{step}", headers=kept)
    assert answer.status_code == (303 if step and "%2F" not in name else 404)
    if answer.status_code == 404:
        assert 'data-page="not-found"' in answer.text


def test_pages_cannot_be_posted_to(browser_like: httpx.Client, shop: Shop) -> None:
    assert browser_like.post(path_of(shop.new_intent()), data={}).status_code == 405


@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [
        (b"{}", {"content-type": "application/json"}, 415),
        (b"\xff\xfe=%zz", {"content-type": "application/x-www-form-urlencoded"}, 403),
        (b"a=" + b"x" * 100_000, {"content-type": "application/x-www-form-urlencoded"}, 413),
        (b"&".join([b"a=b"] * 1000), {"content-type": "application/x-www-form-urlencoded"}, 403),
    ],
    ids=["json", "no-text", "too-long", "too-many-fields"],
)
def test_what_is_no_form_is_refused_with_a_page(
    browser_like: httpx.Client, shop: Shop, content: bytes, headers: dict[str, str], status: int
) -> None:
    intent = shop.new_intent()
    browser_like.get(path_of(intent))
    refused = browser_like.post(path_of(intent, "/start"), content=content, headers=headers)
    assert refused.status_code in (status, 422)
    assert 'data-page="error"' in refused.text
    assert shop.attempts(intent) == []


# Limits.


@pytest.fixture(scope="module")
def strict(postgres: Postgres, shared_sandbox: Sandbox) -> Iterator[Service]:
    """Forgives so slowly that a test need not hurry."""
    with running_service(
        postgres.new_migrated_database(),
        port=free_port(),
        sandbox_url=shared_sandbox.url,
        checkout_address_rate_per_second=0.05,
        checkout_address_burst=3 * BURST,
        checkout_intent_rate_per_second=0.05,
        checkout_intent_burst=BURST,
        trusted_proxies="127.0.0.1",
    ) as service:
        yield service


def look(strict: Service, path: str, address: str) -> httpx.Response:
    with http_client(strict.url, {"X-Forwarded-For": address}) as client:
        return client.get(path)


def an_intent(strict: Service, sandbox: Sandbox) -> Intent:
    with strict.client() as merchant:
        return Shop(strict, sandbox, merchant).new_intent()


def test_one_payment_is_looked_at_only_so_often(strict: Service, sandbox: Sandbox) -> None:
    intent, other = (an_intent(strict, sandbox) for _ in range(2))
    answers = [look(strict, path_of(intent), f"10.0.0.{n}") for n in range(BURST + 5)]
    seen = [answer.status_code for answer in answers]
    assert seen.count(200) in (BURST, BURST + 1)
    refused = answers[-1]
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["retry-after"]) <= 20
    assert 'data-page="error"' in refused.text
    assert look(strict, path_of(other), "10.0.0.1").status_code == 200


def test_one_address_looks_only_so_often(strict: Service, sandbox: Sandbox) -> None:
    for number in range(3 * BURST + 5):
        refused = look(strict, f"/checkout/{number}", "10.0.1.1")
    assert refused.status_code == 429
    assert look(strict, "/checkout/x", "10.0.1.2").status_code == 404


def test_one_phone_is_tried_only_so_often(browser_like: httpx.Client, shop: Shop) -> None:
    intent = shop.new_intent()
    csrf = csrf_of(browser_like.get(path_of(intent)))
    for _ in range(MAX_ATTEMPTS_PER_PAYER):
        tried = browser_like.post(path_of(intent, "/start"), data=sadad(csrf))
        assert tried.status_code == 303
    refused = browser_like.post(path_of(intent, "/start"), data=sadad(csrf))
    assert refused.status_code == 303
    told = browser_like.get(refused.headers["location"])
    assert 'data-reason="too_many_tries"' in told.text
    assert shop.sandbox.asked("Validate") == MAX_ATTEMPTS_PER_PAYER
