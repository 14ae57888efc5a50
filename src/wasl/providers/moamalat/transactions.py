"""What FilterTransactions' list of transactions means for one charge. No I/O.

An approved sale is the only yes, and only when every approved sale has the charge's amount in
dinar and no approved void or refund took it back. The list decides as a whole: what cannot be
made sense of, in any row of ours, makes the answer Unknown.
"""

from collections.abc import Sequence
from decimal import Decimal
from http import HTTPStatus
from typing import Final

import msgspec

from wasl.domain.attempt import DeclineReason
from wasl.domain.money import CURRENCY
from wasl.provider_interface import Charge, Declined, Paid, Unknown
from wasl.providers.moamalat.account import MoamalatAccount, bare_word
from wasl.providers.safe_text import masked_card, readable

_NOT_FOUND_MESSAGE: Final = "transaction not found"


class _Transaction(msgspec.Struct):
    status: str = msgspec.field(name="Status")
    kind: str = msgspec.field(name="TransType")
    amount_minor: Decimal = msgspec.field(name="AmountTrxn")
    currency: str = msgspec.field(name="Currency")
    merchant_reference: str = msgspec.field(name="MerchantReference")
    # The network's number of it, by which Moamalat and the banks find it again.
    network_reference: str = msgspec.field(name="RRN")
    card_number: str | None = msgspec.field(name="CardNo", default=None)
    result_text: str | None = msgspec.field(name="ResCodeDesc", default=None)


class _Day(msgspec.Struct):
    transactions: list[_Transaction] = msgspec.field(name="DateTransactions")


class _Listing(msgspec.Struct):
    success: bool = msgspec.field(name="Success")
    total_count: int = msgspec.field(name="TotalCountAllTransaction")
    message: str | None = msgspec.field(name="Message", default=None)
    days: list[_Day] | None = msgspec.field(name="Transactions", default=None)


def read_transactions(
    account: MoamalatAccount, charge: Charge, status: int, body: bytes
) -> Paid | Declined | Unknown:
    if status == HTTPStatus.UNAUTHORIZED:
        # We could not ask, which says nothing about the money: never a Declined.
        return Unknown("Moamalat refused our hash: check merchant id, terminal id and key")
    if status != HTTPStatus.OK:
        return Unknown(f"Moamalat answered HTTP {status}")
    try:
        listing = msgspec.json.decode(body, type=_Listing)
    except (ValueError, RecursionError):  # msgspec's own errors, bad UTF-8, endless nesting
        return Unknown("Moamalat's answer is malformed")
    return _judge_listing(account, charge, listing)


def _judge_listing(
    account: MoamalatAccount, charge: Charge, listing: _Listing
) -> Paid | Declined | Unknown:
    rows = [row for day in listing.days or [] for row in day.transactions]
    says_not_found = (listing.message or "").strip().rstrip(".").lower() == _NOT_FOUND_MESSAGE
    if not rows and listing.total_count == 0 and (listing.success or says_not_found):
        return Declined(DeclineReason.NOTHING_FOUND, "Moamalat knows no such transaction")
    if not listing.success:
        return Unknown(f"Moamalat could not say: {readable(listing.message or 'no message')}")
    if len(rows) < listing.total_count:
        return Unknown("Moamalat listed only a part of the transactions")
    ours = [row for row in rows if row.merchant_reference == charge.reference]
    if len(ours) < len(rows) or not ours:
        return Unknown("Moamalat listed transactions of other references")
    return _judge_transactions(account, charge, ours)


def _judge_transactions(
    account: MoamalatAccount, charge: Charge, rows: Sequence[_Transaction]
) -> Paid | Declined | Unknown:
    unclear = [row for row in rows if row.status not in ("Approved", "Declined")]
    if unclear:
        return Unknown(f"a transaction has the status {readable(unclear[0].status)!r}")
    approved = [row for row in rows if row.status == "Approved"]
    if not approved:
        return _declined(account, rows)
    sales = [row for row in approved if row.kind == "Sale"]
    returns = [row for row in approved if _takes_money_back(account, row)]
    if len(sales) + len(returns) < len(approved):
        return Unknown("an approved transaction is neither a sale nor a void or refund")
    return _judge_sums(charge, sales, returns)


def _declined(account: MoamalatAccount, rows: Sequence[_Transaction]) -> Declined:
    """In which order they are listed is unknown, so all of them are quoted."""
    texts = list(dict.fromkeys(row.result_text or "declined" for row in rows))
    said = "; ".join(texts).casefold()
    known = (why for phrase, why in account.decline_phrases if phrase in said)
    quoted = "; ".join(dict.fromkeys(readable(text) for text in texts))
    return Declined(next(known, DeclineReason.DECLINED), quoted)


def _takes_money_back(account: MoamalatAccount, row: _Transaction) -> bool:
    return bare_word(row.kind) in account.words_that_take_money_back


def _judge_sums(
    charge: Charge, sales: Sequence[_Transaction], returns: Sequence[_Transaction]
) -> Paid | Declined | Unknown:
    if any(row.currency != CURRENCY for row in (*sales, *returns)):
        return Unknown("an approved transaction is in another currency")
    # Whether a refund is listed with a minus is unknown: summed up wrongly, it would add.
    if not all(row.amount_minor.is_finite() and row.amount_minor > 0 for row in (*sales, *returns)):
        return Unknown("an approved transaction has no usable amount")
    if any(row.amount_minor != charge.amount_minor for row in sales):
        return Unknown("an approved sale has another amount than the charge")
    kept_minor = sum(row.amount_minor for row in sales) - sum(row.amount_minor for row in returns)
    if kept_minor == 0:
        return Declined(DeclineReason.DECLINED, "the sale was voided or refunded")
    if kept_minor < charge.amount_minor:
        return Unknown("a part of the sale was refunded")
    return _paid(charge, sales, times=int(kept_minor // charge.amount_minor))


def _paid(charge: Charge, sales: Sequence[_Transaction], times: int) -> Paid:
    """A customer who paid twice with one reference has paid: the order must go out.

    Every network reference is kept, so that whoever looks at the payment finds the second one
    to give back. In which order they are listed is unknown, so they are sorted: the same payments
    have the same text.
    """
    return Paid(
        provider_reference=",".join(sorted(row.network_reference for row in sales)),
        amount_minor=charge.amount_minor,
        masked_payer=masked_card(sales[0].card_number or ""),
        times=times,
    )
