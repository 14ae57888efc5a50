"""The pages' templates, ready in each language."""

import re
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from jinja2.ext import Extension
from markupsafe import Markup, escape

from wasl.web.formats import formats
from wasl.web.language import Language, load_translations
from wasl.web.static_files import StaticFiles

_CONSTANT_TEXT: Final = re.compile(r'\{\{ _\("([^"%]+)"\) \}\}')


class PageTemplates:
    """Whatever is put into a page is escaped."""

    def __init__(self, static: StaticFiles) -> None:
        self._environments = {language: _environment(language, static) for language in Language}

    def find(self, name: str, language: Language) -> Template:
        return self._environments[language].get_template(name)

    def fragment(self, name: str, language: Language, **context: object) -> Markup:
        """A part that can be made once and put into many pages."""
        return Markup(self.find(name, language).render(**context))  # noqa: S704 - escaped inside


class _ConstantTexts(Extension):
    """Puts texts that never vary into the template when it is compiled, not at every view."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        del name, filename
        translations = load_translations(self.environment.globals["language"])
        return _CONSTANT_TEXT.sub(lambda text: escape(translations.gettext(text[1])), source)


def _environment(language: Language, static: StaticFiles) -> Environment:
    environment = Environment(
        loader=PackageLoader("wasl.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n", _ConstantTexts],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    translations = load_translations(language)
    environment.install_gettext_translations(translations, newstyle=True)  # type: ignore[attr-defined]
    environment.filters.update(formats(language))
    environment.globals.update(language=language, static=static.address)
    return environment
