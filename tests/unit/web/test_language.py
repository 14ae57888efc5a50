"""Every text is there in both languages."""

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from wasl.web.language import Language, chosen_language, load_translations

ROOT = Path(__file__).parents[3]
PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def _scripts_module(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / f"scripts/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CATALOGUES = sorted((ROOT / "src/wasl/web/locales/ar").glob("*.po"))


def _read(path: Path) -> dict[str, str]:
    with path.open("rb") as file:
        return {str(m.id): str(m.string) for m in read_po(file, locale="ar") if m.id}


def _catalogue() -> dict[str, str]:
    return {text: arabic for path in CATALOGUES for text, arabic in _read(path).items()}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_holds_every_text_of_its_pages_and_no_other(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    catalogues = _scripts_module("update_catalogues")
    assert {found.stem for found in CATALOGUES} == catalogues.CATALOGUES.keys()
    used = {message.id for message in catalogues.texts(path.stem) if message.id}
    translated = _read(path)
    assert used
    assert translated.keys() == used
    assert [text for text, arabic in translated.items() if not arabic] == []


def test_a_text_is_translated_in_one_way_everywhere() -> None:
    whole = _catalogue()
    for path in CATALOGUES:
        assert {text: whole[text] for text in _read(path)} == _read(path)


def test_translations_keep_what_is_filled_in() -> None:
    for text, arabic in _catalogue().items():
        assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(arabic)), text


def test_arabic_is_written_in_arabic() -> None:
    assert load_translations(Language.ARABIC).gettext("Phone number") == "رقم الهاتف"
    assert load_translations(Language.ENGLISH).gettext("Phone number") == "Phone number"
    for text, arabic in _catalogue().items():
        assert re.search(r"[\u0600-\u06ff]", arabic), text


@pytest.mark.parametrize(
    ("asked_for", "language"),
    [
        (None, "ar"),
        ("", "ar"),
        ("ar", "ar"),
        ("en", "en"),
        ("fr", "ar"),
        ("EN", "ar"),
        ("x" * 99, "ar"),
    ],
)
def test_arabic_is_the_default(asked_for: str | None, language: str) -> None:
    assert chosen_language(asked_for) == language


def test_each_language_has_its_direction() -> None:
    assert (Language.ARABIC.direction, Language.ENGLISH.direction) == ("rtl", "ltr")
    assert (Language.ARABIC.other, Language.ENGLISH.other) == (Language.ENGLISH, Language.ARABIC)
