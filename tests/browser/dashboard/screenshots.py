"""`make screenshots`: a picture of every page of the dashboard.

No test by its name, so that only those who ask for it run it.
"""

import pytest

from tests.browser.album import Album
from tests.browser.dashboard.company import Company
from tests.browser.dashboard.desk import Desk
from tests.browser.dashboard.walks import WALKS, Walk
from tests.browser.screens import LANGUAGES, SCREENS, Language, Screen
from tests.browser.visitor import NewVisitor


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
def test_take_pictures(
    new_visitor: NewVisitor,
    company: Company,
    album: Album,
    walk: Walk,
    language: Language,
    screen: Screen,
) -> None:
    desk = Desk(new_visitor(language=language, screen=screen), company.service.url)
    for stop in walk(desk, company):
        album.take(desk.page, "dashboard", stop, language, screen)
