"""Draws the states of a payment intent.

What is drawn stands in the Markdown, in Mermaid's words, which GitHub draws by itself. Here it is
drawn with our own hand: in the page's language, direction and colours, and without a script.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

WIDTH: Final = 480
HEIGHT: Final = 420
START: Final = "[*]"

_LINE_PX: Final = 16
_CHARS_A_LINE: Final = 13
_ARROW: Final = re.compile(r"^\s*(\S+) --> (\S+): (.+)$", re.MULTILINE)


class Arrow(NamedTuple):
    source: str
    target: str
    label: str


class Box(NamedTuple):
    x: int
    y: int
    width: int
    height: int


class _Way(NamedTuple):
    """From left to right. `points` begin at a border and end at one; four make a curve."""

    points: Sequence[tuple[int, int]]
    label_at: tuple[int, int]
    anchor: str


BOXES: Final = {
    START: Box(233, 8, 14, 14),
    "requires_payment_method": Box(130, 60, 220, 48),
    "processing": Box(8, 214, 140, 48),
    "canceled": Box(332, 214, 140, 48),
    "succeeded": Box(160, 366, 160, 48),
}

_WAYS: Final = {
    (START, "requires_payment_method"): _Way([(240, 22), (240, 60)], (254, 44), "start"),
    ("requires_payment_method", "processing"): _Way([(168, 108), (112, 214)], (154, 152), "start"),
    ("processing", "requires_payment_method"): _Way(
        [(36, 214), (36, 130), (60, 84), (130, 84)], (46, 164), "start"
    ),
    ("requires_payment_method", "canceled"): _Way([(310, 108), (370, 214)], (352, 148), "start"),
    ("requires_payment_method", "succeeded"): _Way([(240, 108), (240, 366)], (240, 286), "middle"),
    ("processing", "succeeded"): _Way([(90, 262), (180, 366)], (122, 322), "end"),
    ("canceled", "succeeded"): _Way([(390, 262), (300, 366)], (358, 322), "start"),
}


def arrows_in(mermaid: str) -> list[Arrow]:
    return [Arrow(*found) for found in _ARROW.findall(mermaid)]


def draw(mermaid: str, mirrored: bool, title: str) -> Markup:
    """Mirrored for languages that are read from the right."""
    arrows = arrows_in(mermaid)
    shapes = [
        *(shape for arrow in arrows for shape in _arrow(arrow, mirrored)),
        *(shape for state, box in BOXES.items() for shape in _state(state, box, mirrored)),
        *(shape for arrow in arrows for shape in _label(arrow, mirrored)),
    ]
    frame = Markup('<svg class="diagram" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>')
    return frame.format(WIDTH, HEIGHT, title, Markup("\n").join(shapes))


def _arrow(arrow: Arrow, mirrored: bool) -> Iterator[Markup]:
    points = [(_x(x, mirrored), y) for x, y in _way(arrow).points]
    start, *rest = (f"{x} {y}" for x, y in points)
    path = f"M{start} {'C' if len(rest) == 3 else 'L'}{', '.join(rest)}"
    yield Markup('<path class="way" data-from="{}" data-to="{}" d="{}"/>').format(
        arrow.source, arrow.target, path
    )
    yield _head(points[-2], points[-1])


def _head(before: tuple[int, int], tip: tuple[int, int]) -> Markup:
    """A triangle whose tip touches the border; drawn, so that it needs no marker and no id."""
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / length, dy / length
    base_x, base_y = tip[0] - 9 * ux, tip[1] - 9 * uy
    corners = [tip, (base_x - 4.5 * uy, base_y + 4.5 * ux), (base_x + 4.5 * uy, base_y - 4.5 * ux)]
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return Markup('<polygon class="head" points="{}"/>').format(drawn)


def _state(state: str, box: Box, mirrored: bool) -> Iterator[Markup]:
    left = _x(box.x + box.width, mirrored) if mirrored else box.x
    if state == START:
        yield Markup('<circle class="begin" cx="{}" cy="{}" r="{}"/>').format(
            left + box.width // 2, box.y + box.height // 2, box.width // 2
        )
        return
    yield Markup(
        '<rect class="state state-{0}" data-state="{0}" x="{1}" y="{2}" width="{3}" height="{4}"'
        ' rx="10"/>'
    ).format(state, left, box.y, box.width, box.height)
    yield Markup('<text class="state-name" x="{}" y="{}" text-anchor="middle">{}</text>').format(
        left + box.width // 2, box.y + box.height // 2 + 5, state
    )


def _label(arrow: Arrow, mirrored: bool) -> Iterator[Markup]:
    way = _way(arrow)
    x, y = _x(way.label_at[0], mirrored), way.label_at[1]
    lines = _lines(arrow.label)
    first_y = y - (len(lines) - 1) * _LINE_PX / 2
    for number, line in enumerate(lines):
        yield Markup('<text class="label" x="{}" y="{:g}" text-anchor="{}">{}</text>').format(
            x, first_y + number * _LINE_PX, way.anchor, line
        )


def _lines(label: str) -> list[str]:
    lines = [""]
    for word in label.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _CHARS_A_LINE:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _way(arrow: Arrow) -> _Way:
    return _WAYS[arrow.source, arrow.target]


def _x(x: int, mirrored: bool) -> int:
    return WIDTH - x if mirrored else x
