"""Someone at the dashboard without a browser: keeps cookies, opens pages, sends their forms."""

import itertools
from typing import Self

import httpx

from tests.dashboard.support.page import Page
from tests.support.http import http_client

PREFIX = "/dashboard"
PASSWORD = "olive trees of Gharyan"

_numbers = itertools.count(1)


class Colleague:
    """From an address of their own, so that no limit counts them together with others."""

    def __init__(self, url: str, email: str | None = None, address: str | None = None) -> None:
        number = next(_numbers)
        self.email = email or f"someone.{number}@shop.example"
        self.address = address or f"10.1.{number // 250}.{number % 250 + 1}"
        self.client = http_client(url, {"X-Forwarded-For": self.address})
        self.page: Page

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def open(self, path: str, **query: str) -> Page:
        """Redirects are followed. English, unless something else was asked for before."""
        params = {"lang": "en"} | query if "wasl_language" not in self.client.cookies else query
        # An empty dictionary would take the query away that `path` may hold.
        answer = self.client.get(PREFIX + path, params=params or None, follow_redirects=True)
        self.page = Page(answer)
        return self.page

    def send(self, action: str, **typed: str | None) -> Page:
        """A form of the page that is open, as it stands but for what is typed; None unchecks."""
        self.page = Page(self.post(action, typed, follow_redirects=True))
        return self.page

    def post(
        self, action: str, typed: dict[str, str | None], follow_redirects: bool = False
    ) -> httpx.Response:
        form = self.page.form(action)
        fields = {k: v for k, v in (form.fields | typed).items() if v is not None}
        return self.client.post(form.action, data=fields, follow_redirects=follow_redirects)

    @property
    def session_cookie(self) -> str | None:
        return self.client.cookies.get("wasl_session")

    def sign_up(self, account_name: str = "Gharyan Olives", name: str = "Salma Ali") -> Self:
        self.open("/sign-up")
        self.send(
            "/sign-up", name=name, account_name=account_name, email=self.email, password=PASSWORD
        )
        assert self.page.name == "people/applications", self.page.text
        return self

    def sign_in(self, password: str = PASSWORD) -> Page:
        self.open("/sign-in")
        return self.send("/sign-in", email=self.email, password=password)

    def own_account(self) -> str:
        """The id of the account they opened."""
        self.open("/applications")
        (account,) = {part for link in self.page.links if (part := _account_in(link)) is not None}
        return account

    def create_application(self, account: str, name: str = "Olive shop") -> Page:
        """The page that shows its credentials."""
        self.open(f"/accounts/{account}/applications/new")
        return self.send("/applications/new", name=name)


def _account_in(link: str) -> str | None:
    parts = link.split("/")
    return parts[3] if parts[:3] == ["", "dashboard", "accounts"] else None
