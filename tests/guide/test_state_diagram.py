"""What is drawn is what the code allows: every arrow leaves one box and ends at another."""

import re
from xml.etree import ElementTree as ET

import pytest

from tests.guide.blocks import blocks_of
from wasl.domain.payment_intent import ALLOWED_NEXT, Status
from wasl.guide.state_diagram import BOXES, HEIGHT, START, WIDTH, draw
from wasl.web.language import Language

Point = tuple[float, float]


def _drawing(language: Language) -> ET.Element:
    (block,) = [one for one in blocks_of("lifecycle", language) if one.kind == "mermaid"]
    return ET.fromstring(draw(block.code, language.direction == "rtl", "States"))


@pytest.fixture(params=list(Language))
def drawing(request: pytest.FixtureRequest) -> ET.Element:
    return _drawing(request.param)


def test_every_state_is_drawn_once(drawing: ET.Element) -> None:
    drawn = [rect.get("data-state") for rect in drawing.iter("rect")]
    assert sorted(map(str, drawn)) == sorted(Status)
    names = [text.text for text in drawing.iter("text") if text.get("class") == "state-name"]
    assert sorted(map(str, names)) == sorted(Status)


def test_the_arrows_are_the_allowed_moves(drawing: ET.Element) -> None:
    drawn = [(path.get("data-from"), path.get("data-to")) for path in drawing.iter("path")]
    allowed = [
        (source, target) for source, following in ALLOWED_NEXT.items() for target in following
    ]
    assert sorted(drawn) == sorted([*allowed, (START, Status.REQUIRES_PAYMENT_METHOD)])
    assert len(list(drawing.iter("polygon"))) == len(drawn)


def test_an_arrow_goes_from_the_border_of_one_box_to_that_of_the_other(
    drawing: ET.Element,
) -> None:
    boxes = {str(r.get("data-state")): _box(r) for r in drawing.iter("rect")}
    for path, head in zip(drawing.iter("path"), drawing.iter("polygon"), strict=True):
        points = _points(str(path.get("d")))
        if path.get("data-from") != START:
            assert _on_border(points[0], boxes[str(path.get("data-from"))])
        assert _on_border(points[-1], boxes[str(path.get("data-to"))])
        tip = tuple(map(float, str(head.get("points")).split()[0].split(",")))
        assert tip == points[-1]


def test_everything_is_inside_the_frame(drawing: ET.Element) -> None:
    for path in drawing.iter("path"):
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in _points(str(path.get("d"))))


def test_it_is_told_in_words_as_well(drawing: ET.Element) -> None:
    assert drawing.get("role") == "img"
    assert drawing.get("aria-label") == "States"
    labels = [text.text for text in drawing.iter("text") if text.get("class") == "label"]
    assert len(labels) >= len(list(drawing.iter("path")))


def test_arabic_is_drawn_from_the_right() -> None:
    left, right = (
        {str(r.get("data-state")): _box(r) for r in _drawing(of).iter("rect")}
        for of in (Language.ENGLISH, Language.ARABIC)
    )
    assert set(left) == set(BOXES) - {START}
    for state, (x, y, width, height) in left.items():
        assert right[state] == (WIDTH - x - width, y, width, height)


def _box(rect: ET.Element) -> tuple[float, float, float, float]:
    x, y, width, height = (float(str(rect.get(name))) for name in ("x", "y", "width", "height"))
    return x, y, width, height


def _points(path: str) -> list[Point]:
    numbers = [float(number) for number in re.findall(r"[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _on_border(point: Point, box: tuple[float, float, float, float]) -> bool:
    (x, y), (left, top, width, height) = point, box
    inside = left <= x <= left + width and top <= y <= top + height
    return inside and (x in (left, left + width) or y in (top, top + height))
