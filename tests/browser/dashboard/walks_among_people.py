"""Walks that stop at every page about people: accounts, teams, profiles."""

from collections.abc import Iterator
from uuid import uuid4

import pyotp

from tests.browser.dashboard.company import Company
from tests.browser.dashboard.desk import Desk
from tests.dashboard.support.colleague import PASSWORD


def come_in(desk: Desk, _: Company) -> Iterator[str]:
    email = f"salma.{uuid4()}@shop.example"
    desk.open("/sign-in")
    yield desk.shows("people/sign_in")
    desk.fill(email=email, password="not this one")
    desk.send()
    yield desk.shows("people/sign_in") + "-refused"
    desk.open("/password-resets")
    yield desk.shows("people/password_reset_request")
    desk.open("/sign-up")
    yield desk.shows("people/sign_up")
    desk.fill(name="سالمة علي", account_name="زيتون غريان", email=email, password="short")
    desk.send()
    desk.shows_error_at("password")
    yield desk.shows("people/sign_up") + "-refused"
    desk.fill(password=PASSWORD)
    desk.send()
    yield desk.shows("people/applications") + "-none"


def create_applications(desk: Desk, company: Company) -> Iterator[str]:
    desk.sign_in_as(company.new_owner())
    desk.open("/applications")
    desk.press("new-application")
    yield desk.shows("people/application_new")
    for method in ("card", "sadad", "edfali"):
        desk.main(f"[name={method}]").uncheck()
    desk.fill(name=" ")
    desk.send()
    desk.shows_error_at("name")
    yield desk.shows("people/application_new") + "-refused"
    desk.main("[name=card]").check()
    desk.fill(name="متجر الزيت")
    desk.send()
    yield desk.shows("people/application_created")
    desk.open("/applications")
    desk.press("new-application")
    desk.fill(name="Olive oil, wholesale")
    desk.main("[value=live]").check()
    desk.send()
    desk.shows("people/application_created")
    desk.open("/applications")
    yield desk.shows("people/applications")
    desk.follow(desk.main(".card-link").first)
    desk.shows("application/overview")
    desk.go_to_section("/settings")
    desk.fill(name="متجر زيت الزيتون")
    desk.send()
    yield desk.shows("people/application_settings")


def work_in_a_team(desk: Desk, company: Company) -> Iterator[str]:
    owner = company.new_owner()
    email = f"omar.{uuid4()}@shop.example"
    desk.sign_in_as(owner)
    desk.open(f"/accounts/{owner.own_account()}/team")
    yield desk.shows("people/team") + "-alone"
    desk.press("invite")
    yield desk.shows("people/invite")
    desk.fill(email=owner.email)
    desk.send()
    desk.shows_error_at("email")
    yield desk.shows("people/invite") + "-refused"
    desk.fill(email=email)
    desk.send()
    yield desk.shows("people/invited")
    invitation = desk.read_secret("invitation").partition("/dashboard")[2]
    desk.go_to_section("/team")
    desk.unfold("[data-member] > .more-to-do")
    desk.unfold("[data-invitation] > .more-to-do")
    yield desk.shows("people/team")
    desk.open(invitation)
    yield desk.shows("people/invitation") + "-for-another"
    desk.send()
    yield desk.shows("people/invitation")
    desk.fill(name="عمر الناصر", password=PASSWORD)
    desk.press("accept")
    yield desk.shows("people/applications") + "-as-developer"
    desk.press("sign-out")
    desk.sign_in(owner.email)
    desk.follow(desk.main("a[href$='/team']"))
    desk.main("[data-member] > .more-to-do > summary").last.click()
    desk.main(".more-to-do [value=viewer]").last.check()
    desk.follow(desk.main("[data-action=change-role]").last)
    yield desk.shows("people/team") + "-role-changed"
    desk.go_to_section("/audit-log")
    yield desk.shows("people/audit_log")


def forget_the_password(desk: Desk, company: Company) -> Iterator[str]:
    owner = company.new_owner()
    desk.open(company.reset_link(owner.email))
    yield desk.shows("people/password_reset")
    desk.fill(new_password="short")
    desk.send()
    desk.shows_error_at("new_password")
    yield desk.shows("people/password_reset") + "-refused"
    desk.fill(new_password="a harbour in the morning")
    desk.send()
    yield desk.shows("people/sign_in") + "-with-new-password"


def look_after_oneself(desk: Desk, company: Company) -> Iterator[str]:
    owner = company.new_owner()
    desk.sign_in_as(owner)
    desk.open("/profile")
    yield desk.shows("people/profile")
    password_form = "form[action$='/password']"
    desk.main(f"{password_form} [name=password]").fill("x")
    desk.main(f"{password_form} [name=new_password]").fill("short")
    desk.follow(desk.main(f"{password_form} .button"))
    yield desk.shows("people/profile") + "-refused"
    desk.open("/confirm-password?next=/dashboard/profile/two-steps")
    yield desk.shows("people/confirm_password")
    desk.fill(password="not this one")
    desk.send()
    desk.shows_error_at("password")
    yield desk.shows("people/confirm_password") + "-refused"
    desk.fill(password=PASSWORD)
    desk.send()
    yield desk.shows("people/two_steps")
    desk.press("begin")
    yield desk.shows("people/two_steps_begun")
    codes = pyotp.TOTP(desk.read_secret("totp"))
    desk.fill(code="000000")
    desk.send()
    yield desk.shows("people/two_steps_begun") + "-refused"
    desk.fill(code=codes.now())
    desk.send()
    yield desk.shows("people/recovery_codes")
    recovery_code = desk.read_secret("recovery-codes").split("\n")[0]
    desk.open("/profile/two-steps")
    yield desk.shows("people/two_steps") + "-on"
    desk.press("sign-out")
    desk.open("/sign-in?next=/dashboard/profile")
    desk.sign_in(owner.email)
    yield desk.shows("people/second_step")
    desk.fill(code="000000")
    desk.send()
    yield desk.shows("people/second_step") + "-refused"
    desk.fill(code=recovery_code)
    desk.send()
    desk.shows("people/profile")
    desk.press("sign-out-everywhere")
    yield desk.shows("people/sign_in") + "-after-sign-out-everywhere"


def go_astray(desk: Desk, company: Company) -> Iterator[str]:
    desk.open("/invitations/inv_nobody-made-this")
    yield desk.shows("trouble") + "-invitation"
    owner = company.new_owner()
    desk.sign_in_as(company.new_member(owner, "viewer"))
    desk.open(f"/accounts/{owner.own_account()}/team")
    yield desk.shows("trouble") + "-not-permitted"
    desk.open(f"/applications/{uuid4()}/overview")
    yield desk.shows("trouble") + "-not-found"
    desk.open("/applications")
    yield desk.shows("people/applications") + "-none-for-viewer"
    desk.press("open-account")
    yield desk.shows("people/account_new")
    desk.fill(account_name="\u202e")
    desk.send()
    desk.shows_error_at("account_name")
    yield desk.shows("people/account_new") + "-refused"
    desk.fill(account_name="زيتون غريان")
    desk.send()
    yield desk.shows("people/applications") + "-with-an-account-of-their-own"


PEOPLE_WALKS = (
    come_in,
    create_applications,
    work_in_a_team,
    forget_the_password,
    look_after_oneself,
    go_astray,
)
