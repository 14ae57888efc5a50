"""Colours code by classes: our pages allow no styles inside them."""

from functools import cache
from typing import Final

from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import BashLexer, HttpLexer, JavascriptLexer, JsonLexer, PhpLexer, PythonLexer

_FORMATTER: Final = HtmlFormatter(nowrap=True)

_LEXERS: Final[dict[str, type[Lexer]]] = {
    "http": HttpLexer,
    "js": JavascriptLexer,
    "json": JsonLexer,
    "php": PhpLexer,
    "python": PythonLexer,
    "sh": BashLexer,
}

LANGUAGE_NAMES: Final = {
    "http": "HTTP",
    "js": "Node.js",
    "json": "JSON",
    "php": "PHP",
    "python": "Python",
    "sh": "Shell",
    "text": "Text",
}


@cache  # the same code stands on the pages of both languages
def coloured(code: str, language: str) -> Markup:
    if language == "text":
        return escape(code)
    lexer = _LEXERS[language](stripnl=False)
    return Markup(highlight(code, lexer, _FORMATTER))  # noqa: S704 - Pygments escapes the code
