"""The pages of the guide in their order, and their Markdown sources."""

from importlib import resources
from typing import Final

from wasl.web.language import DEFAULT, Language

PATH: Final = "/docs"

INDEX: Final = "index"
REFERENCE: Final = "reference"
PAGES: Final = (
    INDEX,
    "quick-start",
    "lifecycle",
    "webhooks",
    "testing",
    "errors",
    "limits",
    "going-live",
    REFERENCE,
)


def source(page: str, language: Language) -> str:
    folder = resources.files("wasl.guide") / "pages" / language
    return (folder / f"{page}.md").read_text("utf-8")


def address(page: str, language: Language) -> str:
    """The language travels in it, so that it lasts from page to page."""
    path = PATH if page == INDEX else f"{PATH}/{page}"
    return path if language is DEFAULT else f"{path}?lang={language}"
