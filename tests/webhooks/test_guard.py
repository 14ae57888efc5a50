"""Where a webhook may go is decided on every try, on the addresses it will be sent to."""

import asyncio
from collections.abc import Sequence

import pytest

from tests.webhooks.receiver import Receiver
from wasl.domain.delivery import TryResult
from wasl.domain.errors import WebhookUrlRefused
from wasl.domain.webhook_url import WebhookRules
from wasl.webhook_http import GuardedHttp, Lookup

PUBLIC = "93.184.215.14"
STRICT = WebhookRules()


class Names:
    """A name server that gives one answer after another; the last one for ever."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = list(answers)
        self.asked = 0

    async def __call__(self, _host: str) -> Sequence[str]:
        self.asked += 1
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


def post(url: str, look_up: Lookup, rules: WebhookRules = STRICT, **limits: float) -> TryResult:
    async def main() -> TryResult:
        http = GuardedHttp(rules, look_up=look_up, **limits)  # type: ignore[arg-type]
        result = await http.post(url, b"{}", {})
        await http.close()
        return result

    return asyncio.run(main())


def check(url: str, look_up: Lookup, rules: WebhookRules = STRICT) -> None:
    async def main() -> None:
        http = GuardedHttp(rules, look_up=look_up)
        try:
            await http.check(url)
        finally:
            await http.close()

    asyncio.run(main())


@pytest.mark.parametrize(
    ("addresses", "words"),
    [
        (["127.0.0.1"], "127.0.0.1 is a loopback address"),
        (["10.1.2.3"], "10.1.2.3 is a private address"),
        (["169.254.169.254"], "where clouds keep their metadata"),
        (["::ffff:127.0.0.1"], "IPv4 address in an IPv6 form"),
        ([PUBLIC, "192.168.0.1"], "192.168.0.1 is a private address"),
        (["192.168.0.1", PUBLIC], "192.168.0.1 is a private address"),
        ([PUBLIC, "2606:2800:21f::1", "fd00::1"], "fd00::1 is a private address"),
    ],
)
def test_a_name_with_any_private_address_is_refused_when_set_and_at_every_try(
    addresses: Sequence[str], words: str
) -> None:
    result = post("https://hooks.shop.test/", Names(addresses))
    assert (result.outcome, result.address) == ("address_refused", None)
    assert words in (result.error or "")
    with pytest.raises(WebhookUrlRefused, match=words):
        check("https://hooks.shop.test/", Names(addresses))


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://169.254.169.254/latest/meta-data/",
    ],
)
def test_an_address_in_the_url_is_refused_without_asking_anyone(url: str) -> None:
    names = Names([PUBLIC])
    assert post(url, names).outcome == "address_refused"
    assert names.asked == 0


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "0177.0.0.1", "localhost"])
def test_odd_spellings_of_loopback_are_refused(host: str) -> None:
    """With the real resolver, which reads some of them as addresses and knows none of the rest."""

    async def main() -> TryResult:
        http = GuardedHttp(STRICT)
        result = await http.post(f"https://{host}/", b"{}", {})
        await http.close()
        return result

    result = asyncio.run(main())
    assert result.outcome in ("address_refused", "not_connected")
    assert result.address is None


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://hooks.shop.test/", "must begin with https://"),
        ("https://user:secret@hooks.shop.test/", "holds credentials"),
        ("https://hooks.shop.test:22/", "port 22 is not allowed"),
    ],
)
def test_a_url_that_is_not_allowed_any_more_is_a_failed_try_with_its_reason(
    url: str, words: str
) -> None:
    result = post(url, Names([PUBLIC]))
    assert result.outcome == "address_refused"
    assert words in (result.error or "")
    assert "secret" not in (result.error or "")


def test_a_name_that_changes_between_check_and_connect_is_reached_where_it_was_checked() -> None:
    """Asked once per try; the connection goes to that answer, whatever the next would be."""

    async def main() -> tuple[TryResult, Names, Receiver]:
        receiver = Receiver()
        names = Names(["127.0.0.1"], ["10.255.255.1"])
        http = GuardedHttp(WebhookRules(allow_private=True), look_up=names)
        async with receiver.running():
            result = await http.post(receiver.url(host="rebind.test"), b"{}", {})
            await http.close()
        return result, names, receiver

    result, names, receiver = asyncio.run(main())
    assert (result.outcome, result.address) == ("succeeded", "127.0.0.1")
    assert (names.asked, len(receiver.received)) == (1, 1)


def test_a_name_that_turns_private_is_refused_although_a_connection_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The connection that is kept was checked when it was made; every try is checked again."""
    monkeypatch.setattr("wasl.webhook_http._LOOKUP_COUNTS_S", -1.0)

    async def main() -> tuple[list[TryResult], Receiver]:
        receiver = Receiver()
        names = Names(["127.0.0.1"], ["169.254.169.254"])
        http = GuardedHttp(WebhookRules(allow_private=True), look_up=names)
        async with receiver.running():
            url = receiver.url(host="rebind.test")
            results = [await http.post(url, b"{}", {}) for _ in range(2)]
            await http.close()
        return results, receiver

    results, receiver = asyncio.run(main())
    assert [result.outcome for result in results] == ["succeeded", "address_refused"]
    assert len(receiver.received) == 1


