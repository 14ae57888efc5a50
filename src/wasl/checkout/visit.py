"""One request to a checkout: whose it is, for which intent, and in which language."""

from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from wasl.domain.errors import PaymentIntentNotFound
from wasl.web.canonical_uuid import canonical_uuid
from wasl.web.csrf import new_cookie, usable_cookie
from wasl.web.language import DEFAULT, Language, chosen_language

PREFIX: Final = "/checkout"
_COOKIE: Final = "wasl_checkout"


class Visit:
    def __init__(self, request: Request) -> None:
        self.request = request
        self.language = chosen_language(request.query_params.get("lang"))
        self.known_cookie = usable_cookie(request.cookies.get(_COOKIE))
        self.cookie = self.known_cookie or new_cookie()

    @property
    def intent_uuid(self) -> UUID:
        return UUID(canonical_uuid(self.request.path_params["uuid"]))

    @property
    def attempt_id(self) -> UUID | None:
        return read_uuid(self.request.query_params.get("attempt", ""))

    def address(self, step: str = "", **query: str) -> str:
        """Of a step of this checkout. The language travels in it, so that it lasts."""
        return self._address(step, self.language, query)

    def in_other_language(self) -> str:
        kept = {
            name: value
            for name, value in self.request.query_params.items()
            if name in ("attempt", "choose")
        }
        return self._address("", self.language.other, kept)

    def remember(self, response: Response, https: bool) -> None:
        """So that this browser's forms are known as its own."""
        if self.known_cookie is None:
            response.set_cookie(
                _COOKIE, self.cookie, path=PREFIX, secure=https, httponly=True, samesite="lax"
            )

    def _address(self, step: str, language: Language, query: dict[str, str]) -> str:
        path = f"{PREFIX}/{self.request.path_params['uuid']}"
        if step:
            path += f"/{step}"
        if language is not DEFAULT:
            query = {**query, "lang": language}
        return f"{path}?{urlencode(query)}" if query else path


def read_uuid(text: str) -> UUID | None:
    try:
        return UUID(canonical_uuid(text))
    except PaymentIntentNotFound:
        return None
