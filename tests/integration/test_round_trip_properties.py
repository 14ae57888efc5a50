"""Any valid body comes back as it was sent; any invalid one names all that is wrong with it."""

import json
from datetime import UTC, datetime
from typing import Any

import httpx
from hypothesis import given
from hypothesis import strategies as st

from tests.support.any_bodies import BROKEN, REQUIRED, VALID
from tests.support.service import PAYMENT_INTENTS, Service


def post(client: httpx.Client, sent: object, *, escaped: bool = True) -> httpx.Response:
    """As ASCII with escapes, in which lone surrogates can be sent too, or without."""
    headers = {"Content-Type": "application/json"}
    content = json.dumps(sent, ensure_ascii=escaped)
    return client.post(PAYMENT_INTENTS, content=content, headers=headers)


@given(sent=VALID, escaped=st.booleans())
def test_any_valid_body_comes_back_as_it_was_sent(
    client: httpx.Client, sent: dict[str, Any], escaped: bool
) -> None:
    created = post(client, sent, escaped=escaped)
    assert created.status_code == 201, created.text
    data = created.json()["data"]
    for name in ("merchant_reference", "amount", "currency"):
        assert data[name] == sent[name]
    assert data["description"] == sent.get("description")
    assert data["return_url"] == sent.get("return_url")
    assert data["customer"] == (sent.get("customer") or {"external_id": None})
    metadata = sent.get("metadata")
    assert data["metadata"] == (metadata or None)
    assert list(data["metadata"] or {}) == list(metadata or {})
    assert data["expires_at"].endswith("Z")
    if sent.get("expires_at"):
        wanted = datetime.fromisoformat(sent["expires_at"].upper())
        wanted = wanted if wanted.tzinfo else wanted.replace(tzinfo=UTC)
        assert datetime.fromisoformat(data["expires_at"]) == wanted
    # The same from the database as from memory, and to a repeat as to a read.
    assert client.get(f"{PAYMENT_INTENTS}/{data['uuid']}").content == created.content
    repeat = post(client, sent, escaped=not escaped)
    assert (repeat.status_code, repeat.content) == (200, created.content)


@st.composite
def invalid_bodies(draw: st.DrawFn) -> tuple[dict[str, Any], set[str]]:
    """A body that was valid until some of its fields were broken, and which ones."""
    fields = draw(st.sets(st.sampled_from(sorted(BROKEN)), min_size=1))
    broken = {field: draw(BROKEN[field]) for field in sorted(fields)}
    missing = draw(st.sets(st.sampled_from(sorted(fields & REQUIRED.keys()) or [""])))
    body = {k: v for k, v in (draw(VALID) | broken).items() if k not in missing}
    return body, fields


@given(example=invalid_bodies())
def test_any_invalid_body_names_every_wrong_field_and_stores_nothing(
    client: httpx.Client, service: Service, example: tuple[dict[str, Any], set[str]]
) -> None:
    sent, broken = example
    before = service.database.count_intents()
    answer = post(client, sent)
    assert answer.status_code == 422, answer.text
    errors = answer.json()["errors"]
    assert {name.split(".")[0] for name in errors} == broken
    assert all(texts and all(isinstance(t, str) for t in texts) for texts in errors.values())
    assert service.database.count_intents() == before
