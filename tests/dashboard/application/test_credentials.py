"""Issuing, listing and revoking API keys and access tokens."""

import re
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from tests.dashboard.application.shop import Shop
from tests.dashboard.support.colleague import PASSWORD
from tests.dashboard.support.page import Page
from tests.support.service import PAYMENT_INTENTS
from tests.support.waiting import wait_for

TOMORROW = f"{datetime.now(UTC) + timedelta(days=1):%Y-%m-%d}"


def issue(shop: Shop, kind: str, name: str = "shop server", expires_at: str = "") -> str:
    shop.open("/credentials/new")
    page = shop.owner.send("/credentials/new", kind=kind, name=name, expires_at=expires_at)
    assert page.name == "application/credential_issued", page.text
    (value,) = page.secrets.values()
    return value


def status_with(shop: Shop, **headers: str) -> int:
    with shop.service.client(shop.headers | headers) as client:
        answer: httpx.Response = client.get(f"{PAYMENT_INTENTS}/{shop.id}")
    return answer.status_code


def credential_id(shop: Shop, value: str) -> str:
    return str(
        shop.service.database.value(
            "SELECT id FROM credentials WHERE application_id = $1 AND hint = $2",
            shop.id,
            value[-4:],
        )
    )


def test_an_access_token_works_at_once_and_is_shown_once(shop: Shop) -> None:
    token = issue(shop, "access_token")
    assert token.startswith("at_")
    assert status_with(shop, Authorization=f"Bearer {token}") == 404
    page = shop.open("/credentials")
    assert token not in page.answer.text
    assert f"…{token[-4:]}" in page.text
    assert "shop server" in page.text
    stored = str(shop.service.database.fetch("SELECT * FROM credentials"))
    assert token not in stored


def test_an_api_key_can_be_shown_again(shop: Shop) -> None:
    key = issue(shop, "api_key")
    assert key.startswith("pk_")
    assert status_with(shop, **{"X-API-Key": key}) == 404
    assert key in shop.open("/credentials").answer.text


def test_a_token_ends_after_its_last_day(shop: Shop) -> None:
    token = issue(shop, "access_token", expires_at=TOMORROW)
    assert status_with(shop, Authorization=f"Bearer {token}") == 404
    assert "Ends" in shop.open("/credentials").text
    ends_at = shop.service.database.value(
        "SELECT expires_at AT TIME ZONE 'Africa/Tripoli' FROM credentials WHERE hint = $1",
        token[-4:],
    )
    assert str(ends_at) == f"{datetime.fromisoformat(TOMORROW) + timedelta(days=1)}"


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 500}, "name"),
        ({"expires_at": "2020-01-01"}, "expires_at"),
        ({"expires_at": "soon"}, "expires_at"),
        ({"kind": "webhook_secret"}, "kind"),
        ({"kind": None}, "kind"),
    ],
)
def test_what_cannot_be_taken_is_said_and_nothing_is_issued(
    shop: Shop, typed: dict[str, str | None], field: str
) -> None:
    before = shop.service.database.value("SELECT count(*) FROM credentials")
    shop.open("/credentials/new")
    page = shop.owner.send("/credentials/new", **{"name": "till", **typed})
    assert (page.status, page.name) == (422, "application/credential_new")
    assert page.errors.keys() == {field}
    assert shop.service.database.value("SELECT count(*) FROM credentials") == before


def test_the_password_is_asked_for_before_the_form_and_before_the_secret(shop: Shop) -> None:
    shop.open("/credentials/new")
    forget_password(shop)
    sent = shop.owner.post("/credentials/new", {"name": "till", "kind": "access_token"})
    assert sent.headers["location"].startswith("/dashboard/confirm-password?next=")
    page = shop.open("/credentials/new")
    assert page.name == "people/confirm_password"
    assert shop.owner.send("/confirm-password", password=PASSWORD).name == (
        "application/credential_new"
    )
    assert issue(shop, "access_token")


def test_a_form_sent_twice_issues_one(shop: Shop) -> None:
    count = "SELECT count(*) FROM credentials WHERE application_id = $1"
    before = shop.service.database.value(count, shop.id)
    shop.open("/credentials/new")
    typed: dict[str, str | None] = {"name": "till", "kind": "access_token"}
    # What was refused can be sent again.
    assert shop.owner.post("/credentials/new", typed | {"name": ""}).status_code == 422
    assert [shop.owner.post("/credentials/new", typed).status_code for _ in range(2)] == [200, 409]
    assert shop.service.database.value(count, shop.id) == before + 1


