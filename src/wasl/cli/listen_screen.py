"""What `wasl listen` shows: a line for each event, with what the receiver answered."""

from datetime import UTC, datetime
from typing import Any

from rich.console import Console
from rich.text import Text


class ListenScreen:
    """Rich leaves colours out where there is no terminal, and where NO_COLOR is set."""

    def __init__(self) -> None:
        self._console = Console(highlight=False, soft_wrap=True, emoji=False)

    def forwarded(self, event: dict[str, Any], status: int, duration_ms: int) -> None:
        self._event(event, (str(status), "green"), f"  {duration_ms} ms")

    def not_taken(self, event: dict[str, Any], answer: str, duration_ms: int) -> None:
        self._event(event, (answer, "bold red"), f"  {duration_ms} ms")

    def notice(self, text: str) -> None:
        self._line((text, "yellow"))

    def quiet(self, text: str) -> None:
        self._line((text, "dim"))

    def _event(self, event: dict[str, Any], answer: tuple[str, str], rest: str) -> None:
        what = f"{event['event']:<24}  {event['payment_intent']}  → "
        self._line(what, answer, rest)

    def _line(self, *parts: str | tuple[str, str]) -> None:
        time = f"{datetime.now(UTC).astimezone():%H:%M:%S}  "
        self._console.print(Text.assemble((time, "dim"), *parts))
