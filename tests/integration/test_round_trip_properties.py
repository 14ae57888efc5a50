"""Any valid body comes back as it was sent; any invalid one names all that is wrong with it."""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import httpx
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.support.bodies import unique_reference
from tests.support.service import PAYMENT_INTENTS, Service

ANY = st.characters(exclude_categories=["Cs"], exclude_characters="\x00")
LOCAL = st.sampled_from("وصل ليبيا ٠١٢ أهلاً\u200f👕🇱🇾é\u0301\u2028\"\\/<>'")
CHARACTERS = ANY | LOCAL


def text(max_size: int, min_size: int = 0) -> SearchStrategy[str]:
    return st.text(CHARACTERS, min_size=min_size, max_size=max_size)


# Each reference ends in something unique, so that every example makes an intent.
REFERENCES = text(200).map(lambda start: start + unique_reference())
OFFSETS = st.none() | st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))


@st.composite
def expiries(draw: st.DrawFn) -> str:
    ahead_s = draw(st.integers(400, 30 * 86_400))
    at = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=ahead_s)
    at += timedelta(microseconds=draw(st.integers(0, 999_999) | st.just(0)))
    zone = draw(OFFSETS)
    if zone is None:
        return at.isoformat().replace("+00:00", draw(st.sampled_from(["Z", "", "z"])))
    return at.astimezone(zone).isoformat(draw(st.sampled_from("T ")))


URLS = st.builds(
    "{}://{}{}{}".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from(["shop.example", "localhost", "متجر.example", "127.0.0.1", "[::1]"]),
    st.sampled_from(["", ":8080", ":1"]),
    st.sampled_from(["", "/", "/orders/٧?id=7&x=%20#done", "?a=b", "#c"]),
)
REQUIRED: dict[str, SearchStrategy[Any]] = {
    "merchant_reference": REFERENCES,
    "amount": st.integers(1_000, 1_000_000_000),
    "currency": st.just("LYD"),
}
OPTIONAL: dict[str, SearchStrategy[Any]] = {
    "customer": st.none() | st.fixed_dictionaries({"external_id": st.none() | text(300)}),
    "description": st.none() | text(2_000),
    "return_url": st.none() | URLS,
    "metadata": st.none() | st.dictionaries(text(40), text(255), max_size=20),
    "expires_at": st.none() | expiries(),
}
VALID = st.fixed_dictionaries(REQUIRED, optional=OPTIONAL)

UNSTORABLE = st.sampled_from(["\x00", "\ud800", "\udfff"])
BAD_TEXT = st.tuples(text(20), UNSTORABLE, text(20)).map("".join)
NO_TEXT: SearchStrategy[Any] = st.sampled_from([0, 1.5, True, [], ["a"], {}])
BROKEN: dict[str, SearchStrategy[Any]] = {
    "merchant_reference": NO_TEXT | BAD_TEXT | text(300, 256) | st.sampled_from(["", " ", "\n\t"]),
    "amount": (
        st.integers(max_value=999)
        | st.integers(min_value=1_000_000_001)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.sampled_from(["1000", True, False, None, [], {}])
    ),
    "currency": NO_TEXT | BAD_TEXT | text(5).filter(lambda t: t != "LYD"),
    "customer": st.sampled_from(["7", 7, True, []])
    | st.fixed_dictionaries({"external_id": NO_TEXT | BAD_TEXT}),
    "description": NO_TEXT | BAD_TEXT,
    "return_url": NO_TEXT | BAD_TEXT | text(50).map(lambda t: f"shop.example/{t}"),
    "metadata": st.sampled_from(["a", 7, True, []])
    | st.dictionaries(text(40), NO_TEXT | BAD_TEXT | text(300, 256), min_size=1, max_size=5)
    | st.dictionaries(BAD_TEXT | text(60, 41), text(5), min_size=1, max_size=5)
    | st.dictionaries(text(40), text(5), min_size=21, max_size=30),
    "expires_at": NO_TEXT | BAD_TEXT | text(30).map(lambda t: f"at {t}"),
}


def post(client: httpx.Client, sent: object) -> httpx.Response:
    """As ASCII with escapes, so that lone surrogates can be sent too."""
    headers = {"Content-Type": "application/json"}
    return client.post(PAYMENT_INTENTS, content=json.dumps(sent), headers=headers)


@given(sent=VALID)
def test_any_valid_body_comes_back_as_it_was_sent(
    client: httpx.Client, sent: dict[str, Any]
) -> None:
    created = post(client, sent)
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
    repeat = post(client, sent)
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
