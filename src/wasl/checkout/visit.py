"""One request to a checkout: whose it is, for which intent, and in which language."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, urlencode
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from wasl.domain.errors import PaymentIntentNotFound
from wasl.web.canonical_uuid import canonical_uuid
from wasl.web.csrf import new_cookie, usable_cookie
from wasl.web.language import DEFAULT, Language, chosen_language

PREFIX: Final = "/checkout"
_COOKIE: Final = "wasl_checkout"
_TYPED_COOKIE: Final = "wasl_typed"
_TYPED_FOR_S: Final = 60
_TYPED_MAX_CHARS: Final = 200


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
            if name in ("attempt", "choose", "method")
        }
        return self._address("", self.language.other, kept)

    @property
    def typed(self) -> dict[str, str]:
        """What a form held that has to be corrected; for the page after it, and no longer."""
        return dict(parse_qsl(self.request.cookies.get(_TYPED_COOKIE, ""), keep_blank_values=True))

    def remember(self, response: Response, https: bool) -> None:
        """So that this browser's forms are known as its own."""
        if self.known_cookie is None:
            response.set_cookie(
                _COOKIE, self.cookie, path=PREFIX, secure=https, httponly=True, samesite="lax"
            )
        if _TYPED_COOKIE in self.request.cookies and self._names_an_intent:
            response.delete_cookie(_TYPED_COOKIE, self._path, secure=https, httponly=True)

    def keep_typed(self, response: Response, typed: Mapping[str, str], https: bool) -> None:
        """With the customer alone: neither an address nor a log ever holds a phone number."""
        kept = {name: typed.get(name, "")[:_TYPED_MAX_CHARS] for name in ("phone", "birth_year")}
        response.set_cookie(
            _TYPED_COOKIE,
            urlencode(kept),
            max_age=_TYPED_FOR_S,
            path=self._path,
            secure=https,
            httponly=True,
            samesite="strict",
        )

    @property
    def _path(self) -> str:
        # Where nothing was named, none of our pages is either.
        return f"{PREFIX}/{self.request.path_params.get('uuid', '')}"

    @property
    def _names_an_intent(self) -> bool:
        return read_uuid(self.request.path_params.get("uuid", "")) is not None

    def _address(self, step: str, language: Language, query: dict[str, str]) -> str:
        path = f"{self._path}/{step}" if step else self._path
        if language is not DEFAULT:
            query = {**query, "lang": language}
        return f"{path}?{urlencode(query)}" if query else path


def read_uuid(text: str) -> UUID | None:
    try:
        return UUID(canonical_uuid(text))
    except PaymentIntentNotFound:
        return None
