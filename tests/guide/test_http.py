"""How the guide is served."""

import httpx
import pytest

from tests.support.service import Service
from wasl.guide import contents
from wasl.web.language import Language

PAGES = [contents.address(page, language) for page in contents.PAGES for language in Language]


@pytest.mark.parametrize("address", PAGES)
def test_every_page_is_there_for_everybody(service: Service, address: str) -> None:
    with service.client(headers={}) as client:
        answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    language = "en" if "lang=en" in address else "ar"
    assert f'<html lang="{language}"' in answer.text
    assert answer.headers["cache-control"] == "public, max-age=300"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self';" in policy
    assert "unsafe" not in policy
    assert "set-cookie" not in answer.headers


def test_an_unchanged_page_is_not_sent_again(client: httpx.Client) -> None:
    first = client.get("/docs/errors")
    etag = first.headers["etag"]
    for known in (etag, f"W/{etag}", f'"other", {etag}'):
        again = client.get("/docs/errors", headers={"If-None-Match": known})
        assert again.status_code == 304
        assert again.content == b""
        assert again.headers["etag"] == etag
        assert again.headers["cache-control"] == "public, max-age=300"
    other = client.get("/docs/errors?lang=en", headers={"If-None-Match": etag})
    assert other.status_code == 200
    assert other.headers["etag"] != etag


def test_all_processes_send_the_same(service: Service) -> None:
    with service.client(fresh_connections=True) as client:
        answers = [client.get("/docs/reference") for _ in range(8)]
    assert len({answer.headers["etag"] for answer in answers}) == 1
    assert len({answer.content for answer in answers}) == 1


@pytest.mark.parametrize(
    "path", ["/docs/nothing", "/docs/index", "/docs/errors/", "/docs/a/b", "/docs/%00"]
)
@pytest.mark.parametrize("language", Language)
def test_what_is_not_there_is_said_in_words(
    client: httpx.Client, path: str, language: Language
) -> None:
    answer = client.get(path, params={"lang": language})
    assert answer.status_code == 404
    assert f'<html lang="{language}"' in answer.text
    assert 'data-page="not-found"' in answer.text
    assert contents.address("errors", language) in answer.text
    assert answer.headers["cache-control"] == "no-store"


def test_a_slash_at_the_end_of_the_first_page_does_no_harm(client: httpx.Client) -> None:
    assert client.get("/docs/").content == client.get("/docs").content


def test_head_is_answered_without_a_body(client: httpx.Client) -> None:
    answer = client.head("/docs")
    assert answer.status_code == 200
    assert answer.content == b""
    assert int(answer.headers["content-length"]) == len(client.get("/docs").content)


def test_nothing_can_be_sent_to_it(client: httpx.Client) -> None:
    assert client.post("/docs").status_code == 405


def test_it_is_counted_by_route(client: httpx.Client) -> None:
    client.get("/docs/limits")
    assert 'route="/docs/{page:path}"' in client.get("/metrics").text
