"""Real TLS, with a certificate authority of the tests' own."""

import asyncio
import ssl
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.webhooks.certificates import Authority
from tests.webhooks.receiver import Receiver
from wasl.domain.delivery import TryResult
from wasl.domain.webhook_url import WebhookRules
from wasl.webhook_http import GuardedHttp

HOST = "hooks.shop.test"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


async def to_here(_host: str) -> Sequence[str]:
    return ["127.0.0.1"]


def post(
    server: ssl.SSLContext, client: ssl.SSLContext, host: str = HOST, times: int = 1
) -> tuple[TryResult, Receiver]:
    async def main() -> tuple[TryResult, Receiver]:
        receiver = Receiver()
        http = GuardedHttp(WebhookRules(allow_private=True), tls=client, look_up=to_here)
        async with receiver.running(server):
            for _ in range(times):
                result = await http.post(receiver.url(host=host), b"{}", {})
            await http.close()
        return result, receiver

    return asyncio.run(main())


def test_a_receiver_with_a_good_certificate_is_reached(authority: Authority) -> None:
    result, receiver = post(authority.server(HOST), authority.client(), times=5)
    assert (result.outcome, result.status_code, result.address) == ("succeeded", 200, "127.0.0.1")
    # The name, not the address it was pinned to, is what the receiver hears.
    assert receiver.received[0].headers["host"] == f"{HOST}:{receiver.port}"
    assert receiver.connections == 1


def test_an_address_in_the_url_is_checked_against_the_certificate(authority: Authority) -> None:
    result, _ = post(authority.server("127.0.0.1"), authority.client(), host="127.0.0.1")
    assert result.outcome == "succeeded"


@pytest.mark.parametrize(
    ("names", "expired", "words"),
    [
        (("other.shop.test",), False, "Hostname mismatch"),
        (("127.0.0.1",), False, "Hostname mismatch"),
        ((HOST,), True, "certificate has expired"),
    ],
)
def test_a_wrong_or_expired_certificate_is_a_failure(
    authority: Authority, names: tuple[str, ...], expired: bool, words: str
) -> None:
    result, receiver = post(authority.server(*names, expired=expired), authority.client())
    assert (result.outcome, result.status_code) == ("bad_certificate", None)
    assert words in (result.error or "")
    assert receiver.received == []


def test_a_certificate_of_an_unknown_authority_is_a_failure(
    authority: Authority, tmp_path: Path
) -> None:
    stranger = Authority(tmp_path, "Stranger")
    for trusted in (authority.client(), ssl.create_default_context()):
        result, receiver = post(stranger.server(HOST), trusted)
        assert result.outcome == "bad_certificate"
        assert "certificate is not valid" in (result.error or "")
        assert receiver.received == []


def test_an_old_version_of_tls_is_a_failure(authority: Authority) -> None:
    server = authority.server(HOST)
    client = authority.client()
    client.minimum_version = ssl.TLSVersion.TLSv1_3
    server.maximum_version = ssl.TLSVersion.TLSv1_2
    result, _ = post(server, client)
    assert result.outcome == "not_connected"
    assert result.error in (
        "TLS could not be set up",
        # Where the receiver gives up first.
        "could not connect: the connection was closed",
        "could not connect: Connection reset by peer",
    )


def test_plain_http_on_the_port_is_a_failure(authority: Authority) -> None:
    async def main() -> TryResult:
        receiver = Receiver()
        rules = WebhookRules(allow_private=True)
        http = GuardedHttp(rules, tls=authority.client(), total_s=0.5)
        async with receiver.running():
            result = await http.post(f"https://127.0.0.1:{receiver.port}/", b"{}", {})
            await http.close()
        return result

    assert asyncio.run(main()).outcome in ("not_connected", "timed_out")
