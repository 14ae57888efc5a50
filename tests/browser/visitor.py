"""A person with a browser of their own."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.guard import Guard
from tests.browser.screens import PHONE, Language, Scheme, Screen

# Longer than any step of ours takes on a busy machine.
_PATIENCE_MS = 15_000


class Visitor:
    def __init__(self, context: BrowserContext, guard: Guard, language: Language) -> None:
        self.context = context
        self.guard = guard
        self.language = language

    def new_page(self) -> Page:
        return self.context.new_page()


class NewVisitor:
    """Lets people in; when the test is over, each one's guard is asked."""

    def __init__(self, stack: ExitStack, browser: Browser, home: str) -> None:
        self._stack = stack
        self._browser = browser
        self._home = home

    def __call__(
        self,
        language: Language = "ar",
        screen: Screen = PHONE,
        scheme: Scheme = "light",
        javascript: bool = True,
    ) -> Visitor:
        options = _options(screen, scheme) | {"java_script_enabled": javascript}
        return self._stack.enter_context(
            _visitor_in(self._browser.new_context(**options), self._home, language)
        )


def _options(screen: Screen, scheme: Scheme) -> dict[str, Any]:
    return {
        "viewport": {"width": screen.width, "height": screen.height},
        "is_mobile": screen.is_phone,
        "has_touch": screen.is_phone,
        "color_scheme": scheme,
        "reduced_motion": "reduce",
        # Whatever the device speaks and wherever it is, the checkout is Libyan.
        "locale": "fr-FR",
        "timezone_id": "America/New_York",
    }


@contextmanager
def _visitor_in(context: BrowserContext, home: str, language: Language) -> Iterator[Visitor]:
    context.set_default_timeout(_PATIENCE_MS)
    guard = Guard(context, home)
    try:
        yield Visitor(context, guard, language)
        guard.assert_calm()
    finally:
        context.close()
