"""What customers look at the checkout with."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["ar", "en"]
Scheme = Literal["light", "dark"]

LANGUAGES: tuple[Language, ...] = ("ar", "en")
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@dataclass(frozen=True)
class Screen:
    name: str
    width: int
    height: int
    is_phone: bool


PHONE = Screen("phone", 390, 844, is_phone=True)
DESKTOP = Screen("desktop", 1280, 900, is_phone=False)
SCREENS = (PHONE, DESKTOP)
