"""Every page comes whole, and every form works, with JavaScript turned off."""

import pytest
from playwright.sync_api import expect

from tests.browser.dashboard.company import Company
from tests.browser.dashboard.desk import Desk
from tests.browser.dashboard.walks import WALKS, Walk
from tests.browser.visitor import NewVisitor


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
def test_the_same_walk_leads_through(new_visitor: NewVisitor, company: Company, walk: Walk) -> None:
    desk = Desk(new_visitor(javascript=False), company.service.url)
    for stop in walk(desk, company):
        assert stop
        expect(desk.page.locator("[data-copy]:visible")).to_have_count(0)