def forget_password(shop: Shop) -> None:
    shop.service.database.execute(
        "UPDATE sessions SET password_confirmed_at = now() - interval '1 hour'"
        " WHERE user_id = (SELECT id FROM users WHERE email = $1)",
        shop.owner.email,
    )


def test_a_revoked_credential_stops_working_everywhere_within_a_second(shop: Shop) -> None:
    token = issue(shop, "access_token")
    assert status_with(shop, Authorization=f"Bearer {token}") == 404
    shop.open("/credentials")
    page = shop.owner.send(f"/credentials/{credential_id(shop, token)}/revoke")
    assert page.notices == ["Revoked. It stops working within a second."]
    assert f"…{token[-4:]}" not in page.text
    assert f"…{token[-4:]}" in shop.open("/credentials", revoked="yes").text
    wait_for(lambda: status_with(shop, Authorization=f"Bearer {token}") == 401, within_s=1)


def test_one_that_is_revoked_is_not_revoked_again(shop: Shop) -> None:
    token = issue(shop, "access_token")
    action = f"/credentials/{credential_id(shop, token)}/revoke"
    shop.open("/credentials")
    assert shop.owner.post(action, {}).status_code == 303
    assert shop.owner.post(action, {}).status_code == 404


def test_the_last_use_is_shown(shop: Shop) -> None:
    assert "Never used" in shop.open("/credentials").text
    shop.service.database.execute(
        "UPDATE credentials SET last_used_at = now() WHERE application_id = $1", shop.id
    )
    page = shop.open("/credentials")
    assert "Never used" not in page.text
    assert "Last used" in page.text


def test_without_any_the_next_step_is_told(shop: Shop) -> None:
    shop.service.database.execute(
        "UPDATE credentials SET revoked_at = now() WHERE application_id = $1", shop.id
    )
    page = shop.open("/credentials")
    assert "Nothing can call the API" in page.text


def test_the_first_ones_are_called_by_their_kind(shop: Shop) -> None:
    page = shop.open("/credentials")
    assert "First" not in page.text
    assert "<strong><bdi>API key</bdi></strong>" in page.answer.text
    assert "<strong><bdi>مفتاح" in shop.open("/credentials", lang="ar").answer.text


def test_credentials_are_listed_a_page_at_a_time(shop: Shop) -> None:
    shop.service.database.execute(
        """
        INSERT INTO credentials (id, application_id, kind, name, digest, hint, created_at,
            revoked_at)
        SELECT uuidv7(), $1, 'access_token', 'token-' || n || '.', sha256(($2 || n)::bytea), 'abcd',
            now(), CASE WHEN n % 2 = 0 THEN now() END
        FROM generate_series(1, 80) AS n
        """,
        shop.id,
        shop.id,
    )
    for revoked, wanted in (({}, range(79, 0, -2)), ({"revoked": "yes"}, range(80, 0, -2))):
        first = shop.open("/credentials", done="revoked", **revoked)
        (following,) = re.findall(r'rel="next"[^>]*href="([^"]+)"', first.answer.text)
        second = Page(shop.owner.client.get(following.replace("&amp;", "&")))
        names = [
            re.findall(r"<bdi>token-(\d+)\.</bdi>", page.answer.text) for page in (first, second)
        ]
        assert len(names[0]) == 25
        assert [int(name) for page in names for name in page] == list(wanted)
        assert 'rel="next"' not in second.answer.text
        # What was done before the first page is not told again.
        assert second.notices == []


def test_every_change_is_in_the_audit_log(shop: Shop) -> None:
    token = issue(shop, "access_token", name="till")
    shop.open("/credentials")
    shop.owner.send(f"/credentials/{credential_id(shop, token)}/revoke")
    rows = shop.service.database.fetch(
        "SELECT action, actor, address, detail FROM audit_log"
        " WHERE application_id = $1 AND action LIKE 'credential.%' ORDER BY id",
        shop.id,
    )
    assert [row[0] for row in rows] == ["credential.issued", "credential.revoked"]
    assert {(row[1], row[2]) for row in rows} == {(shop.owner.email, shop.owner.address)}
    assert token not in str(rows)
