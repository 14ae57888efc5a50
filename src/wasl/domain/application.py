"""A merchant's application: it owns credentials and intents."""

from enum import StrEnum


class Mode(StrEnum):
    TEST = "test"
    LIVE = "live"


class Method(StrEnum):
    CARD = "card"
    SADAD = "sadad"
    EDFALI = "edfali"
