"""What the sources of the guide say."""

import re

from wasl.guide import contents
from wasl.web.language import Language

LANGUAGES = list(Language)


def everything(language: Language) -> str:
    return "\n".join(contents.source(page, language) for page in contents.PAGES)


def tables(page: str, language: Language) -> list[list[list[str]]]:
    """Each with its rows, without the head."""
    text = contents.source(page, language)
    found = re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE)
    return [[_cells(row) for row in table.splitlines()[2:]] for table in found]


def codes(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]
