"""Says in words what a JSON schema allows."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from wasl.web.language import N_

Json = Mapping[str, Any]
Gettext = Callable[[str], str]

_LIMITS: Final = {
    "minimum": N_("at least %(limit)s"),
    "maximum": N_("at most %(limit)s"),
    "maxLength": N_("at most %(limit)s characters"),
    "maxProperties": N_("at most %(limit)s keys"),
}
_KEY_LENGTH: Final = N_("keys of at most %(limit)s characters")
_ONE_OF: Final = N_("one of: %(limit)s")
_ONLY: Final = N_("only %(limit)s")
_FORMAT: Final = N_("format: %(limit)s")
_NULL: Final = N_("may be null")


def type_of(schema: Json) -> str:
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return str(next(kind for kind in kinds if kind != "null"))


def rules_of(schema: Json, gettext: Gettext) -> list[str]:
    return [gettext(text) % {"limit": limit} for text, limit in _rules(schema)]


def _rules(schema: Json) -> Iterator[tuple[str, object]]:
    if allowed := schema.get("enum"):
        yield _ONE_OF if len(allowed) > 1 else _ONLY, ", ".join(allowed)
    if "format" in schema:
        yield _FORMAT, schema["format"]
    for keyword, text in _LIMITS.items():
        if keyword in schema:
            yield text, schema[keyword]
    if "propertyNames" in schema:
        yield _KEY_LENGTH, schema["propertyNames"]["maxLength"]
    if isinstance(schema["type"], list):
        yield _NULL, ""
