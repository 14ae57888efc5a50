import pytest

from wasl.domain.errors import WebhookUrlRefused
from wasl.domain.webhook_url import WebhookRules, parse_webhook_url

STRICT = WebhookRules()
DEVELOPMENT = WebhookRules(allow_private=True)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("https://shop.example/hook", "shop.example", 443),
        ("https://SHOP.example.:8443/hook?a=b&c=%20", "shop.example", 8443),
        ("https://متجر.example/", "xn--pgbep1f.example", 443),
        ("https://[2606:4700::1]/", "2606:4700::1", 443),
    ],
)
def test_a_public_https_url_is_read(text: str, host: str, port: int) -> None:
    url = parse_webhook_url(text, STRICT)
    assert (url.text, url.host, url.port, url.is_https) == (text, host, port, True)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("http://shop.example/", "must begin with https://"),
        ("ftp://shop.example/", "must begin with https://"),
        ("shop.example/hook", "must begin with https://"),
        ("", "must begin with https://"),
        ("https://", "names no host"),
        ("https:///hook", "names no host"),
        ("https://user:word@shop.example/", "holds credentials"),
        ("https://user@shop.example/", "holds credentials"),
        ("https://@shop.example/", "holds credentials"),
        ("https://shop.example:80/", "port 80 is not allowed"),
        ("https://shop.example:22/", "port 22 is not allowed"),
        ("https://shop.example:0/", "port 0 is not allowed"),
        ("https://shop.example:99999/", "not a URL"),
        ("https://shop.example:port/", "not a URL"),
        ("https://[::1/", "not a URL"),
        ("https://shop.example/#part", "fragment"),
        ("https://shop.example\\@evil.example/", "no place in a URL"),
        ("https://shop.example/a b", "no place in a URL"),
        ("https://shop.example/\r\nx: y", "no place in a URL"),
        ("https://shop.example/\0", "no place in a URL"),
        ("https://" + "a" * 64 + ".example/", "not a name"),
        ("https://shop.example/" + "a" * 2048, "more than 2048"),
    ],
)
def test_any_other_url_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(WebhookUrlRefused) as refused:
        parse_webhook_url(text, STRICT)
    assert reason in refused.value.reason
    assert "word" not in str(refused.value)


def test_the_ports_are_a_setting() -> None:
    rules = WebhookRules(ports=frozenset({9443}))
    assert parse_webhook_url("https://shop.example:9443/", rules).port == 9443
    with pytest.raises(WebhookUrlRefused):
        parse_webhook_url("https://shop.example/", rules)


def test_development_allows_http_and_any_port() -> None:
    assert parse_webhook_url("http://localhost:3000/", DEVELOPMENT).port == 3000
    assert parse_webhook_url("http://localhost/", DEVELOPMENT).port == 80
    for text in ("http://a:b@localhost/", "gopher://localhost/"):
        with pytest.raises(WebhookUrlRefused):
            parse_webhook_url(text, DEVELOPMENT)
