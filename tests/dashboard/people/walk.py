"""A walk in a browser that stops at every page about people, for whoever wants to look at it."""

from collections.abc import Iterator

import pyotp
from playwright.sync_api import Page, expect

from tests.dashboard.support.colleague import PASSWORD

# Longer than any page takes on a busy machine.
expect.set_options(timeout=30_000)


class Walker:
    def __init__(self, page: Page, url: str, language: str, email: str) -> None:
        self.page = page
        self._url = url
        self._language = language
        self._email = email

    def open(self, path: str) -> None:
        self.page.goto(f"{self._url}/dashboard{path}")

    def fill(self, **typed: str) -> None:
        for name, text in typed.items():
            self.page.locator(f"main input[name={name}]").fill(text)

    def press(self, selector: str = "main form .button") -> None:
        with self.page.expect_navigation():
            self.page.locator(selector).click()

    def shows(self, name: str) -> str:
        html = f"html[lang={self._language}]"
        expect(self.page.locator(f'{html} main[data-page="people/{name}"]')).to_be_visible()
        return name

    def secret(self, name: str) -> str:
        return self.page.locator(f"[data-secret={name}]").inner_text()

    # The way through all of it.

    def all(self) -> Iterator[str]:
        yield from self._come_in()
        yield from self._create_application()
        yield from self._work_in_team()
        yield from self._look_after_oneself()
        yield from self._come_back()

    def _come_in(self) -> Iterator[str]:
        self.open(f"/sign-in?lang={self._language}")
        yield self.shows("sign_in")
        self.fill(email=self._email, password="not this one")
        self.press()
        self.shows("sign_in")
        yield "sign_in-refused"
        self.open("/password-resets")
        yield self.shows("password_reset_request")
        self.fill(email=self._email)
        self.press()
        self.shows("password_reset_request")
        yield "password_reset_request-done"
        self.open("/sign-up")
        yield self.shows("sign_up")
        self.fill(name="سالمة علي", account_name="زيتون غريان", email=self._email, password="short")
        self.press()
        self.shows("sign_up")
        yield "sign_up-refused"
        self.fill(password=PASSWORD)
        self.press()
        self.shows("applications")
        yield "applications-none"

    def _create_application(self) -> Iterator[str]:
        self.press("[data-action=new-application]")
        yield self.shows("application_new")
        for method in ("card", "sadad", "edfali"):
            self.page.locator(f"input[name={method}]").uncheck()
        self.fill(name=" ")
        self.press()
        self.shows("application_new")
        yield "application_new-refused"
        self.page.locator("input[name=card]").check()
        self.fill(name="متجر الزيت")
        self.press()
        yield self.shows("application_created")
        self.open("/applications")
        self.press("[data-action=new-application]")
        self.fill(name="Olive oil, wholesale")
        self.page.locator("input[value=live]").check()
        self.press()
        self.open("/applications")
        yield self.shows("applications")
        application = self.page.locator(".card-link").first.get_attribute("href") or ""
        self.page.goto(self._url + application.replace("/overview", "/settings"))
        self.fill(name="متجر زيت الزيتون")
        self.press()
        yield self.shows("application_settings")

    def _work_in_team(self) -> Iterator[str]:
        self.page.locator("nav.sections a[href$='/team']").click()
        self.press("[data-action=invite]")
        yield self.shows("invite")
        self.fill(email=f"invited.{self._email}")
        self.press()
        yield self.shows("invited")
        invitation = self.secret("invitation").partition("/dashboard")[2]
        self.press("main .button-plain")
        self.shows("team")
        self.page.locator(".more-to-do summary").first.click()
        yield "team"
        self.open(invitation)
        self.shows("invitation")
        yield "invitation-for-another"
        self.press("main form .button")
        yield self.shows("invitation")
        self.fill(name="عمر الناصر", password=PASSWORD)
        self.press()
        self.shows("applications")
        yield "applications-as-developer"
        self.press("[data-action=sign-out]")
        self._sign_in()
        self.open("/applications")
        self.page.locator("main a[href$='/team']").click()
        self.page.locator(".more-to-do summary").last.click()
        self.page.locator(".more-to-do input[value=viewer]").last.check()
        self.page.locator("[data-action=change-role]").last.click()
        self.page.locator("nav.sections a[href$='/audit-log']").click()
        yield self.shows("audit_log")

    def _look_after_oneself(self) -> Iterator[str]:
        self.open("/profile")
        yield self.shows("profile")
        self.page.locator("form[action$='/password'] input[name=password]").fill("x")
        self.page.locator("form[action$='/password'] input[name=new_password]").fill("short")
        self.press("form[action$='/password'] .button")
        self.shows("profile")
        yield "profile-refused"
        self.open("/confirm-password?next=/dashboard/profile/two-steps")
        self.fill(password="not this one")
        self.press()
        yield self.shows("confirm_password")
        self.fill(password=PASSWORD)
        self.press()
        yield self.shows("two_steps")
        self.press("[data-action=begin]")
        yield self.shows("two_steps_begun")
        self._totp = pyotp.TOTP(self.secret("totp"))
        self.fill(code="000000")
        self.press()
        self.shows("two_steps_begun")
        yield "two_steps_begun-refused"
        self.fill(code=self._totp.now())
        self.press()
        yield self.shows("recovery_codes")
        self._recovery_code = self.secret("recovery-codes").split("\n")[0]
        self.open("/profile/two-steps")
        self.shows("two_steps")
        yield "two_steps-on"

    def _come_back(self) -> Iterator[str]:
        self.press("[data-action=sign-out]")
        self.open("/sign-in?next=/dashboard/profile")
        self._sign_in()
        yield self.shows("second_step")
        self.fill(code="000000")
        self.press()
        self.shows("second_step")
        yield "second_step-refused"
        self.fill(code=self._recovery_code)
        self.press()
        self.shows("profile")
        self.press("[data-action=sign-out-everywhere]")
        self.shows("sign_in")
        yield "sign_in-after-sign-out-everywhere"

    def _sign_in(self) -> None:
        if "/sign-in" not in self.page.url:
            self.open("/sign-in")
        self.fill(email=self._email, password=PASSWORD)
        self.press()
