"""Amounts are integers in the currency's minor unit; one dinar is 1000 of them."""

from typing import Final

CURRENCY: Final = "LYD"
MINOR_UNITS_PER_DINAR: Final = 1000

MIN_AMOUNT_MINOR: Final = 1_000
MAX_AMOUNT_MINOR: Final = 1_000_000_000
