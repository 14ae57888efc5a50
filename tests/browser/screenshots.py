"""`make screenshots`: a picture of every page of the checkout and the guide, for a reviewer.

No test by its name, so that only those who ask for it run it.
"""

import pytest

from tests.browser.album import Album
from tests.browser.screens import LANGUAGES, SCREENS, Language, Screen
from tests.browser.shop import Shop
from tests.browser.tab import Tab
from tests.browser.visitor import NewVisitor
from tests.browser.walks import WALKS, Walk
from wasl.guide import contents
from wasl.web.language import Language as GuideLanguage


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
def test_take_pictures(
    new_visitor: NewVisitor,
    shop: Shop,
    album: Album,
    walk: Walk,
    language: Language,
    screen: Screen,
) -> None:
    tab = Tab(new_visitor(language=language, screen=screen), shop.sandbox.url)
    for stop in walk(tab, shop):
        album.take(tab.page, "checkout", stop, language, screen)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_take_pictures_of_the_guide(
    new_visitor: NewVisitor, shop: Shop, album: Album, language: Language, screen: Screen
) -> None:
    page = new_visitor(language=language, screen=screen).new_page()
    for name in (*contents.PAGES, "not-there"):
        page.goto(f"{shop.service.url}{contents.address(name, GuideLanguage(language))}")
        album.take(page, "guide", name, language, screen)
