"""`make screenshots`: a picture of every page of the checkout, for a reviewer to look through.

No test by its name, so that only those who ask for it run it.
"""

import pytest

from tests.browser.album import Album
from tests.browser.screens import LANGUAGES, SCREENS, Language, Screen
from tests.browser.shop import Shop
from tests.browser.tab import Tab
from tests.browser.visitor import NewVisitor
from tests.browser.walks import WALKS, Walk


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
