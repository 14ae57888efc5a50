"""`make screenshots`: a picture of every page, for a reviewer to look through.

No test by its name, so that only those who ask for it run it.
"""

import html
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.screens import LANGUAGES, SCHEMES, SCREENS, Language, Screen
from tests.browser.shop import Shop
from tests.browser.tab import Tab
from tests.browser.visitor import NewVisitor
from tests.browser.walks import WALKS, Walk, read_the_guide

FOLDER = Path(__file__).parents[2] / "screenshots"


@pytest.fixture(scope="module")
def album() -> Iterator[list[str]]:
    """The pages in the order they were seen; written down when all are."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    pages: list[str] = []
    yield pages
    (FOLDER / "index.html").write_text(_index(list(dict.fromkeys(pages))), "utf-8")


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("walk", [*WALKS, read_the_guide], ids=lambda walk: walk.__name__)
def test_take_pictures(
    new_visitor: NewVisitor,
    shop: Shop,
    album: list[str],
    walk: Walk,
    language: Language,
    screen: Screen,
) -> None:
    tab = Tab(new_visitor(language=language, screen=screen), shop.sandbox.url)
    for stop in walk(tab, shop):
        album.append(stop)
        for scheme in SCHEMES:
            tab.page.emulate_media(color_scheme=scheme)
            name = f"{stop}.{language}.{screen.name}.{scheme}.png"
            tab.page.screenshot(path=FOLDER / name, full_page=True)
        tab.page.emulate_media(color_scheme="light")


def _index(pages: list[str]) -> str:
    sections = "".join(
        f"<section><h2>{html.escape(page)}</h2><div>{_pictures(page)}</div></section>"
        for page in pages
    )
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Every page of the checkout and the guide</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; margin: 2rem; background: #ddd; }}
section > div {{ display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }}
figure {{ margin: 0; }}
img {{ display: block; height: 26rem; box-shadow: 0 1px 4px #0006; }}
</style>
<h1>Every page of the checkout and the guide</h1>
{sections}
</html>
"""


def _pictures(page: str) -> str:
    names = [
        f"{page}.{language}.{screen.name}.{scheme}.png"
        for screen in SCREENS
        for language in LANGUAGES
        for scheme in SCHEMES
    ]
    return "".join(
        f'<figure><a href="{name}"><img src="{name}" alt="" loading="lazy"></a>'
        f"<figcaption>{name.removeprefix(page)[1:-4]}</figcaption></figure>"
        for name in names
    )
