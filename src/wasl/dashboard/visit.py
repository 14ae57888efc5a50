"""One request to the dashboard: who asks, in which language, about which application."""

from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from wasl.domain.access import Permission
from wasl.domain.errors import FormRefused, PasswordNotConfirmed
from wasl.domain.person import Browser, Person
from wasl.services.open_account import OpenedAccount
from wasl.services.open_application import OpenedApplication
from wasl.services.recognise_session import Visitor
from wasl.web.csrf import new_cookie, usable_cookie
from wasl.web.language import Language, chosen_language

PREFIX: Final = "/dashboard"
SIGNED_OUT_FORMS: Final = "dashboard"
_LANGUAGE_COOKIE: Final = "wasl_language"


class Cookies:
    """Their names and the rules they are set with. Over https no other host can set them."""

    def __init__(self, https: bool) -> None:
        self.https = https
        prefix = "__Host-" if https else ""
        self.session = f"{prefix}wasl_session"
        self.form = f"{prefix}wasl_form"

    def put(self, response: Response, name: str, value: str, ends_at: datetime | None) -> None:
        response.set_cookie(
            name,
            value,
            expires=ends_at,
            path="/",
            secure=self.https,
            httponly=True,
            samesite="lax",
        )

    def remove(self, response: Response, name: str) -> None:
        response.delete_cookie(name, path="/", secure=self.https, httponly=True, samesite="lax")


class Visit:
    """`visitor` is there for those who are signed in; `application` and `account` where the
    address names one that they work on."""

    def __init__(self, request: Request, cookies: Cookies, address: str) -> None:
        self.request = request
        # Of the page that is shown, or whose form was sent.
        self.page_path = request.url.path
        self.cookies = cookies
        self.now = datetime.now(UTC)
        self.browser = Browser(address, request.headers.get("user-agent"))
        self.session_token = request.cookies.get(cookies.session)
        self.known_form_cookie = usable_cookie(request.cookies.get(cookies.form))
        self.form_cookie = self.known_form_cookie or new_cookie()
        self.form: dict[str, str] = {}
        self.visitor: Visitor | None = None
        self.application: OpenedApplication | None = None
        self.account: OpenedAccount | None = None

    @property
    def is_automatic(self) -> bool:
        """Asked for by a page that follows what it shows: nothing else here is asked by htmx."""
        return self.request.headers.get("hx-request") == "true"

    @property
    def person(self) -> Person:
        assert self.visitor is not None
        return self.visitor.person

    @property
    def application_id(self) -> UUID:
        assert self.application is not None
        return self.application.application_id

    @property
    def account_id(self) -> UUID:
        assert self.account is not None
        return self.account.account_id

    @property
    def language(self) -> Language:
        """Asked for just now, or the last time, or in the profile."""
        asked_for = self.request.query_params.get("lang")
        remembered = self.request.cookies.get(_LANGUAGE_COOKIE)
        profile = self.visitor.language if self.visitor else None
        return chosen_language(asked_for or remembered or profile)

    @property
    def csrf_purpose(self) -> str:
        """A form made before signing in is not taken after it."""
        return f"dashboard.{self.visitor.person.session_id}" if self.visitor else SIGNED_OUT_FORMS

    def require_password(self) -> None:
        """Before a form is filled in whose answer shows a secret: later it would be lost."""
        if self.visitor is None or not self.visitor.password_remembered:
            raise PasswordNotConfirmed

    def required_form_id(self) -> UUID:
        """Of a form that can be sent once."""
        try:
            return UUID(self.form.get("form_id", ""))
        except ValueError:
            raise FormRefused from None

    def may(self, permission: Permission) -> bool:
        opened = self.application or self.account
        return opened is not None and opened.role.allows(permission)

    def query(self, name: str) -> str | None:
        return self.request.query_params.get(name) or None

    def path_uuid(self, name: str) -> UUID | None:
        """None where it is no uuid, which is as good as unknown."""
        try:
            return UUID(self.request.path_params[name])
        except ValueError:
            return None

    def link(self, page: str, **query: str | None) -> str:
        """Within the application that is open."""
        return link(f"/applications/{self.application_id}{page}", **query)

    def account_link(self, page: str, **query: str | None) -> str:
        account_id = self.application.account_id if self.application else self.account_id
        return link(f"/accounts/{account_id}{page}", **query)

    def here(self, **changes: str | None) -> str:
        """This page with some of its query changed; None takes a part away."""
        query = dict(self.request.query_params) | changes
        return _with_query(self.page_path, query)

    def keep_language(self, response: Response) -> None:
        if "lang" in self.request.query_params:
            response.set_cookie(
                _LANGUAGE_COOKIE,
                self.language,
                path=PREFIX,
                max_age=31_536_000,
                secure=self.cookies.https,
                httponly=True,
                samesite="lax",
            )


def link(page: str, **query: str | None) -> str:
    return _with_query(PREFIX + page, query)


def _with_query(path: str, query: dict[str, str | None]) -> str:
    given = {name: value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path
