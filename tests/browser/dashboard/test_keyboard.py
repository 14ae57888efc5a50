"""The dashboard with the keyboard alone, the focus always in sight."""

import pytest
from playwright.sync_api import expect

from tests.browser.dashboard.company import Company
from tests.browser.dashboard.desk import Desk
from tests.browser.keyboard import Keyboard
from tests.browser.screens import DESKTOP, LANGUAGES, Language
from tests.browser.visitor import NewVisitor
from tests.dashboard.support.colleague import PASSWORD

# Everything that the Tab key is to reach, in the order of the page.
_REACHABLE = """() => [...document.querySelectorAll("a[href], button, input, select, textarea,"
    + " summary, [tabindex='0']")]
    .filter((e) => e.type !== "hidden" && e.checkVisibility({ visibilityProperty: true }))
    .filter((e) => e.type !== "radio" || e.checked).length"""


@pytest.fixture
def desk(new_visitor: NewVisitor, company: Company) -> Desk:
    return Desk(new_visitor(screen=DESKTOP), company.service.url)


def test_signing_in_and_out(desk: Desk, company: Company) -> None:
    owner = company.new_owner()
    desk.open("/sign-in")
    keyboard = Keyboard(desk.page)
    keyboard.go_to("[name=email]")
    keyboard.type(owner.email)
    keyboard.go_to("[name=password]")
    keyboard.type(PASSWORD)
    keyboard.press_and_go_on("Enter")
    desk.shows("people/applications")
    keyboard.go_to("[data-action=sign-out]")
    keyboard.press_and_go_on("Enter")
    desk.shows("people/sign_in")


def test_the_first_key_skips_to_the_content(desk: Desk, company: Company) -> None:
    shop = company.new_shop()
    desk.sign_in_as(shop.owner).open(shop.path("/credentials"))
    keyboard = Keyboard(desk.page)
    keyboard.press("Tab")
    expect(desk.page.locator(".skip:focus")).to_be_in_viewport()
    keyboard.press("Enter")
    keyboard.press("Tab")
    expect(desk.main(":focus")).to_have_attribute("data-action", "new-credential")


def test_what_cannot_be_undone_takes_two_steps(desk: Desk, company: Company) -> None:
    shop = company.new_shop()
    desk.sign_in_as(shop.owner).open(shop.path("/credentials"))
    before = desk.main("[data-credential]").count()
    keyboard = Keyboard(desk.page)
    keyboard.go_to("[data-credential] details:last-child > summary")
    keyboard.press("Enter")
    keyboard.go_to("[data-action=revoke]")
    keyboard.press_and_go_on("Enter")
    expect(desk.main("[data-credential]")).to_have_count(before - 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_focus_goes_through_everything_and_leaves_again(
    new_visitor: NewVisitor, company: Company, language: Language
) -> None:
    """Seen wherever it stands; no part keeps it."""
    shop = company.new_shop()
    company.seed_month(shop)
    desk = Desk(new_visitor(language=language, screen=DESKTOP), company.service.url)
    desk.sign_in_as(shop.owner).open(shop.path("/overview"))
    keyboard = Keyboard(desk.page)
    passed = [keyboard.go_on() for _ in range(desk.page.evaluate(_REACHABLE))]
    assert len(set(passed)) == len(passed)
    keyboard.press("Tab")
    expect(desk.page.locator("main :focus")).to_have_count(0)
