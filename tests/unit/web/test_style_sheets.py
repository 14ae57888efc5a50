import re
from pathlib import Path

import pytest

from wasl.web import static_files

STYLE_SHEETS = sorted((Path(static_files.__file__).parent / "static").glob("*.css"))
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
OF_A_LANGUAGE = re.compile(r"\[dir|:dir\(|\[lang|:lang\(")
COLOUR = re.compile(
    r"(^|[;\s-])(color|background|background-color|background-image|border|opacity|filter|fill"
    r"|stroke|box-shadow|mix-blend-mode)\s*:|var\(--"
)


def test_there_are_rules_of_a_language() -> None:
    assert any(OF_A_LANGUAGE.search(sheet.read_text()) for sheet in STYLE_SHEETS)


@pytest.mark.parametrize("sheet", STYLE_SHEETS, ids=lambda sheet: sheet.name)
def test_colours_are_the_same_in_each_language(sheet: Path) -> None:
    """Contrast is measured in one language for each scheme."""
    coloured = [
        selector.strip()
        for selector, declarations in RULE.findall(sheet.read_text())
        if OF_A_LANGUAGE.search(selector) and COLOUR.search(declarations)
    ]
    assert coloured == []
