"""JSON objects whose fields break a rule."""

import itertools
import json
from typing import Any

import httpx
import pytest

from tests.support.bodies import body, full_body
from tests.support.service import PAYMENT_INTENTS

pytestmark = pytest.mark.usefixtures("nothing_stored")

# Each field with values of a type it does not take.
WRONG_TYPES: dict[str, list[object]] = {
    "merchant_reference": [None, 7, 1.5, True, [], ["a"], {}, {"a": "b"}],
    "amount": [None, "25000", "", 25000.0, 1.5, True, False, [], [25000], {}],
    "currency": [None, 7, True, [], ["LYD"], {}],
    "customer": ["7", "", 7, True, [], [{"external_id": "7"}]],
    "description": [7, 1.5, True, [], ["a"], {}],
    "return_url": [7, True, [], ["https://shop.example/"], {}],
    "metadata": ["a", "", 7, True, [], [["a", "b"]], [{"a": "b"}]],
    "expires_at": [1893456000, 1893456000.5, True, [], {}],
}
WRONG_VALUES: dict[str, list[object]] = {
    "merchant_reference": ["", " ", "\t\r\n", "\u00a0\u2003\u3000"],
    "amount": [0, -1, -25000, 2**31, 2**63, 2**64, -(2**63) - 1],
    "currency": ["", "lyd", "USD", "LYD ", " LYD", "LYDX", "د.ل"],
    "return_url": [
        *("", " ", "shop.example", "/orders/7", "//shop.example/7", "https", "https:", "https://"),
        *("https:///orders", "https:shop.example", "http://:80/", "https://?a", "https://#a"),
        *("ftp://shop.example/", "javascript:alert(1)", "data:text/html,hi", "myshop://orders/7"),
        *("https://shop.example:0/", "https://shop.example:65536/", "https://shop.example:x/"),
        *("https://[::1/", "https://[nonsense]/", "https://shop.example/a b", "https://a b/"),
        *(" https://shop.example/", "https://shop.example/ ", "https://shop.example/\n"),
        *("https://shop.example\\@evil.example/", "https://shop.example/<script>", "https://@/"),
    ],
    "expires_at": [
        *("", "tomorrow", "2030-01-01", "12:00:00", "2030-13-01T00:00:00Z", "1893456000"),
        *("2030-02-30T00:00:00Z", "2030-01-01T25:00:00Z", "2030-01-01T00:60:00Z", "+1 day"),
        *("2030-01-01T00:00:00+25:00", "2030-01-01T00:00:00 Europe/Paris", "20300101T000000Z"),
        *("2030-W01-1T00:00:00Z", "2030-001T00:00:00Z", " 2030-01-01T00:00:00Z", "P1D"),
        *("٢٠٣٠-٠١-٠١T٠٠:٠٠:٠٠Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"),
        *("0000-01-01T00:00:00Z", "2030-01-01T00:00:00.Z", "2030-01-01T00:00:00Z\n"),
    ],
}
CASES = [
    pytest.param(field, value, id=f"{field}={value!r}"[:60])
    for cases in (WRONG_TYPES, WRONG_VALUES)
    for field, values in cases.items()
    for value in values
]


def assert_names_exactly(answer: httpx.Response, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert list(answer.json()) == ["message", "errors"]
    errors = answer.json()["errors"]
    assert sorted(errors) == sorted(fields)
    texts = [text for texts in errors.values() for text in texts]
    assert all(isinstance(text, str) and text for text in texts)
    more = len(texts) - 1
    suffix = f" (and {more} more error{'s' if more > 1 else ''})" if more else ""
    assert answer.json()["message"] == texts[0] + suffix


def post(client: httpx.Client, sent: object) -> httpx.Response:
    """As ASCII with escapes, so that any text at all can be sent."""
    headers = {"Content-Type": "application/json"}
    return client.post(PAYMENT_INTENTS, content=json.dumps(sent), headers=headers)


@pytest.mark.parametrize(("field", "value"), CASES)
def test_a_wrong_value_is_named(client: httpx.Client, field: str, value: object) -> None:
    assert_names_exactly(post(client, full_body(**{field: value})), field)


@pytest.mark.parametrize("field", ["merchant_reference", "amount", "currency"])
def test_a_required_field_that_is_missing_is_named(client: httpx.Client, field: str) -> None:
    sent = full_body()
    del sent[field]
    answer = post(client, sent)
    assert_names_exactly(answer, field)
    assert answer.json()["message"] == f"The {field} is required."


def test_an_empty_object_names_all_required_fields(client: httpx.Client) -> None:
    assert_names_exactly(post(client, {}), "merchant_reference", "amount", "currency")


@pytest.mark.parametrize("value", [7, True, [], {}])
def test_a_wrong_external_id_is_named_with_its_path(client: httpx.Client, value: object) -> None:
    assert_names_exactly(
        post(client, body(customer={"external_id": value})), "customer.external_id"
    )


@pytest.mark.parametrize("value", [None, 7, 1.5, True, [], ["a"], {}])
def test_a_metadata_value_that_is_no_string_is_named(client: httpx.Client, value: object) -> None:
    sent = body(metadata={"size": "XL", "color": value, "branch": "Tripoli"})
    assert_names_exactly(post(client, sent), "metadata.color")


UNSTORABLE = {
    "U+0000": "\x00",
    "U+0000 inside": "a\x00b",
    "a high surrogate": "\ud800",
    "a low surrogate": "\udfff",
    "surrogates the wrong way round": "\udc00\ud800",
    "a surrogate inside": "a\ud83dz",
}


@pytest.mark.parametrize("text", UNSTORABLE.values(), ids=UNSTORABLE)
def test_text_that_cannot_be_stored_is_named_wherever_it_stands(
    client: httpx.Client, text: str
) -> None:
    for field in ("merchant_reference", "currency", "description", "expires_at"):
        assert_names_exactly(post(client, full_body(**{field: text})), field)
    assert_names_exactly(
        post(client, full_body(return_url=f"https://shop.example/{text}")), "return_url"
    )
    assert_names_exactly(post(client, body(customer={"external_id": text})), "customer.external_id")
    assert_names_exactly(post(client, body(metadata={"color": text})), "metadata.color")
    answer = post(client, body(metadata={"size": "XL", text: "blue"}))
    assert answer.status_code == 422
    [named] = answer.json()["errors"]
    assert named.startswith("metadata.")


def test_every_wrong_field_is_named_at_once(client: httpx.Client) -> None:
    wrong: dict[str, Any] = {
        "merchant_reference": " ",
        "amount": 1,
        "currency": "USD",
        "customer": {"external_id": 7},
        "description": 7,
        "return_url": "shop",
        "metadata": {"a": 1, "b": "fine", "c": None},
        "expires_at": "soon",
    }
    names = {
        "customer": ["customer.external_id"],
        "metadata": ["metadata.a", "metadata.c"],
    }
    for some in (2, 3, len(wrong)):
        for fields in itertools.combinations(wrong, some):
            answer = post(client, full_body(**{field: wrong[field] for field in fields}))
            expected = itertools.chain(*(names.get(field, [field]) for field in fields))
            assert_names_exactly(answer, *expected)
