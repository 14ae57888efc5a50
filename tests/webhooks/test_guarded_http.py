"""The guarded POST against real receivers over real HTTP: what each answer is taken for."""

import asyncio
import gzip

import pytest

from tests.webhooks.receiver import (
    Behaviour,
    Receiver,
    after,
    answer,
    endless,
    raw,
    reset,
    reset_after_head,
    silent,
)
from wasl.domain.delivery import ANSWER_MAX_BYTES, TryResult
from wasl.domain.webhook_url import WebhookRules
from wasl.webhook_http import GuardedHttp

BODY = b'{"id":"1","event":"payment_intent.succeeded","data":{"uuid":"2"}}'
HEADERS = {"Content-Type": "application/json", "Service-Signature": "ab" * 32}
CHUNKED = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
BOMB = gzip.compress(b"\0" * 50_000_000)
BYTES = bytes(range(256)) * 4

# What the receiver does; outcome, status code, whether the answer was cut, words of the error.
CASES: dict[str, tuple[Behaviour, str, int | None, bool, str | None]] = {
    "200": (answer(200, b"thanks"), "succeeded", 200, False, None),
    "201": (answer(201), "succeeded", 201, False, None),
    "204": (raw(b"HTTP/1.1 204 No Content\r\n\r\n"), "succeeded", 204, False, None),
    "299": (answer(299), "succeeded", 299, False, None),
    "301": (answer(301, headers="location: /200\r\n"), "redirected", 301, False, "not followed"),
    "307": (answer(307, headers="location: /200\r\n"), "redirected", 307, False, "not followed"),
    "304": (raw(b"HTTP/1.1 304 Same\r\n\r\n"), "redirected", 304, False, "not followed"),
    "400": (answer(400, b"no"), "rejected", 400, False, "answered 400"),
    "401": (answer(401, headers="www-authenticate: Basic\r\n"), "rejected", 401, False, "401"),
    "404": (answer(404), "rejected", 404, False, "answered 404"),
    "410": (answer(410), "rejected", 410, False, "answered 410"),
    "500": (answer(500, b"oops"), "rejected", 500, False, "answered 500"),
    "503": (answer(503), "rejected", 503, False, "answered 503"),
    "reset": (reset, "broken_off", None, False, "closed before an answer came"),
    "reset after head": (reset_after_head, "broken_off", 200, False, "before the answer ended"),
    "closed": (raw(b""), "broken_off", None, False, "closed before an answer came"),
    "cut short": (
        raw(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf"),
        "broken_off",
        200,
        False,
        "before the answer ended",
    ),
    "not http": (raw(b"SSH-2.0-OpenSSH_9.6\r\n\r\n"), "broken_off", None, False, "not HTTP"),
    "any bytes": (answer(200, BYTES), "succeeded", 200, False, None),
    "8 KiB": (answer(200, b"x" * ANSWER_MAX_BYTES), "succeeded", 200, False, None),
    "8 KiB + 1": (answer(200, b"x" * (ANSWER_MAX_BYTES + 1)), "succeeded", 200, True, None),
    "endless": (
        endless(CHUNKED, b"1000\r\n" + b"x" * 4096 + b"\r\n"),
        "succeeded",
        200,
        True,
        None,
    ),
    "endless 500": (
        endless(CHUNKED.replace(b"200", b"500"), b"1000\r\n" + b"x" * 4096 + b"\r\n"),
        "rejected",
        500,
        True,
        "answered 500",
    ),
    "bomb": (answer(200, BOMB, "content-encoding: gzip\r\n"), "succeeded", 200, True, None),
    "endless head": (
        endless(b"HTTP/1.1 200 OK\r\n", b"x-more: and more\r\n"),
        "broken_off",
        None,
        False,
        "",
    ),
    "long line": (
        raw(b"HTTP/1.1 200 OK\r\nx: " + b"x" * 100_000 + b"\r\n\r\n"),
        "broken_off",
        None,
        False,
        "",
    ),
    # These take their time; all run at once.
    "at 9.5 s": (after(9.5, answer(200, b"late")), "succeeded", 200, False, None),
    "at 10.5 s": (after(10.5, answer(200)), "timed_out", None, False, "10 s passed before an ans"),
    "silent": (silent, "timed_out", None, False, "10 s passed before an answer came"),
    "slow head": (endless(b"HTTP/1.1 200", b" ", 0.5), "timed_out", None, False, "10 s passed"),
    "slow drip": (
        endless(CHUNKED, b"1\r\nx\r\n", 0.2),
        "timed_out",
        200,
        False,
        "10 s passed before the answer ended",
    ),
}


async def _post_each() -> tuple[dict[str, TryResult], Receiver]:
    receiver = Receiver()
    http = GuardedHttp(WebhookRules(allow_private=True))
    paths = {name: f"/{number}" for number, name in enumerate(CASES)}
    receiver.behaviours = {paths[name]: case[0] for name, case in CASES.items()}
    async with receiver.running():
        results = await asyncio.gather(
            *(http.post(receiver.url(path), BODY, HEADERS) for path in paths.values())
        )
        await http.close()
    return dict(zip(CASES, results, strict=True)), receiver


@pytest.fixture(scope="module")
def posted() -> tuple[dict[str, TryResult], Receiver]:
    """Every case at once: together they take as long as the slowest."""
    return asyncio.run(_post_each())


@pytest.mark.parametrize("name", CASES)
def test_each_answer_is_taken_for_what_it_is(
    posted: tuple[dict[str, TryResult], Receiver], name: str
) -> None:
    _, outcome, status, cut, words = CASES[name]
    result = posted[0][name]
    assert (result.outcome, result.status_code, result.answer_cut) == (outcome, status, cut)
    assert result.address == "127.0.0.1"
    assert len(result.answer) <= ANSWER_MAX_BYTES
    if words is None:
        assert result.error is None
    else:
        assert result.error is not None
        assert words in result.error


def test_every_byte_of_an_answer_is_kept(posted: tuple[dict[str, TryResult], Receiver]) -> None:
    results, _ = posted
    assert results["any bytes"].answer == BYTES
    assert results["500"].answer == b"oops"
    assert results["8 KiB"].answer == b"x" * ANSWER_MAX_BYTES
    # Compressed as it came: nothing was unpacked.
    assert results["bomb"].answer == BOMB[:ANSWER_MAX_BYTES]


def test_the_time_of_a_try_is_measured(posted: tuple[dict[str, TryResult], Receiver]) -> None:
    results, _ = posted
    assert 9_500 <= results["at 9.5 s"].duration_ms < 10_000
    for name in ("at 10.5 s", "silent", "slow head", "slow drip"):
        assert 10_000 <= results[name].duration_ms < 12_000


def test_each_request_is_sent_once_with_the_very_bytes(
    posted: tuple[dict[str, TryResult], Receiver],
) -> None:
    _, receiver = posted
    assert len(receiver.received) == len(CASES)
    for received in receiver.received:
        assert received.body == BODY
        assert received.headers["content-type"] == "application/json"
        assert received.headers["service-signature"] == "ab" * 32
        assert received.headers["content-length"] == str(len(BODY))
        assert received.headers["host"] == f"127.0.0.1:{receiver.port}"


def test_connections_are_reused_while_they_are_fresh() -> None:
    async def main() -> Receiver:
        receiver = Receiver()
        http = GuardedHttp(WebhookRules(allow_private=True))
        async with receiver.running():
            for _ in range(20):
                await http.post(receiver.url(), BODY, HEADERS)
            await http.close()
        return receiver

    receiver = asyncio.run(main())
    assert (len(receiver.received), receiver.connections) == (20, 1)


def test_nobody_is_connected_to_where_nothing_listens() -> None:
    async def main() -> TryResult:
        receiver = Receiver()
        async with receiver.running():
            url = receiver.url()
        http = GuardedHttp(WebhookRules(allow_private=True))
        result = await http.post(url, BODY, HEADERS)
        await http.close()
        return result

    result = asyncio.run(main())
    assert (result.outcome, result.status_code) == ("not_connected", None)
    assert result.error == "could not connect: Connection refused"
