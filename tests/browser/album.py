"""The pictures that `make screenshots` takes, with a page to look through them."""

import html
import shutil
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.screens import LANGUAGES, SCHEMES, SCREENS, Language, Screen

FOLDER = Path(__file__).parents[2] / "screenshots"


class Album:
    """Empty at first; written down when all pictures are taken."""

    def __init__(self) -> None:
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir()
        # In the order they were seen, by part of the service.
        self._stops: dict[str, dict[str, None]] = {}

    def take(self, page: Page, part: str, stop: str, language: Language, screen: Screen) -> None:
        self._stops.setdefault(part, {})[stop] = None
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            name = f"{part}.{stop}.{language}.{screen.name}.{scheme}.png"
            page.screenshot(path=FOLDER / name, full_page=True)
        page.emulate_media(color_scheme="light")

    def write_index(self) -> None:
        (FOLDER / "index.html").write_text(self._index(), "utf-8")

    def _index(self) -> str:
        parts = "".join(
            f"<h2>{html.escape(part)}</h2>{_sections(part, list(stops))}"
            for part, stops in self._stops.items()
        )
        return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Every page of Wasl</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; margin: 2rem; background: #ddd; }}
section > div {{ display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }}
figure {{ margin: 0; }}
img {{ display: block; height: 26rem; box-shadow: 0 1px 4px #0006; }}
</style>
<h1>Every page of Wasl</h1>
{parts}
</html>
"""


def _sections(part: str, stops: list[str]) -> str:
    return "".join(
        f"<section><h3>{html.escape(stop)}</h3><div>{_pictures(part, stop)}</div></section>"
        for stop in stops
    )


def _pictures(part: str, stop: str) -> str:
    looks = [
        f"{language}.{screen.name}.{scheme}"
        for screen in SCREENS
        for language in LANGUAGES
        for scheme in SCHEMES
    ]
    names = [(f"{part}.{stop}.{look}.png", look) for look in looks]
    return "".join(
        f'<figure><a href="{name}"><img src="{name}" alt="" loading="lazy"></a>'
        f"<figcaption>{look}</figcaption></figure>"
        for name, look in names
    )
