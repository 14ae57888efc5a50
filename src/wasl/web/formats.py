"""Amounts and times as Libyans write them. Digits are Western in both languages."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime

from wasl.domain.money import MINOR_UNITS_PER_DINAR
from wasl.web.language import Language

LIBYA: Final = ZoneInfo("Africa/Tripoli")

_LOCALES: Final = {Language.ARABIC: "ar_LY", Language.ENGLISH: "en_GB"}
_DATE_AND_TIME: Final = {
    Language.ARABIC: "d MMMM y، HH:mm",
    Language.ENGLISH: "d MMMM y, HH:mm",
}
_WITH_SECONDS: Final = {language: f"{form}:ss" for language, form in _DATE_AND_TIME.items()}


def dinars(amount_minor: int) -> str:
    """1250500 is 1,250.500: always with its thousandths."""
    whole, thousandths = divmod(amount_minor, MINOR_UNITS_PER_DINAR)
    return f"{whole:,}.{thousandths:03d}"


def amount(amount_minor: int, language: Language) -> str:
    number = dinars(amount_minor)
    return f"{number} د.ل" if language is Language.ARABIC else f"LYD {number}"


def date_and_time(moment: datetime, language: Language) -> str:
    return format_datetime(
        moment, _DATE_AND_TIME[language], tzinfo=LIBYA, locale=_LOCALES[language]
    )


def date_and_seconds(moment: datetime, language: Language) -> str:
    return format_datetime(moment, _WITH_SECONDS[language], tzinfo=LIBYA, locale=_LOCALES[language])


def day(of: date, language: Language) -> str:
    return format_date(of, "d MMM", locale=_LOCALES[language])


def formats(language: Language) -> Mapping[str, Callable[..., str]]:
    """The filters of templates in one language."""
    return {
        "amount": lambda amount_minor: amount(amount_minor, language),
        "date_and_time": lambda moment: date_and_time(moment, language),
        "date_and_seconds": lambda moment: date_and_seconds(moment, language),
        "day": lambda of: day(of, language),
    }
