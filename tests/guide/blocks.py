"""The code blocks of the guide, as they stand in its sources."""

import re
from dataclasses import dataclass
from typing import Literal

from wasl.guide import contents
from wasl.web.language import Language

_FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

SERVICE_URL = "http://localhost:8000"
PORT = "3000"

Kind = Literal["http", "js", "json", "mermaid", "php", "python", "sh", "text"]


@dataclass(frozen=True)
class Block:
    """`kind` and `name` are what stands behind the opening fence."""

    page: str
    kind: str
    name: str
    code: str

    def __str__(self) -> str:
        return f"{self.page}-{self.kind}-{self.name}"


def blocks_of(page: str, language: Language = Language.ENGLISH) -> list[Block]:
    found = _FENCE.findall(contents.source(page, language))
    return [Block(page, kind, name, code) for kind, name, code in found]


ALL = [block for page in contents.PAGES for block in blocks_of(page)]


def block(kind: Kind, name: str) -> Block:
    (found,) = [one for one in ALL if (one.kind, one.name) == (kind, name)]
    return found
