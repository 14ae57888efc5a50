"""Bodies that cannot be read as one JSON object in one way."""

import gzip
import json
from collections.abc import Iterator

import httpx
import pytest

from tests.support.bodies import body, unique_reference
from tests.support.service import PAYMENT_INTENTS, Service

JSON = {"Content-Type": "application/json"}
LIMIT_BYTES = 64 * 1024

VALID = json.dumps(body(merchant_reference="never stored")).encode()
OPEN = VALID[:-1]  # without its closing brace

UNREADABLE = {
    "empty": b"",
    "white space": b" \r\n\t",
    "cut off": OPEN,
    "a word": b"hello",
    "two objects": VALID + VALID,
    "something behind": VALID + b"x",
    "a comment": OPEN + b"/* */}",
    "a trailing comma": OPEN + b",}",
    "single quotes": VALID.replace(b'"', b"'"),
    "a form": b"merchant_reference=1&amount=1000&currency=LYD",
    "a byte order mark": b"\xef\xbb\xbf" + VALID,
    "UTF-16": VALID.decode().encode("utf-16"),
    "UTF-32": VALID.decode().encode("utf-32"),
    "latin-1": OPEN + b',"description":"caf\xe9"}',
    "an overlong NUL": OPEN + b',"description":"\xc0\x80"}',
    "a surrogate in UTF-8": OPEN + b',"description":"\xed\xa0\x80"}',
    "beyond Unicode": OPEN + b',"description":"\xf5\x80\x80\x80"}',
    "a raw control character": OPEN + b',"description":"\x01"}',
    "a raw NUL": OPEN + b',"description":"\x00"}',
    "a wrong escape": OPEN + rb',"description":"\x41"}',
    "a cut escape": OPEN + rb',"description":"\u12"}',
    "NaN": OPEN + b',"x":NaN}',
    "NaN as the amount": VALID.replace(b"25000", b"NaN"),
    "Infinity as the amount": VALID.replace(b"25000", b"Infinity"),
    "-Infinity as the amount": VALID.replace(b"25000", b"-Infinity"),
    "an octal amount": VALID.replace(b"25000", b"025000"),
    "a hexadecimal amount": VALID.replace(b"25000", b"0x61A8"),
    "a plus sign": VALID.replace(b"25000", b"+25000"),
    "Arabic digits": VALID.replace(b"25000", "٢٥٠٠٠".encode()),
    "a key twice": OPEN + b',"amount":25000}',
    "a key twice, escaped": OPEN + rb',"\u0061mount":25000}',
    "a key twice, unknown": OPEN + b',"x":1,"x":1}',
    "a key twice in the customer": OPEN + b',"customer":{"external_id":"1","external_id":"1"}}',
    "a key twice in the metadata": OPEN + b',"metadata":{"a":"1","b":"2","a":"1"}}',
    "a key twice, deep inside": OPEN + b',"x":[{"y":[{"z":1,"z":2}]}]}',
    "60,000 brackets": b"[" * 60_000,
    "15,000 objects": b'{"":' * 15_000,
    "30,000 closed brackets": OPEN + b',"x":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "an array": b"[" + VALID + b"]",
    "an empty array": b"[]",
    "a string": b'"text"',
    "a number": b"25000",
    "a long number": b"9" * 10_000,
    "null": b"null",
    "true": b"true",
}


@pytest.mark.usefixtures("nothing_stored")
@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
def test_a_body_that_is_no_clear_json_object_is_refused(
    client: httpx.Client, content: bytes
) -> None:
    answer = client.post(PAYMENT_INTENTS, content=content, headers=JSON)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/json"
    assert list(answer.json()) == ["message", "errors"]
    assert answer.json()["errors"] == {"body": [answer.json()["message"]]}


