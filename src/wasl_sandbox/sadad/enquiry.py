"""Was this invoice paid? Its real answer is not public; this is a plausible one."""

from typing import Any

from starlette.responses import Response

from wasl_sandbox.amounts import lyd_from_minor
from wasl_sandbox.json_body import text_field
from wasl_sandbox.sadad.answers import Refusal, accepted, refused
from wasl_sandbox.sandbox import Sandbox


def enquiry(sandbox: Sandbox, body: dict[str, Any]) -> Response:
    """Of several payments for one invoice it tells the first."""
    invoice = text_field(body, "InvoiceNo")
    paid = [c for c in sandbox.ledger.charges(invoice) if c.provider == "sadad"]
    if not paid:
        known = sandbox.sadad.knows_reference(invoice)
        refusal = Refusal.INVOICE_NOT_PAID if known else Refusal.INVOICE_NOT_FOUND
        return refused(refusal, sandbox.settings.sadad_refusal_http_status)
    first = paid[0]
    return accepted(
        {
            "transactionId": int(first.provider_reference),
            "invoiceNo": invoice,
            "status": "Paid",
            "amount": lyd_from_minor(first.amount_minor),
            "msisdn": first.payer_masked,
        }
    )
