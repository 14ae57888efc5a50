"""Every page comes whole, and every form works, with JavaScript turned off."""

from playwright.sync_api import expect

from tests.browser.dashboard.company import Company
from tests.browser.dashboard.desk import Desk
from tests.browser.dashboard.walks import WALKS
from tests.browser.visitor import NewVisitor


def test_the_same_walks_lead_through(new_visitor: NewVisitor, company: Company) -> None:
    visitor = new_visitor(javascript=False)
    for walk in WALKS:
        desk = Desk(visitor, company.service.url)
        for stop in walk(desk, company):
            # What only a script can do is not offered.
            expect(desk.page.locator("[data-copy]:visible"), stop).to_have_count(0)
        desk.leave()
