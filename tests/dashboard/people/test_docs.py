"""The table of addresses in the documentation is the table that the service runs."""

import re
from pathlib import Path

from tests.dashboard.support.declared import PEOPLE_ROUTES
from wasl.dashboard.gate import Who
from wasl.domain.access import Permission, Role

_ROW = re.compile(r"^\| (GET|POST) \| `/dashboard([^`]*)` \| ([^|]+) \|$", re.MULTILINE)


def test_every_address_is_documented_with_who_may_come() -> None:
    text = (Path(__file__).parents[3] / "docs/dashboard.md").read_text("utf-8")
    documented = {(method, path): who for method, path, who in _ROW.findall(text)}
    declared = {(route.method, route.path): _who(route.access) for route in PEOPLE_ROUTES}
    assert {key: documented.get(key) for key in declared} == declared


def _who(access: Who | Permission) -> str:
    if isinstance(access, Permission):
        return ", ".join(role for role in Role if role.allows(access))
    return {Who.ANYBODY: "anybody", Who.SIGNED_IN: "signed in"}[access]
