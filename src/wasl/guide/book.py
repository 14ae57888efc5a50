"""All pages of the guide, written once."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from wasl.guide import contents
from wasl.guide.markdown import Written, heading_ids, write
from wasl.guide.reference import reference
from wasl.web.language import Language
from wasl.web.page_templates import PageTemplates

# What the sources call the service; readers see where theirs really is.
_WRITTEN_URL: Final = "http://localhost:8000"


class Sheet(NamedTuple):
    """A page as it is sent. `etag` changes whenever it does."""

    body: bytes
    etag: str


class Book:
    def __init__(self, templates: PageTemplates, document: Mapping[str, Any]) -> None:
        public_url = document["servers"][0]["url"].removesuffix("/api/v1")
        self._sheets: dict[tuple[str, Language], Sheet] = {}
        self._not_found: dict[Language, Sheet] = {}
        for language in Language:
            written = {page: _written(page, language, public_url) for page in contents.PAGES}
            for page, text in written.items():
                template = templates.find(f"guide/{_template(page)}.html", language)
                extra: dict[str, object] = {}
                if page == contents.REFERENCE:
                    extra["reference"] = reference(document, language)
                html = template.render(
                    **_surroundings(page, written, language),
                    written=text,
                    public_url=public_url,
                    **extra,
                )
                self._sheets[page, language] = _sheet(html)
            nowhere = templates.find("guide/not-found.html", language)
            html = nowhere.render(**_surroundings(None, written, language))
            self._not_found[language] = _sheet(html)

    def find(self, page: str, language: Language) -> Sheet | None:
        return self._sheets.get((page, language))

    def not_found(self, language: Language) -> Sheet:
        return self._not_found[language]


def _written(page: str, language: Language, public_url: str) -> Written:
    text = contents.source(page, language).replace(_WRITTEN_URL, public_url)
    return write(text, language, heading_ids(contents.source(page, Language.ENGLISH)))


def _template(page: str) -> str:
    return page if page in (contents.INDEX, contents.REFERENCE) else "page"


def _surroundings(
    page: str | None, written: Mapping[str, Written], language: Language
) -> dict[str, object]:
    pages: Sequence[str] = contents.PAGES
    at = pages.index(page) if page else 0
    return {
        "page": page or "not-found",
        "titles": {name: text.title for name, text in written.items()},
        "summaries": {name: text.summary for name, text in written.items()},
        "previous": pages[at - 1] if at > 0 else None,
        "next": pages[at + 1] if page and at + 1 < len(pages) else None,
        "address": lambda name, of=language: contents.address(name, of),
        "here": page or contents.INDEX,
    }


def _sheet(html: str) -> Sheet:
    body = html.encode()
    return Sheet(body, f'"{hashlib.sha256(body).hexdigest()[:20]}"')
