"""What an answer of the dashboard shows, read as a browser would read it."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

import httpx

_VOID = frozenset({"input", "meta", "link", "br", "path", "rect", "circle"})


@dataclass
class Form:
    method: str
    action: str
    # As a browser would send them untouched: hidden, typed before, checked, selected.
    fields: dict[str, str] = field(default_factory=dict)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.name = ""
        self.language = ""
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.errors: dict[str, str] = {}
        self.secrets: dict[str, str] = {}
        self.notices: list[str] = []
        self.text: list[str] = []
        self._open: list[tuple[str, str | None]] = []
        self._collecting: list[tuple[int, list[str], tuple[str, str]]] = []
        self._form: Form | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in _VOID:
            self._open.append((tag, None))
        if tag == "html":
            self.language = given["lang"]
        elif tag == "main":
            self.name = given["data-page"]
        elif tag == "form":
            self._form = Form(given.get("method", "get"), given["action"])
            self.forms.append(self._form)
        elif tag == "a":
            self.links.append(given["href"])
        elif tag in ("input", "select", "option", "textarea"):
            self._take_control(tag, given)
        self._begin_collecting(given)

    def _take_control(self, tag: str, given: dict[str, str]) -> None:
        if self._form is None:
            return
        if tag == "select":
            self._select = given["name"]
        elif tag == "option":
            if "selected" in given or self._select not in self._form.fields:
                self._form.fields[self._select] = given["value"]
        elif given.get("type") not in ("radio", "checkbox") or "checked" in given:
            self._form.fields[given["name"]] = given.get("value", "on")

    def _begin_collecting(self, given: dict[str, str]) -> None:
        for mark in ("data-error", "data-secret"):
            if mark in given:
                self._collecting.append((len(self._open), [], (mark, given[mark])))
        if given.get("role") in ("alert", "status"):
            self._collecting.append((len(self._open), [], ("notice", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        for depth, texts, (mark, name) in list(self._collecting):
            if depth == len(self._open):
                self._collecting = [one for one in self._collecting if one[1] is not texts]
                self._keep("".join(texts).strip(), mark, name)
        if tag not in _VOID and self._open:
            self._open.pop()

    def _keep(self, text: str, mark: str, name: str) -> None:
        if mark == "data-error":
            self.errors[name] = text
        elif mark == "data-secret":
            self.secrets[name] = text
        else:
            self.notices.append(text)

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        for _depth, texts, _mark in self._collecting:
            texts.append(data)


class Page:
    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self.status = answer.status_code
        self.path = answer.url.path
        reader = _Reader()
        if answer.headers.get("content-type", "").startswith("text/html"):
            reader.feed(answer.text)
        self.name = reader.name
        self.language = reader.language
        self.forms = reader.forms
        self.links = reader.links
        self.errors = reader.errors
        self.secrets = reader.secrets
        self.notices = reader.notices
        self.text = " ".join(" ".join(reader.text).split())

    def form(self, action: str) -> Form:
        """The one whose address ends like this, or whose query begins like this."""
        found = [
            form
            for form in self.forms
            if form.method == "post"
            and (form.action.partition("?")[0].endswith(action) or action + "=" in form.action)
        ]
        assert len(found) == 1, f"{action}: {[form.action for form in self.forms]}"
        return found[0]
