"""The sandbox's card form, in its frame, as a customer uses it."""

from playwright.sync_api import Page, expect

from tests.engine.values import CARD_CODE

FRAME = "iframe[name=moamalat-lightbox]"


class CardForm:
    def __init__(self, page: Page) -> None:
        self._frame = page.locator(FRAME)
        self._inside = page.frame_locator(FRAME)

    def wait_until_open(self) -> None:
        expect(self._inside.locator("#card")).to_be_visible()

    def wait_until_code_is_asked_for(self) -> None:
        expect(self._inside.locator("#code")).to_be_visible()

    def wait_until_closed(self) -> None:
        expect(self._frame).to_have_count(0)

    def amount(self) -> str:
        return self._inside.locator("#amount").inner_text()

    def status(self) -> str:
        """What the form says about what was entered."""
        status = self._inside.locator("#status")
        expect(status).not_to_be_empty()
        return status.inner_text()

    def enter_card(self, card: str, expiry: str = "10/30") -> None:
        self._inside.locator("#card").fill(card)
        self._inside.locator("#expiry").fill(expiry)
        self._inside.locator("#card-step button").click()

    def enter_code(self, code: str = CARD_CODE) -> None:
        self._inside.locator("#code").fill(code)
        self._inside.locator("#code-step button").click()

    def cancel(self) -> None:
        self._inside.locator("#cancel").click()
