"""A person who has no mouse, or does not see where it is."""

from playwright.sync_api import Frame, Page

from tests.browser.card_form import FRAME

_MOST_STEPS = 40

_IS_THERE = "(selector) => document.activeElement?.matches(selector) ?? false"

# A ring around it, or a shadow.
_IS_MARKED = """() => {
    const style = getComputedStyle(document.activeElement);
    return style.outlineStyle !== "none" && style.outlineWidth !== "0px"
        || style.boxShadow !== "none";
}"""


_PLACE = '() => [...document.querySelectorAll("*")].indexOf(document.activeElement)'


class Keyboard:
    def __init__(self, page: Page) -> None:
        self._page = page

    def go_to(self, selector: str) -> None:
        """With the Tab key alone, to where the ring can be seen."""
        self._go_to(self._page, selector)
        assert self._page.evaluate(_IS_MARKED), f"focus on {selector} cannot be seen"

    def go_on(self) -> int:
        """One step, to where the ring can be seen; the place on the page."""
        self.press("Tab")
        assert self._page.evaluate(_IS_MARKED), "the focus cannot be seen"
        return int(self._page.evaluate(_PLACE))

    def go_to_in_card_form(self, selector: str) -> None:
        frame = self._page.frame(name="moamalat-lightbox")
        assert frame is not None
        self._go_to(frame, selector)

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def press_and_go_on(self, key: str) -> None:
        with self._page.expect_navigation():
            self.press(key)

    def type(self, text: str) -> None:
        self._page.keyboard.type(text)

    def _go_to(self, where: Page | Frame, selector: str) -> None:
        for _ in range(_MOST_STEPS):
            if self._is_there(where, selector):
                return
            self.press("Tab")
        raise AssertionError(f"{selector} is not reached by the Tab key")

    def _is_there(self, where: Page | Frame, selector: str) -> bool:
        if isinstance(where, Frame) and not self._page.evaluate(_IS_THERE, FRAME):
            return False
        return bool(where.evaluate(_IS_THERE, selector))
