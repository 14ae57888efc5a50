"""The dashboard in one tab of a colleague's browser, told in the colleague's terms."""

from contextlib import suppress
from urllib.parse import urlsplit

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as NotInTime

from tests.browser.visitor import Visitor
from tests.dashboard.support.colleague import PASSWORD, PREFIX, Colleague

_SESSION_COOKIES = ("wasl_session", "wasl_form")
# How long a page that does not follow by itself is looked at before it is loaded again.
_GLANCE_MS = 300
_MOST_GLANCES = 50


class Desk:
    def __init__(self, visitor: Visitor, url: str) -> None:
        self.visitor = visitor
        self.page = visitor.new_page()
        self._url = url
        self._has_asked_for_language = False

    def sign_in_as(self, colleague: Colleague) -> "Desk":
        """Goes on where they are signed in without a browser."""
        cookies = [
            {"name": cookie.name, "value": cookie.value or "", "url": self._url}
            for cookie in colleague.client.cookies.jar
            if cookie.name in _SESSION_COOKIES
        ]
        self.visitor.context.add_cookies(cookies)  # type: ignore[arg-type]
        return self

    def leave(self) -> None:
        """Somebody else may sit down at the same browser, which has what it loaded before."""
        self.page.close()
        self.visitor.context.clear_cookies()

    # What is seen.

    def shows(self, name: str) -> str:
        """In the colleague's language; its name as a stop of a walk."""
        language = self.visitor.language
        direction = "rtl" if language == "ar" else "ltr"
        main = f'html[lang={language}][dir={direction}] main[data-page="{name}"]'
        expect(self.page.locator(main)).to_be_visible()
        return name.rpartition("/")[2]

    def shows_error_at(self, field: str) -> None:
        """The field is bound to its words for those who do not see them."""
        error = self.main(f'[data-error="{field}"]')
        expect(error).to_be_visible()
        control = self.main(f"[name={field}]")
        expect(control).to_have_attribute("aria-invalid", "true")
        described_by = (control.get_attribute("aria-describedby") or "").split()
        assert error.get_attribute("id") in described_by

    def comes_to_show(self, selector: str) -> None:
        """By itself; where there is no script it is loaded again by hand."""
        place = self.main(selector).first
        if self.page.evaluate("typeof window.htmx === 'object'"):
            expect(place).to_be_visible()
            return
        for _ in range(_MOST_GLANCES):
            with suppress(NotInTime):
                place.wait_for(timeout=_GLANCE_MS)
                return
            self.page.reload()
        raise AssertionError(f"{selector} never came")

    def main(self, selector: str) -> Locator:
        return self.page.locator(f"main {selector}")

    def read_secret(self, name: str) -> str:
        """Off the page, as it stands there."""
        shown = self.main(f"[data-secret={name}]")
        expect(shown).to_be_visible()
        return shown.inner_text().strip()

    @property
    def path(self) -> str:
        return urlsplit(self.page.url).path

    # What is done.

    def open(self, path: str) -> int:
        """The status of the answer. The language is asked for once, and remembered."""
        address = f"{self._url}{PREFIX}{path}"
        if not self._has_asked_for_language:
            self._has_asked_for_language = True
            address += ("&" if "?" in path else "?") + f"lang={self.visitor.language}"
        response = self.page.goto(address)
        assert response is not None
        return response.status

    def fill(self, **typed: str) -> None:
        for name, text in typed.items():
            self.main(f"[name={name}]").fill(text)

    def press(self, action: str) -> None:
        self.follow(self.page.locator(f"[data-action={action}]").first)

    def send(self) -> None:
        """The one form of the page that stands out."""
        self.follow(self.main("form .button"))

    def go_to_section(self, path: str) -> None:
        self.follow(self.page.locator(f"nav.sections a[href$='{path}']"))

    def follow(self, control: Locator) -> None:
        """Until the page that it leads to is there."""
        with self.page.expect_navigation():
            control.click()

    def unfold(self, details: str) -> None:
        self.main(f"{details} > summary").first.click()

    def sign_in(self, email: str, password: str = PASSWORD) -> None:
        self.shows("people/sign_in")
        self.fill(email=email, password=password)
        self.send()
