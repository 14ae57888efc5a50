"""The table of addresses in the documentation is the table that the service runs."""

import re
from pathlib import Path

from tests.dashboard.support.declared import APPLICATION_ROUTES
from wasl.domain.access import Permission, Role

_ROW = re.compile(r"^\| (GET|POST) \| `/dashboard([^`]*)` \| ([^|]+) \|$", re.MULTILINE)


def test_every_address_is_documented_with_who_may_come() -> None:
    text = (Path(__file__).parents[3] / "docs/dashboard.md").read_text("utf-8")
    section = text.partition("## Pages about an application")[2]
    documented = {(method, path): who for method, path, who in _ROW.findall(section)}
    assert documented == {
        (route.method, route.path): ", ".join(role for role in Role if role.allows(route.access))
        for route in APPLICATION_ROUTES
        if isinstance(route.access, Permission)
    }
