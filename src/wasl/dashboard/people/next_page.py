"""Where someone wanted to go before they were asked who they are."""

import re
from typing import Final

from wasl.dashboard.visit import PREFIX, Visit

# Plain names of pages and a query: nothing that a browser could take for another host.
_OURS: Final = re.compile(rf"{PREFIX}(?:/[\w-]+(?:\.csv)?)*(?:\?[!-\[\]-~]*)?", re.ASCII)


def next_page(visit: Visit, otherwise: str = PREFIX) -> str:
    """Only ever a page of ours."""
    wanted = visit.query("next") or ""
    return wanted if _OURS.fullmatch(wanted) else otherwise
