"""The short way through a body never reads anything else in it than the thorough one."""

import json
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.any_bodies import BROKEN, VALID
from wasl.api.create_request import parse_create_request
from wasl.api.plain_create_request import plain_create_request
from wasl.domain.errors import InvalidRequest
from wasl.domain.payment_intent import NewPaymentIntent
from wasl.web.request_body import parse_object

USUAL: Final = {
    "merchant_reference": "order-7",
    "amount": 25_000,
    "currency": "LYD",
    "customer": {"external_id": "c-7"},
    "description": "قميصان أزرقان",
    "return_url": "https://shop.example/orders/7",
    "metadata": {"order": "7", "cart": "a:b"},
    "expires_at": "2026-11-20T18:00:00+02:00",
}
REQUIRED: Final = {name: USUAL[name] for name in ("merchant_reference", "amount", "currency")}


def thoroughly(body: bytes) -> NewPaymentIntent | None:
    try:
        return parse_create_request(parse_object(body))
    except InvalidRequest:
        return None


def written(sent: object, **options: Any) -> bytes:
    return json.dumps(sent, ensure_ascii=False, **options).encode("utf-8", "surrogatepass")


@pytest.mark.parametrize(
    "body",
    [
        written(USUAL),
        written(USUAL, separators=(",", ":")),
        written(USUAL, indent=4),
        written(REQUIRED),
        *(written(REQUIRED | {name: USUAL[name]}) for name in USUAL),
        written(REQUIRED | {"metadata": {}}),
    ],
)
def test_a_usual_body_goes_the_short_way(body: bytes) -> None:
    plain = plain_create_request(body)
    assert plain is not None
    assert plain == thoroughly(body)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b'{"amount":1000,' + written(USUAL)[1:], id="a key twice"),
        pytest.param(b'{"currency" :"LYD",' + written(USUAL)[1:], id="a key twice, with a space"),
        pytest.param(
            written(USUAL).replace(b'"order":', b'"cart": "a", "order":'), id="twice, nested"
        ),
        pytest.param(
            written(USUAL).replace(b'"external_id"', b'"external_id": "a", "external_id"'),
            id="twice, in the customer",
        ),
        pytest.param(written(USUAL | {"color": 7}), id="an unknown field"),
        pytest.param(written(USUAL | {"description": None}), id="a null"),
        pytest.param(written(USUAL | {"customer": {}}), id="a customer without an id"),
        pytest.param(written(USUAL | {"description": 'a "word"'}), id="an escape"),
        pytest.param(written(USUAL | {"return_url": "https://متجر.example/"}), id="a rare url"),
        pytest.param(written(USUAL | {"merchant_reference": " \u3000 "}), id="a blank reference"),
        pytest.param(written(USUAL | {"expires_at": "soon"}), id="no time"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"[" * 50_000, id="nested without end"),
        pytest.param(b'{"\xff": 1, ' + written(USUAL)[1:], id="no text as a key"),
    ],
)
def test_an_unusual_one_is_left_to_the_thorough_way(body: bytes) -> None:
    assert plain_create_request(body) is None


def broken_bodies() -> st.SearchStrategy[dict[str, Any]]:
    """Valid but for one field."""
    wrong = st.sampled_from(sorted(BROKEN)).flatmap(
        lambda name: BROKEN[name].map(lambda value: {name: value})
    )
    return st.tuples(VALID, wrong).map(lambda both: both[0] | both[1])


@given(sent=VALID | broken_bodies(), indent=st.none() | st.integers(0, 2))
def test_both_ways_read_the_same(sent: dict[str, Any], indent: int | None) -> None:
    body = written(sent, indent=indent)
    plain = plain_create_request(body)
    assert plain is None or plain == thoroughly(body)


@st.composite
def damaged_bodies(draw: st.DrawFn) -> bytes:
    """A few bytes cut out, and others or a copy of some put in."""
    body = written(draw(VALID | st.just(USUAL)))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(body)))
        copied_from = draw(st.integers(0, len(body)))
        copied = body[copied_from : copied_from + draw(st.integers(0, 40))]
        put_in = draw(st.just(copied) | st.binary(max_size=3) | st.sampled_from(DAMAGE))
        body = body[:at] + put_in + body[at + draw(st.integers(0, 5)) :]
    return body


DAMAGE: Final = [b'"', b":", b",", b"{", b"}", b"\\", b"null", b"1e3", b'"amount":1000,', b"\xff"]


@given(body=damaged_bodies())
def test_both_ways_read_the_same_in_what_is_damaged(body: bytes) -> None:
    plain = plain_create_request(body)
    assert plain is None or plain == thoroughly(body)
