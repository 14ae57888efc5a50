"""The shapes of charts. Texts stand beside them, so that a chart may stretch and be mirrored."""

from collections.abc import Sequence
from typing import Final, NamedTuple

# Of the drawing; the page stretches it to the place there is.
WIDTH: Final = 1000
HEIGHT: Final = 300
_FILLED: Final = 0.72
# A day on which little was paid is still a day on which something was paid.
_SMALLEST: Final = 3


class Bar(NamedTuple):
    x: float
    y: float
    width: float
    height: float


class BarChart(NamedTuple):
    """`marks` are the values of the lines, the highest first; the last one is 0."""

    bars: list[Bar]
    marks: list[int]


def bar_chart(values: Sequence[int], smallest_step: int) -> BarChart:
    """One bar for each value, in their order."""
    step = _step(max(values, default=0), smallest_step)
    top = 4 * step
    place = WIDTH / max(len(values), 1)
    bars = [
        _bar(number * place, place, value / top * HEIGHT) for number, value in enumerate(values)
    ]
    return BarChart(bars, [number * step for number in (4, 3, 2, 1, 0)])


def _bar(x: float, place: float, height: float) -> Bar:
    height = max(height, _SMALLEST) if height else 0
    margin = place * (1 - _FILLED) / 2
    return Bar(
        round(x + margin, 2), round(HEIGHT - height, 2), round(place * _FILLED, 2), round(height, 2)
    )


def _step(highest: int, smallest: int) -> int:
    """The smallest round number of which four reach the highest value."""
    power = smallest
    while True:
        for factor in (1, 2, 5):
            if 4 * factor * power >= highest:
                return factor * power
        power *= 10
