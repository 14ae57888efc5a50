"""Brings the catalogues of translations up to date with the texts in code and templates.

Each part of the pages has a catalogue of its own. New texts come in without a translation;
`make test` names those that are still missing.
"""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

PACKAGE = Path("src/wasl")
LOCALE = PACKAGE / "web/locales/ar"
# Which files each catalogue holds the texts of.
CATALOGUES = {
    "checkout": ["checkout/*.py", "web/templates/*.html", "web/templates/checkout/*.html"],
    "dashboard": ["dashboard/*.py", "web/templates/dashboard/*.html"],
    "people": ["dashboard/people/*.py", "web/templates/dashboard/people/*.html"],
    "application": ["dashboard/application/*.py", "web/templates/dashboard/application/*.html"],
}
KEYWORDS = {"N_": None, "_": None}


def texts(name: str) -> Catalog:
    patterns = CATALOGUES[name]
    methods = [(pattern, "python" if pattern.endswith(".py") else "jinja2") for pattern in patterns]
    options = {pattern: {"newstyle_gettext": "true"} for pattern in patterns}
    found = Catalog(charset="utf-8")
    for _file, _line, message, comments, _context in extract_from_dir(
        PACKAGE, methods, options, KEYWORDS
    ):
        found.add(message, auto_comments=comments)
    return found


def read(name: str) -> Catalog:
    path = LOCALE / f"{name}.po"
    if not path.exists():
        return Catalog(locale="ar", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale="ar")


def main() -> None:
    for name in CATALOGUES:
        catalogue = read(name)
        catalogue.update(texts(name), no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        with (LOCALE / f"{name}.po").open("wb") as file:
            write_po(file, catalogue, width=100, omit_header=True, no_location=True)
        missing = [message.id for message in catalogue if message.id and not message.string]
        print(f"{name}: {len(catalogue)} texts, {len(missing)} without a translation")
        for text in missing:
            print(f"  {text}")


if __name__ == "__main__":
    main()
