"""The first page: what a developer needs to try a payment."""

from collections.abc import Callable
from html import escape
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from wasl_sandbox.outcomes import (
    APPROVED_EDFALI_PREFIX,
    APPROVED_SADAD_PREFIX,
    BIRTH_YEAR,
    CARD_CODE_DIGITS,
    EDFALI_CODE_DIGITS,
    SADAD_CODE_DIGITS,
    TEST_VALUES,
    Outcome,
    TableRow,
    expired_code,
    right_code,
)
from wasl_sandbox.sandbox import Sandbox

_PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Provider sandbox</title>
<h1>Provider sandbox</h1>
<p>Simulates Moamalat, Sadad and Edfali on their own protocols. No money moves.</p>
<h2>Test values</h2>
<table border="1" cellpadding="6">
<tr><th scope="col">what happens<th scope="col">Sadad phone<th scope="col">Edfali phone
<th scope="col">card
{rows}
</table>
<p>Phones that begin with {sadad_prefix} (Sadad) and {edfali_prefix} (Edfali) are approved, too.
Birth year {birth_year}. Any expiry of the form MM/YY.</p>
<h2>Codes</h2>
<ul>
<li>right: {right}
<li>expired: {expired}
<li>any other is wrong
</ul>
<h2>Addresses</h2>
<ul>
<li><a href="/ledger">/ledger</a>: what was really charged; <code>?reference=</code> filters
<li><code>POST /sandbox/moamalat/pay</code>: what a customer does in the card form
<li><code>POST /sandbox/faults</code>: slow, cut, malformed, wrong_amount, http_500
<li><code>POST /sandbox/clock</code>: move the time ahead
<li><code>POST /sandbox/notify-url</code>: where Moamalat's notification goes
<li><code>POST /sandbox/reset</code>: forget everything
</ul>
</html>
"""


async def index(sandbox: Sandbox, _request: Request) -> Response:
    rows = "\n".join(_row(values, sandbox.settings.late_after_s) for values in TEST_VALUES)
    return HTMLResponse(
        _PAGE.format(
            rows=rows,
            sadad_prefix=APPROVED_SADAD_PREFIX,
            edfali_prefix=APPROVED_EDFALI_PREFIX,
            birth_year=BIRTH_YEAR,
            right=_codes(right_code),
            expired=_codes(expired_code),
        )
    )


def _row(values: TableRow, late_after_s: float) -> str:
    words = values.outcome.value
    if values.outcome is Outcome.CHARGED_LATE:
        words += f", after {late_after_s:g} seconds"
    cells = (words, values.sadad_phone or "—", values.edfali_phone or "—", values.card or "—")
    return "<tr>" + "".join(f"<td>{escape(cell)}" for cell in cells)


def _codes(code: Callable[[int], str]) -> str:
    by_provider = {
        "Sadad": SADAD_CODE_DIGITS,
        "Edfali": EDFALI_CODE_DIGITS,
        "card": CARD_CODE_DIGITS,
    }
    return ", ".join(f"{code(digits)} ({name})" for name, digits in by_provider.items())
