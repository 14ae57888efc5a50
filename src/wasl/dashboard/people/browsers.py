"""What a browser is called, from the long name it gives itself."""

from typing import Final

# In this order: most of them also name those that they are like.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def browser_name(user_agent: str | None) -> str:
    """As it names itself where we do not know it."""
    told = user_agent or "–"
    known = [
        next((name for mark, name in marks if mark in told), None)
        for marks in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(name for name in known if name) or told[:60]
