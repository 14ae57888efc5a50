"""The API reference: the OpenAPI document that the service serves, arranged for people.

Nothing about the API is written here. Its descriptions are translated like every other text.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from wasl.guide.highlight import coloured
from wasl.guide.markdown import inline
from wasl.guide.schema_rules import rules_of, type_of
from wasl.web.language import N_, Language, load_translations

Json = Mapping[str, Any]


class Field(NamedTuple):
    """`presence` says whether a request must have it; None where an answer always has."""

    name: str
    type: str
    presence: str | None
    rules: Sequence[str]
    description: Markup


class Example(NamedTuple):
    name: str
    code: Markup


class Answer(NamedTuple):
    """`fields` are of its own; `object` names one that is described elsewhere."""

    status: str
    description: Markup
    fields: Sequence[Field]
    object: str | None
    headers: Sequence[str]
    examples: Sequence[Example]


class Operation(NamedTuple):
    id: str
    method: str
    path: str
    title: str
    description: Markup
    parameters: Sequence[Field]
    body: Sequence[Field]
    body_description: Markup
    body_examples: Sequence[Example]
    answers: Sequence[Answer]


class Reference(NamedTuple):
    base_url: str
    credentials: Sequence[Field]
    operations: Sequence[Operation]
    objects: Sequence[tuple[str, Markup, Sequence[Field]]]
    headers: Sequence[Field]


# Described once; answers only name them.
_OBJECTS: Final = {"PaymentIntentEnvelope": "PaymentIntent"}

_REQUIRED: Final = N_("required")
_OPTIONAL: Final = N_("optional")


def reference(document: Json, language: Language) -> Reference:
    return _Reader(document, language).read()


def texts_of(document: Json) -> set[str]:
    """Every text that is translated; scripts/update_catalogues.py asks for them."""
    said = {operation["summary"] for operation in _operations(document)}
    return said | set(_descriptions([document["paths"], document["components"]]))


def _operations(document: Json) -> Iterator[Json]:
    for methods in document["paths"].values():
        yield from methods.values()


def _descriptions(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for inner in value:
            yield from _descriptions(inner)
    if isinstance(value, Mapping):
        for key, inner in value.items():
            # A property may be called description: then its schema stands here.
            if key == "description" and isinstance(inner, str):
                yield inner
            elif key not in ("examples", "links"):
                yield from _descriptions(inner)


class _Reader:
    def __init__(self, document: Json, language: Language) -> None:
        self._document = document
        self._gettext = load_translations(language).gettext

    def read(self) -> Reference:
        document, components = self._document, self._document["components"]
        return Reference(
            base_url=document["servers"][0]["url"],
            credentials=[self._credential(s) for s in components["securitySchemes"].values()],
            operations=[
                self._operation(path, method, operation)
                for path, methods in document["paths"].items()
                for method, operation in methods.items()
            ],
            objects=[
                (name, self._said(self._schema(name)["description"]), self._fields_of(name))
                for name in _OBJECTS.values()
            ],
            headers=[self._header(name, of) for name, of in components["headers"].items()],
        )

    def _credential(self, scheme: Json) -> Field:
        name = scheme.get("name", "Authorization")
        kind = "Bearer …" if scheme["type"] == "http" else "string"
        return Field(name, kind, None, [], self._said(scheme["description"]))

    def _header(self, name: str, header: Json) -> Field:
        schema = header["schema"]
        return Field(name, type_of(schema), None, [], self._said(header["description"]))

    def _operation(self, path: str, method: str, operation: Json) -> Operation:
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        schema = self._resolved(body["schema"]) if body else {}
        return Operation(
            id=operation["operationId"],
            method=method.upper(),
            path=path,
            title=self._gettext(operation["summary"]),
            description=self._said(operation["description"]),
            parameters=[self._parameter(one) for one in operation.get("parameters", ())],
            body=list(self._fields(schema, is_request=True)),
            body_description=self._said(schema["description"]) if body else Markup(),
            body_examples=_examples(body) if body else [],
            answers=[self._answer(status, of) for status, of in operation["responses"].items()],
        )

    def _parameter(self, parameter: Json) -> Field:
        schema = parameter["schema"]
        rules = rules_of(schema, self._gettext)
        presence = self._gettext(_REQUIRED)
        described = self._said(parameter["description"])
        return Field(parameter["name"], type_of(schema), presence, rules, described)

    def _answer(self, status: str, answer: Json) -> Answer:
        content = answer["content"]["application/json"]
        schemas = content["schema"].get("oneOf", [content["schema"]])
        names = [schema["$ref"].rpartition("/")[2] for schema in schemas]
        described_elsewhere = _OBJECTS.get(names[0])
        fields = [] if described_elsewhere else [f for name in names for f in self._fields_of(name)]
        return Answer(
            status,
            self._said(answer["description"]),
            fields,
            described_elsewhere,
            list(answer["headers"]),
            _examples(content),
        )

    def _fields_of(self, name: str) -> list[Field]:
        return list(self._fields(self._schema(name), is_request=False))

    def _fields(self, schema: Json, is_request: bool, prefix: str = "") -> Iterator[Field]:
        needed = schema.get("required", ())
        of_any_name = schema.get("additionalProperties")
        named = dict(schema.get("properties", {}))
        if isinstance(of_any_name, Mapping):
            named["*"] = of_any_name
        for name, given in named.items():
            of = self._resolved(given)
            presence = self._gettext(_REQUIRED if name in needed else _OPTIONAL)
            yield Field(
                f"{prefix}{name}",
                type_of(of),
                presence if is_request else None,
                rules_of(of, self._gettext),
                self._said(of["description"]) if "description" in of else Markup(),
            )
            yield from self._fields(of, is_request, f"{prefix}{name}.")

    def _resolved(self, schema: Json) -> Json:
        return self._schema(schema["$ref"].rpartition("/")[2]) if "$ref" in schema else schema

    def _schema(self, name: str) -> Json:
        schema: Json = self._document["components"]["schemas"][name]
        return schema

    def _said(self, text: str) -> Markup:
        return inline(self._gettext(text))


def _examples(content: Json) -> list[Example]:
    return [
        Example(name.replace("_", " "), coloured(_written(example["value"]), "json"))
        for name, example in content["examples"].items()
    ]


def _written(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
