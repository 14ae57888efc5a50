"""The pages that are made from the sources: whole, linked, and without anything from elsewhere."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from wasl.api.openapi_document import openapi_document
from wasl.guide import contents
from wasl.guide.book import Book
from wasl.guide.markdown import heading_ids, write
from wasl.web.language import Language
from wasl.web.page_templates import PageTemplates
from wasl.web.static_files import StaticFiles

ROOT = Path(__file__).parents[2]
PUBLIC_URL = "https://pay.example.ly"
STATIC = StaticFiles()
DOCUMENT = openapi_document(PUBLIC_URL)
BOOK = Book(PageTemplates(STATIC), DOCUMENT)
_CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
EVERY_PAGE = [(page, language) for page in contents.PAGES for language in Language]


class Html(HTMLParser):
    """Elements with their attributes, and the text."""

    def __init__(self, page: str, language: Language) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        sheet = BOOK.find(page, language)
        assert sheet is not None
        self.source = sheet.body.decode()
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def values(self, attribute: str, tag: str | None = None) -> list[str]:
        return [
            str(attrs[attribute])
            for name, attrs in self.elements
            if attribute in attrs and (tag is None or name == tag)
        ]


@pytest.mark.parametrize(("page", "language"), EVERY_PAGE)
def test_a_page_says_what_it_is(page: str, language: Language) -> None:
    html = Html(page, language)
    assert ("html", {"lang": language, "dir": language.direction}) in html.elements
    assert [tag for tag, _ in html.elements].count("h1") == 1
    titles = re.findall(r"<title>(.+) · (.+)</title>", html.source)
    assert titles == [(titles[0][0], "دليل وصل" if language == "ar" else "Wasl guide")]
    (description,) = [
        attrs["content"] for _, attrs in html.elements if attrs.get("name") == "description"
    ]
    assert description
    assert description.count(".") >= 1
    current = [attrs for tag, attrs in html.elements if attrs.get("aria-current")]
    assert [attrs["href"] for attrs in current] == [contents.address(page, language)]


@pytest.mark.parametrize(("page", "language"), EVERY_PAGE)
def test_every_link_leads_somewhere(page: str, language: Language) -> None:
    own_ids = Html(page, language).values("id")
    assert len(own_ids) == len(set(own_ids))
    known = {contents.address(name, of) for name in contents.PAGES for of in Language}
    for link in Html(page, language).values("href", "a"):
        address, _, place = link.partition("#")
        if address.startswith("/dashboard"):
            continue
        assert not address or address in known, link
        if place:
            target = _page_at(address) if address else page
            assert place in Html(target, language).values("id"), link


def _page_at(address: str) -> str:
    return next(p for p in contents.PAGES for of in Language if contents.address(p, of) == address)


@pytest.mark.parametrize(("page", "language"), EVERY_PAGE)
def test_a_page_asks_nobody_else_and_needs_no_loose_policy(page: str, language: Language) -> None:
    html = Html(page, language)
    for name in ("src", "srcset", "style", "onclick", "onload"):
        assert [value for value in html.values(name) if not value.startswith("/static/")] == []
    # What is only said, not fetched: where this page is, and where in the other language.
    told = [a for tag, a in html.elements if a.get("rel") in ("canonical", "alternate")]
    here, other = (f"{PUBLIC_URL}{contents.address(page, of)}" for of in (language, language.other))
    assert [a["href"] for a in told] == [here, here, other]
    fetched = [a["href"] for tag, a in html.elements if tag == "link" and a not in told]
    assert [address for address in fetched if not str(address).startswith("/static/")] == []
    assert "style" not in [tag for tag, _ in html.elements]
    inline = re.findall(r"<script(?![^>]*src=)[^>]*>", html.source)
    assert inline == []


@pytest.mark.parametrize("page", contents.PAGES)
def test_both_languages_have_the_same_sections(page: str) -> None:
    """At the same places, so that who switches stays where they read."""
    english, arabic = (contents.source(page, of) for of in (Language.ENGLISH, Language.ARABIC))
    levels = re.compile(r"^(#+) ", re.MULTILINE)
    assert levels.findall(_CODE.sub("", english)) == levels.findall(_CODE.sub("", arabic))
    ids = [set(Html(page, of).values("id")) for of in Language]
    assert ids[0] == ids[1]
    assert set(heading_ids(english)) <= ids[0]
    rows = re.compile(r"^\|", re.MULTILINE)
    assert len(rows.findall(english)) == len(rows.findall(arabic))


@pytest.mark.parametrize("page", contents.PAGES)
def test_the_arabic_is_arabic(page: str) -> None:
    """No sentence was left in English: four Latin words in a row are code or nothing."""
    text = _CODE.sub("", contents.source(page, Language.ARABIC))
    text = re.sub(r"`[^`]*`", "", text)
    assert re.findall(r"(?:[A-Za-z]{3,} ){3}[A-Za-z]{3,}", text) == []
    assert len(re.findall(r"[\u0600-\u06ff]", text)) > 150


def test_the_repository_lists_every_source_by_its_title() -> None:
    listed = (ROOT / "docs/guide/README.md").read_text("utf-8")
    for page, language in EVERY_PAGE:
        title = contents.source(page, language).partition("\n")[0].removeprefix("# ")
        assert f"[{title}](../../src/wasl/guide/pages/{language}/{page}.md)" in listed
        assert f"| `{contents.address(page, Language.ARABIC)}` |" in listed


def test_readers_see_where_their_service_is() -> None:
    for page, language in EVERY_PAGE:
        assert "localhost:8000" not in Html(page, language).source
    assert f"{PUBLIC_URL}/api/v1" in Html("quick-start", Language.ARABIC).text


def test_previous_and_next_follow_the_order() -> None:
    for language in Language:
        for page, following in pairwise(contents.PAGES):
            html = Html(page, language)
            (next_link,) = [a["href"] for _, a in html.elements if a.get("rel") == "next"]
            assert next_link == contents.address(following, language)
            back = Html(following, language)
            (previous,) = [a["href"] for _, a in back.elements if a.get("rel") == "prev"]
            assert previous == contents.address(page, language)


def test_html_in_a_source_is_shown_and_not_run() -> None:
    html = write("# T\n\nP <script>x</script> [a](javascript:x) `<b>`", Language.ENGLISH).html
    assert "<script" not in html
    assert "<b>" not in html
    assert 'href="javascript' not in html


def test_a_link_to_a_page_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="nowhere"):
        write("# T\n\nP [a](nowhere.md)", Language.ENGLISH)


# --- The reference ---


def _fields(schema: Any, prefix: str = "") -> list[str]:
    if "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    names = []
    for name, inner in schema.get("properties", {}).items():
        names += [f"{prefix}{name}", *_fields(inner, f"{prefix}{name}.")]
    return names


@pytest.mark.parametrize("language", Language)
def test_the_reference_has_every_field_status_and_header(language: Language) -> None:
    html = Html(contents.REFERENCE, language)
    named = set(html.values("data-name"))
    schemas = DOCUMENT["components"]["schemas"]
    for name, schema in schemas.items():
        if name != "PaymentIntentEnvelope":
            assert set(_fields(schema)) <= named, name
    for path, methods in DOCUMENT["paths"].items():
        assert path in html.text
        for operation in methods.values():
            section = html.source.partition(f'data-operation="{operation["operationId"]}"')[2]
            section = section.partition("</section>")[0]
            statuses = re.findall(r'data-status="(\d+)"', section)
            assert statuses == list(operation["responses"])
            for parameter in operation.get("parameters", []):
                assert f'data-name="{parameter["name"]}"' in section
            for answer in operation["responses"].values():
                for example in answer["content"]["application/json"]["examples"]:
                    assert example.replace("_", " ") in section
                for header in answer["headers"]:
                    assert header in section
    assert set(DOCUMENT["components"]["headers"]) <= named
    assert {"X-API-Key", "Authorization"} <= named


def test_the_reference_says_every_rule() -> None:
    text = Html(contents.REFERENCE, Language.ENGLISH).text
    for rule in (
        "at least 1000",
        "at most 1000000000",
        "at most 255 characters",
        "at most 20 keys",
        "keys of at most 40 characters",
        "at most 2048 characters",
        "only LYD",
        "format: uuid",
        "one of: requires_payment_method, processing, succeeded, canceled",
    ):
        assert rule in text, rule


def test_the_arabic_reference_has_no_english_sentence() -> None:
    html = Html(contents.REFERENCE, Language.ARABIC).source
    prose = re.sub(r"<(pre|code|figcaption)\b.*?</\1>", "", html, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>", " ", prose)
    assert re.findall(r"(?:[A-Za-z]{2,} ){3}[A-Za-z]{2,}", text) == []
