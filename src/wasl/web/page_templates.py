"""The pages' templates, ready in each language."""

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from wasl.web.formats import formats
from wasl.web.language import Language, load_translations
from wasl.web.static_files import StaticFiles


class PageTemplates:
    """Whatever is put into a page is escaped."""

    def __init__(self, static: StaticFiles) -> None:
        self._environments = {language: _environment(language, static) for language in Language}

    def find(self, name: str, language: Language) -> Template:
        return self._environments[language].get_template(name)


def _environment(language: Language, static: StaticFiles) -> Environment:
    environment = Environment(
        loader=PackageLoader("wasl.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    translations = load_translations(language)
    environment.install_gettext_translations(translations, newstyle=True)  # type: ignore[attr-defined]
    environment.filters.update(formats(language))
    environment.globals.update(language=language, static=static.address)
    return environment
