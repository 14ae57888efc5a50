"""What an application's own account at a provider consists of."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from wasl.domain.application import Method
from wasl.domain.problem import Problem

_HINT_CHARS: Final = 4
_DIGITS: Final = r"[0-9]{1,32}"
_HEX_KEY: Final = r"(?:[0-9A-Fa-f]{2}){8,128}"
_PRINTABLE: Final = r"[!-~]{1,4096}"


class AccountField(NamedTuple):
    """`pattern` is the shape of the whole value."""

    name: str
    pattern: str
    required: bool = True


ACCOUNT_FIELDS: Final[Mapping[Method, tuple[AccountField, ...]]] = {
    Method.CARD: (
        AccountField("merchant_id", _DIGITS),
        AccountField("terminal_id", _DIGITS),
        AccountField("merchant_key", _HEX_KEY),
        # Without it every notification counts as forged, and payments are found by asking.
        AccountField("notification_key", _HEX_KEY, required=False),
    ),
    Method.SADAD: (AccountField("token", _PRINTABLE),),
    Method.EDFALI: (
        AccountField("mobile", r"9[0-9]{8}"),
        AccountField("pin", r"[0-9]{1,12}"),
        AccountField("service_password", _PRINTABLE),
    ),
}


def tidy_account(method: Method, typed: Mapping[str, str]) -> dict[str, str]:
    """The fields of this provider alone; those left empty are left out."""
    fields = {field.name: typed.get(field.name, "").strip() for field in ACCOUNT_FIELDS[method]}
    return {name: value for name, value in fields.items() if value}


def problems_with_account(method: Method, account: Mapping[str, str]) -> dict[str, Problem | None]:
    return {
        field.name: _problem(field, account.get(field.name)) for field in ACCOUNT_FIELDS[method]
    }


def _problem(field: AccountField, value: str | None) -> Problem | None:
    if value is None:
        return Problem.VALUE_MISSING if field.required else None
    return None if re.fullmatch(field.pattern, value) else Problem.VALUE_MALFORMED


def account_hints(account: Mapping[str, str]) -> dict[str, str]:
    """The end of each value: enough to recognise it, and never more than half of it."""
    return {
        name: value[-_HINT_CHARS:] if len(value) >= 2 * _HINT_CHARS else ""
        for name, value in account.items()
    }
