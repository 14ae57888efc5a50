"""Brings the catalogues of translations up to date with the texts in code and templates.

New texts come in without a translation; `make test` names those that are still missing.
"""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

PACKAGE = Path("src/wasl")
LOCALES = PACKAGE / "web/locales"
METHODS = [("checkout/**.py", "python"), ("web/templates/**.html", "jinja2")]
OPTIONS = {"web/templates/**.html": {"newstyle_gettext": "true"}}
KEYWORDS = {"N_": None, "_": None}


def texts() -> Catalog:
    found = Catalog(charset="utf-8")
    for _file, _line, message, comments, _context in extract_from_dir(
        PACKAGE, METHODS, OPTIONS, KEYWORDS
    ):
        found.add(message, auto_comments=comments)
    return found


def main() -> None:
    path = LOCALES / "ar.po"
    with path.open("rb") as file:
        catalogue = read_po(file, locale="ar")
    catalogue.update(texts(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, omit_header=True, no_location=True)
    missing = [message.id for message in catalogue if message.id and not message.string]
    print(f"{path}: {len(catalogue)} texts, {len(missing)} without a translation")
    for text in missing:
        print(f"  {text}")


if __name__ == "__main__":
    main()