def test_tries_of_one_moment_share_a_lookup_and_a_slow_one_holds_up_nobody_else() -> None:
    async def main() -> tuple[int, list[TryResult], Receiver]:
        receiver = Receiver()
        answered = asyncio.Event()
        asked: list[str] = []

        async def look_up(host: str) -> Sequence[str]:
            asked.append(host)
            if host == "slow.test":
                await answered.wait()
            return ["127.0.0.1"]

        http = GuardedHttp(WebhookRules(allow_private=True), look_up=look_up)
        async with receiver.running():
            slow = [
                asyncio.create_task(http.post(receiver.url(host="slow.test"), b"{}", {}))
                for _ in range(10)
            ]
            quick = await http.post(receiver.url(host="quick.test"), b"{}", {})
            assert quick.outcome == "succeeded"
            assert not any(task.done() for task in slow)
            answered.set()
            results = await asyncio.gather(*slow)
            await http.close()
        return asked.count("slow.test"), results, receiver

    lookups, results, receiver = asyncio.run(main())
    assert lookups == 1
    assert {result.outcome for result in results} == {"succeeded"}
    assert len(receiver.received) == 11


def test_a_name_that_does_not_resolve_is_a_failed_try() -> None:
    result = post("https://hooks.shop.test/", Names([]))
    assert (result.outcome, result.error) == (
        "not_connected",
        "the name hooks.shop.test does not resolve",
    )
    with pytest.raises(WebhookUrlRefused, match="does not resolve"):
        check("https://hooks.shop.test/", Names([]))


def test_a_lookup_that_hangs_ends_with_the_try() -> None:
    async def never(_host: str) -> Sequence[str]:
        await asyncio.Event().wait()
        return []

    result = post("https://hooks.shop.test/", never, total_s=0.2)
    assert result.outcome == "timed_out"


def test_the_next_address_is_taken_where_one_cannot_be_connected_to() -> None:
    async def main() -> tuple[TryResult, Receiver]:
        receiver = Receiver()
        # Nothing listens on the first, on this port.
        names = Names(["127.0.0.2", "127.0.0.1"])
        http = GuardedHttp(WebhookRules(allow_private=True), look_up=names)
        async with receiver.running():
            result = await http.post(receiver.url(host="two.test"), b"{}", {})
            await http.close()
        return result, receiver

    result, receiver = asyncio.run(main())
    assert (result.outcome, result.address) == ("succeeded", "127.0.0.1")
    assert len(receiver.received) == 1


def test_a_public_url_passes_the_check() -> None:
    check("https://hooks.shop.test/path?a=b", Names([PUBLIC, "2606:2800:21f::1"]))
    check("https://hooks.shop.test:8443/", Names([PUBLIC]))
    check("http://localhost:3000/", Names(["127.0.0.1", "::1"]), WebhookRules(allow_private=True))
