"""A checkout in one tab of a customer's browser, told in the customer's terms."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

from playwright.sync_api import Locator, Page, Response, expect
from playwright.sync_api import TimeoutError as NotInTime

from tests.browser.card_form import CardForm
from tests.browser.screens import Language
from tests.browser.shop import Intent
from tests.browser.visitor import Visitor
from tests.engine.values import EDFALI_CODE, SADAD_CODE

MethodName = Literal["sadad", "edfali", "card"]
Wallet = Literal["sadad", "edfali"]
PageName = Literal["choose", "code", "card", "confirming", "paid", "expired", "not-found", "error"]

# How often a page that waits looks whether it can go on.
_LOOKS_EVERY_MS = 2500

BIRTH_YEAR = "1990"
RIGHT_CODE: dict[str, str] = {"sadad": SADAD_CODE, "edfali": EDFALI_CODE}


class Tab:
    def __init__(self, visitor: Visitor, sandbox_url: str) -> None:
        self.visitor = visitor
        self.page: Page = visitor.new_page()
        # It ticks as any other, and can be moved ahead.
        self.page.clock.install()
        self._sandbox_url = sandbox_url

    @contextmanager
    def unaware(self) -> Iterator[None]:
        """Its pages do not hear of what happens elsewhere, however slow this machine is."""
        self.page.route("**/status*", lambda route: route.fulfill(json={"page": "choose"}))
        yield
        self.page.unroute("**/status*")

    def open(self, intent: Intent) -> "Tab":
        """As the merchant sends customers there."""
        self.goto(in_language(intent.checkout_url, self.visitor.language))
        return self

    def goto(self, url: str) -> Response:
        response = self.page.goto(url)
        assert response is not None
        return response

    # What is seen.

    def shows(self, name: PageName) -> None:
        """In the customer's language."""
        expect(self._main(name)).to_be_visible()

    def goes_on_to(self, name: PageName) -> None:
        """By itself, without a long wait: time flies in this tab."""
        main = self._main(name)
        deadline_s = time.monotonic() + 15
        while not main.count():
            assert time.monotonic() < deadline_s, f"still {self.page.content()}"
            self.page.clock.fast_forward(_LOOKS_EVERY_MS)
            with suppress(NotInTime):
                main.wait_for(timeout=200)

    def _main(self, name: PageName) -> Locator:
        direction = "rtl" if self.visitor.language == "ar" else "ltr"
        html = f"html[lang={self.visitor.language}][dir={direction}]"
        return self.page.locator(f'{html} main[data-page="{name}"]')

    def shows_failure(self, reason: str) -> None:
        """What happened to the last try, above the ways to pay."""
        self.shows("choose")
        alert = self.page.locator("main [role=alert]")
        expect(alert).to_have_attribute("data-reason", reason)
        expect(alert).to_be_visible()
        assert alert.inner_text().strip()

    def shows_error_at(self, field: str) -> str:
        """Its words; the field is bound to them for those who do not see them."""
        error = self.page.locator(f'[data-error="{field}"]')
        expect(error).to_be_visible()
        control = self.page.locator(f"input[name={field}]:visible")
        expect(control).to_have_attribute("aria-invalid", "true")
        described_by = (control.get_attribute("aria-describedby") or "").split()
        assert error.get_attribute("id") in described_by
        return error.inner_text()

    def field(self, name: str) -> str:
        """A line of the receipt."""
        return self.page.locator(f"[data-field={name}]").inner_text()

    def text(self) -> str:
        return self.page.locator("body").inner_text()

    def method(self, name: MethodName) -> Locator:
        return self.page.locator(f'[data-method="{name}"]')

    def action(self, name: str) -> Locator:
        return self.page.locator(f"[data-action={name}]")

    # What is done.

    def choose(self, name: MethodName) -> Locator:
        """Opens the method, unless it is open."""
        method = self.method(name)
        if method.get_attribute("open") is None:
            method.locator("summary").click()
        return method

    def fill_in(self, name: Wallet, phone: str, birth_year: str = BIRTH_YEAR) -> Locator:
        """The button that sends it."""
        method = self.choose(name)
        method.locator("input[name=phone]").fill(phone)
        if name == "sadad":
            method.locator("input[name=birth_year]").fill(birth_year)
        return method.locator("button[type=submit]")

    def ask_for_code(self, name: Wallet, phone: str, birth_year: str = BIRTH_YEAR) -> None:
        self.press(self.fill_in(name, phone, birth_year))

    def fill_in_code(self, code: str) -> Locator:
        """The button that sends it."""
        self.shows("code")
        self.page.locator("input[name=code]").fill(code)
        return self.action("pay")

    def enter_code(self, code: str) -> None:
        self.press(self.fill_in_code(code))

    def press(self, control: Locator) -> None:
        """Until the page that it leads to is there."""
        with self.page.expect_navigation():
            control.click()

    def pay_by_wallet(self, name: Wallet, phone: str) -> None:
        self.ask_for_code(name, phone)
        self.enter_code(RIGHT_CODE[name])

    @contextmanager
    def card_form(self) -> Iterator[CardForm]:
        """Opens the Lightbox. Only inside may the page speak to the provider."""
        button = self.choose("card").locator("button[type=submit]")
        with self.visitor.guard.allowing(self._sandbox_url):
            button.click()
            self.shows("card")
            form = CardForm(self.page)
            form.wait_until_open()
            yield form
            form.wait_until_closed()

    def pay_by_card(self, card: str, asks_for_code: bool = True) -> None:
        with self.card_form() as form:
            form.enter_card(card)
            if asks_for_code:
                form.enter_code()


def in_language(url: str, language: Language) -> str:
    if language == "ar":
        return url
    return f"{url}{'&' if '?' in url else '?'}lang=en"
