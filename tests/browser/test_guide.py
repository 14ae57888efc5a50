"""The guide in a real browser: open to everybody, and calm; what its script adds works."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import problems_of
from tests.browser.screens import DESKTOP, LANGUAGES, Language
from tests.browser.shop import Shop
from tests.browser.visitor import NewVisitor
from wasl.guide import contents
from wasl.web.language import Language as GuideLanguage


def _open(page: Page, shop: Shop, name: str, language: Language) -> None:
    answer = page.goto(shop.service.url + contents.address(name, GuideLanguage(language)))
    assert answer is not None
    assert answer.status == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_open_to_everybody(
    new_visitor: NewVisitor, shop: Shop, language: Language
) -> None:
    page = new_visitor(language=language).new_page()
    found = []
    for name in contents.PAGES:
        _open(page, shop, name, language)
        found += [f"{name}: {problem}" for problem in problems_of(page)]
    assert not found, "\n".join(found)


def test_code_is_copied_as_it_stands(new_visitor: NewVisitor, shop: Shop) -> None:
    visitor = new_visitor(screen=DESKTOP)
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.new_page()
    _open(page, shop, "quick-start", "ar")
    figure = page.locator("figure.code[data-language=json]").first
    figure.locator("button.copy").click()
    expect(figure.locator("button.copy")).to_have_text("تم النسخ")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == figure.locator("code").inner_text()
    assert copied.startswith('{\n  "data"')


def test_a_language_chosen_once_is_chosen_everywhere(new_visitor: NewVisitor, shop: Shop) -> None:
    page = new_visitor(screen=DESKTOP).new_page()
    _open(page, shop, "quick-start", "en")
    tabs = page.locator(".codes [role=tab]")
    assert tabs.all_inner_texts()[:4] == [
        "Shell",
        "Python · create.py",
        "Node.js · create.mjs",
        "PHP · create.php",
    ]
    expect(page.locator(".codes figure.code:visible")).to_have_count(2)
    tabs.nth(0).focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    shown = page.locator(".codes figure.code:visible")
    expect(shown).to_have_count(2)
    assert [figure.get_attribute("data-language") for figure in shown.all()] == ["php", "php"]
    expect(tabs.nth(3)).to_be_focused()
    expect(tabs.nth(3)).to_have_attribute("aria-selected", "true")
    page.reload()
    assert page.locator(".codes figure.code:visible").first.get_attribute("data-language") == "php"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_is_there_without_javascript(
    new_visitor: NewVisitor, shop: Shop, language: Language
) -> None:
    page = new_visitor(language=language, javascript=False).new_page()
    for name in contents.PAGES:
        _open(page, shop, name, language)
        everything = page.locator("figure.code")
        in_answers = page.locator("details:not([open]) figure.code")
        visible = page.locator("figure.code:visible")
        assert visible.count() == everything.count() - in_answers.count()
        assert page.locator("button").count() == 0


def test_the_other_language_opens_at_the_same_place(new_visitor: NewVisitor, shop: Shop) -> None:
    page = new_visitor(screen=DESKTOP).new_page()
    _open(page, shop, "webhooks", "ar")
    page.locator(".sections a[href='#tries']").click()
    page.locator("[data-action=language]").click()
    page.wait_for_url("**/docs/webhooks?lang=en#tries")
    expect(page.locator("h2#tries")).to_be_in_viewport()
    page.locator("[data-action=language]").click()
    page.wait_for_url("**/docs/webhooks#tries")


def test_the_page_that_is_read_is_in_sight_on_a_phone(new_visitor: NewVisitor, shop: Shop) -> None:
    for language in LANGUAGES:
        page = new_visitor(language=language).new_page()
        _open(page, shop, contents.REFERENCE, language)
        expect(page.locator(".contents [aria-current]")).to_be_in_viewport(ratio=0.9)


def test_a_page_that_is_not_there_leads_on(new_visitor: NewVisitor, shop: Shop) -> None:
    page = new_visitor().new_page()
    answer = page.goto(f"{shop.service.url}/docs/nothing")
    assert answer is not None
    assert answer.status == 404
    assert list(problems_of(page)) == []
    page.locator("main a").click()
    page.wait_for_url("**/docs")
