"""The languages of our pages. The text in the code is English; Arabic stands in a catalogue."""

import gettext
from enum import StrEnum
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


class Language(StrEnum):
    ARABIC = "ar"
    ENGLISH = "en"

    @property
    def direction(self) -> str:
        return "rtl" if self is Language.ARABIC else "ltr"

    @property
    def other(self) -> "Language":
        return Language.ENGLISH if self is Language.ARABIC else Language.ARABIC


def N_(text: str) -> str:  # noqa: N802 - the name that tools for catalogues know
    """Marks a text that is translated later, where it is shown."""
    return text


DEFAULT: Final = Language.ARABIC


def chosen_language(asked_for: str | None) -> Language:
    """Arabic, unless another language of ours was asked for."""
    try:
        return Language(asked_for or DEFAULT)
    except ValueError:
        return DEFAULT


@cache
def load_translations(language: Language) -> gettext.NullTranslations:
    """Compiled when the service starts: the catalogues themselves are the only files there are."""
    if language is Language.ENGLISH:
        return gettext.NullTranslations()
    whole = Catalog(locale=language)
    for path in (resources.files("wasl.web") / "locales" / language).iterdir():
        with path.open("rb") as file:
            for message in read_po(file, locale=language, abort_invalid=True):
                whole[message.id] = message
    compiled = BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
