"""How long to wait between tries that fail one after another."""

from typing import Final

_FIRST_S: Final = 0.2
_LONGEST_S: Final = 5.0


class Backoff:
    """Doubles from try to try, up to a few seconds: somebody is watching."""

    def __init__(self) -> None:
        self._next_s = _FIRST_S

    def wait_s(self) -> float:
        wait_s, self._next_s = self._next_s, min(2 * self._next_s, _LONGEST_S)
        return wait_s

    def start_over(self) -> None:
        self._next_s = _FIRST_S
