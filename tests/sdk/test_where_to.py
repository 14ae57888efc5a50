"""Where credentials may be sent, and which credentials."""

from typing import Any

import pytest

from wasl_sdk import AsyncWaslClient, WaslClient

CREDENTIALS: dict[str, Any] = {"api_key": "pk_a", "access_token": "at_a"}


@pytest.mark.parametrize("kind", [WaslClient, AsyncWaslClient])
@pytest.mark.parametrize(
    "url",
    [
        "http://pay.example/api/v1",
        "http://10.0.0.1/api/v1",
        "http://localhost.pay.example/api/v1",
        "http://127.0.0.1.pay.example/api/v1",
        "http:///api/v1",
        "ftp://localhost/api/v1",
        "localhost:8000/api/v1",
        "https:///api/v1",
        "https://pay.example",
        "https://pay.example/api/v2",
        "https://someone:secret@pay.example/api/v1",
        "https://pay.example/api/v1?a=/api/v1",
    ],
)
def test_addresses_that_could_betray_the_credentials_are_refused(kind: Any, url: str) -> None:
    with pytest.raises(ValueError, match="base_url"):
        kind(url, **CREDENTIALS)


@pytest.mark.parametrize(
    "url",
    [
        "https://pay.example/api/v1",
        "https://pay.example/api/v1/",
        "https://pay.example:8443/wasl/api/v1",
        "http://localhost:8000/api/v1",
        "http://127.0.0.1:8000/api/v1",
        "http://[::1]:8000/api/v1",
    ],
)
def test_https_and_the_own_machine_are_fine(url: str) -> None:
    WaslClient(url, **CREDENTIALS).close()


@pytest.mark.parametrize("bad", ["", "at_a\n", "at a", "at_é", "at_\x7f"])
@pytest.mark.parametrize("which", ["api_key", "access_token"])
def test_what_is_no_credential_is_refused_without_repeating_it(which: str, bad: str) -> None:
    with pytest.raises(ValueError, match=which) as refused:
        WaslClient("https://pay.example/api/v1", **CREDENTIALS | {which: bad})
    assert not bad or bad not in str(refused.value)


def test_nothing_printed_shows_a_credential() -> None:
    client = WaslClient("https://pay.example/api/v1", api_key="pk_hush", access_token="at_hush")
    shown = f"{client!r} {vars(client)} {client._http.headers!r}"
    client.close()
    assert "hush" not in shown