@pytest.mark.usefixtures("nothing_stored")
@pytest.mark.parametrize(
    "amount",
    ["9" * 10_000, "-" + "9" * 10_000, "1" + "0" * 70, "1e3", "25000.0", "1e400", "-0.0", "2.5E4"],
)
def test_an_amount_that_is_no_plain_integer_is_named(client: httpx.Client, amount: str) -> None:
    content = VALID.replace(b"25000", amount.encode())
    answer = client.post(PAYMENT_INTENTS, content=content, headers=JSON)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["amount"]


@pytest.mark.usefixtures("nothing_stored")
@pytest.mark.parametrize(
    "content",
    [b"[" * 100_000, b" " * LIMIT_BYTES + VALID, b"x" * (10 * 1024 * 1024)],
    ids=["100,000 brackets", "white space before it", "10 MB"],
)
@pytest.mark.parametrize("chunked", [False, True], ids=["with its length", "in chunks"])
def test_a_body_over_64_kib_is_refused(client: httpx.Client, content: bytes, chunked: bool) -> None:
    sent = in_chunks(content) if chunked else content
    answer = client.post(PAYMENT_INTENTS, content=sent, headers=JSON)
    assert answer.status_code == 413
    assert answer.headers["content-type"] == "application/json"
    assert list(answer.json()) == ["message"]
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("chunked", [False, True], ids=["with its length", "in chunks"])
def test_the_size_limit_is_exact(client: httpx.Client, service: Service, chunked: bool) -> None:
    reference = unique_reference()
    content = json.dumps(body(merchant_reference=reference, description="")).encode()
    fitting = content.replace(b'""', b'"%b"' % (b"d" * (LIMIT_BYTES - len(content))))
    assert len(fitting) == LIMIT_BYTES
    for excess, status, rows in ((b" ", 413, 0), (b"", 201, 1)):
        sent = fitting + excess
        answer = client.post(
            PAYMENT_INTENTS, content=in_chunks(sent) if chunked else sent, headers=JSON
        )
        assert answer.status_code == status
        assert service.database.count_intents(reference) == rows
    uuid = answer.json()["data"]["uuid"]
    assert client.get(f"{PAYMENT_INTENTS}/{uuid}").json() == answer.json()


@pytest.mark.usefixtures("nothing_stored")
@pytest.mark.parametrize(
    "content_type",
    [
        *("text/plain", "text/json", "application/x-www-form-urlencoded", "application/jsonp"),
        *("application/vnd.api+json", "multipart/form-data; boundary=x", "json", ""),
        *("application/json; charset=latin-1", "application/json; charset=utf-16"),
        "application/json, text/plain",
    ],
)
def test_another_content_type_is_refused(client: httpx.Client, content_type: str) -> None:
    answer = client.post(PAYMENT_INTENTS, content=VALID, headers={"Content-Type": content_type})
    assert answer.status_code == 415
    assert list(answer.json()) == ["message"]


@pytest.mark.parametrize(
    "content_type",
    [
        *("application/json", "Application/JSON", "application/json;charset=UTF-8"),
        *('application/json; charset="utf-8"', "application/json ; charset=utf-8", None),
    ],
)
def test_json_may_be_declared_in_any_spelling_or_not_at_all(
    client: httpx.Client, content_type: str | None
) -> None:
    headers = {} if content_type is None else {"Content-Type": content_type}
    answer = client.post(PAYMENT_INTENTS, content=json.dumps(body()).encode(), headers=headers)
    assert answer.status_code == 201


@pytest.mark.usefixtures("nothing_stored")
@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "gzip, identity"])
def test_a_compressed_body_is_refused(client: httpx.Client, encoding: str) -> None:
    answer = client.post(
        PAYMENT_INTENTS, content=gzip.compress(VALID), headers=JSON | {"Content-Encoding": encoding}
    )
    assert answer.status_code == 415
    assert list(answer.json()) == ["message"]


def in_chunks(content: bytes) -> Iterator[bytes]:
    for start in range(0, len(content), 16 * 1024):
        yield content[start : start + 16 * 1024]
