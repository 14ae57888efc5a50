"""Turns a page's Markdown into HTML. HTML inside the Markdown is not taken for HTML."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup, escape

from wasl.guide import contents
from wasl.guide.highlight import LANGUAGE_NAMES, coloured
from wasl.guide.state_diagram import draw
from wasl.web.language import Language

DIAGRAM: Final = "mermaid"

_PAGE_LINK: Final = re.compile(r"([a-z-]+)\.md(#[\w-]+)?")


class Heading(NamedTuple):
    id: str
    text: str


class Written(NamedTuple):
    """`summary` is the first sentence, `headings` are those of the second level."""

    title: str
    summary: str
    headings: Sequence[Heading]
    html: Markup


def write(text: str, language: Language, ids: Sequence[str] | None = None) -> Written:
    """`ids` are those of the same page in another language, so that links lead to both."""
    tokens = _MARKDOWN.parse(text)
    headings = _name_headings(tokens, ids)
    env = {"language": language}
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, env)
    return Written(
        title=_inline_after(tokens, "heading_open"),
        summary=_first_sentence(_inline_after(tokens, "paragraph_open")),
        headings=headings,
        html=Markup(html),  # noqa: S704 - the renderer escapes what the pages say
    )


def inline(text: str) -> Markup:
    """A line with code in it."""
    return Markup(_MARKDOWN.renderInline(text))  # noqa: S704 - as above


def _name_headings(tokens: Sequence[Token], ids: Sequence[str] | None) -> list[Heading]:
    found: list[tuple[str, Heading]] = []
    for token, content in pairwise(tokens):
        if token.type == "heading_open" and token.tag != "h1":
            text = _plain(content)
            token.attrSet("id", ids[len(found)] if ids else _slug(text))
            found.append((token.tag, Heading(str(token.attrGet("id")), text)))
    return [heading for tag, heading in found if tag == "h2"]


def heading_ids(text: str) -> list[str]:
    tokens = _MARKDOWN.parse(text)
    _name_headings(tokens, None)
    return [str(t.attrGet("id")) for t in tokens if t.type == "heading_open" and t.tag != "h1"]


def _inline_after(tokens: Sequence[Token], type: str) -> str:
    return next(_plain(following) for token, following in pairwise(tokens) if token.type == type)


def _first_sentence(text: str) -> str:
    return text.partition(". ")[0].removesuffix(".") + "."


def _plain(token: Token) -> str:
    parts = token.children or []
    return "".join(" " if part.type == "softbreak" else part.content for part in parts)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


# How each kind of token is written; markdown-it gives the renderer first.


def _fence(
    _: RendererProtocol, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
) -> str:
    del options
    token = tokens[at]
    language, _space, name = token.info.partition(" ")
    if language == DIAGRAM:
        return _diagram(token.content, env)
    figure = Markup(
        '<figure class="code" data-language="{0}"><figcaption><span>{1}</span></figcaption>'
        '<pre dir="ltr" tabindex="0" role="group" aria-label="{1}"><code>{2}</code></pre></figure>'
    )
    shown = figure.format(
        language,
        f"{LANGUAGE_NAMES[language]}{f' · {name}' if '.' in name else ''}",
        coloured(token.content, language),
    )
    opening = '<div class="codes">' if _begins_group(tokens, at) else ""
    return f"{opening}{shown}{'</div>' if _ends_group(tokens, at) else ''}\n"


def _diagram(text: str, env: EnvType) -> str:
    title = re.search(r"^\s*accTitle: (.+)$", text, re.MULTILINE)
    assert title is not None
    drawing = draw(text, env["language"].direction == "rtl", title[1])
    return f'<figure class="drawing">{drawing}</figure>\n'


def _is_code(tokens: Sequence[Token], at: int) -> bool:
    return 0 <= at < len(tokens) and tokens[at].type == "fence"


def _begins_group(tokens: Sequence[Token], at: int) -> bool:
    """Blocks that follow each other say the same in several languages."""
    return _is_code(tokens, at + 1) and not _is_code(tokens, at - 1)


def _ends_group(tokens: Sequence[Token], at: int) -> bool:
    return _is_code(tokens, at - 1) and not _is_code(tokens, at + 1)


def _code_inline(
    _: RendererProtocol, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
) -> str:
    del options, env
    return f'<code dir="ltr">{escape(tokens[at].content)}</code>'


def _heading_close(
    _: RendererProtocol, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
) -> str:
    """The heading names itself: a link to it is on it."""
    del options
    opening = next(t for t in reversed(tokens[:at]) if t.type == "heading_open")
    section = opening.attrGet("id")
    if section is None:
        return "</h1>\n"
    env["section"] = section
    anchor = Markup('<a class="anchor" href="#{}" aria-hidden="true" tabindex="-1">#</a>')
    return f"{anchor.format(section)}</{tokens[at].tag}>\n"


def _table_open(
    _: RendererProtocol, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
) -> str:
    del tokens, at, options
    section = env.get("section", "title")
    frame = Markup('<div class="table" tabindex="0" role="group" aria-labelledby="{}"><table>\n')
    return frame.format(section)


def _table_close(*_: Any) -> str:
    return "</table></div>\n"


def _link_open(
    renderer: Any, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
) -> str:
    """Between sources, links are to files; between pages, to addresses."""
    target = str(tokens[at].attrGet("href"))
    page = _PAGE_LINK.fullmatch(target)
    if page is not None:
        if page[1] not in contents.PAGES:
            raise ValueError(f"{target} is no page of the guide")
        tokens[at].attrSet("href", contents.address(page[1], env["language"]) + (page[2] or ""))
    return str(renderer.renderToken(tokens, at, options, env))


def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    for name, rule in {
        "fence": _fence,
        "code_inline": _code_inline,
        "heading_close": _heading_close,
        "table_open": _table_open,
        "table_close": _table_close,
        "link_open": _link_open,
    }.items():
        made.add_render_rule(name, rule)
    return made


_MARKDOWN: Final = _markdown()
