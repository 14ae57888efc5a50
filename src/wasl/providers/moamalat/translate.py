"""Between our charges and Moamalat's Lightbox, FilterTransactions and notifications. No I/O."""

from collections.abc import Mapping
from typing import Final

import msgspec

from wasl.provider_interface import Charge, ForgedNotification, OpenLightbox
from wasl.providers.moamalat.account import MoamalatAccount
from wasl.providers.moamalat.signing import (
    api_hash,
    hashes_match,
    lightbox_hash,
    notification_hash,
)
from wasl.providers.moamalat.unique_time import local_time

# A reference of ours has one sale, seldom a few declined ones. More than this is an answer to
# some other question.
PAGE_LENGTH: Final = 100


def open_lightbox(account: MoamalatAccount, charge: Charge) -> OpenLightbox:
    amount = str(charge.amount_minor)
    time = local_time(account, charge.created_at, account.lightbox_time_format)
    return OpenLightbox(
        script_url=account.lightbox_url,
        configure={
            "MID": account.merchant_id,
            "TID": account.terminal_id,
            "AmountTrxn": amount,
            "MerchantReference": charge.reference,
            "TrxDateTime": time,
            "SecureHash": lightbox_hash(
                account.merchant_key,
                account.merchant_id,
                account.terminal_id,
                charge.reference,
                amount,
                time,
            ),
        },
    )


def filter_url(account: MoamalatAccount) -> str:
    return account.api_url.rstrip("/") + "/Cube/PayLink.svc/api/FilterTransactions"


def filter_request(account: MoamalatAccount, charge: Charge, unique_time: str) -> bytes:
    return msgspec.json.encode(
        {
            "MerchantReference": charge.reference,
            "TerminalId": account.terminal_id,
            "MerchantId": account.merchant_id,
            "DisplayLength": str(PAGE_LENGTH),
            "DisplayStart": "0",
            "DateTimeLocalTrxn": unique_time,
            "SecureHash": api_hash(
                account.merchant_key, account.merchant_id, account.terminal_id, unique_time
            ),
        }
    )


def notified_reference(account: MoamalatAccount, fields: Mapping[str, object]) -> str:
    """The hash covers neither MerchantReference nor ActionCode: what it says is only a hint."""
    if account.notification_key is None:
        raise ForgedNotification("this account has no notification key")
    merchant_id, terminal_id = _text(fields, "MerchantId"), _text(fields, "TerminalId")
    expected = notification_hash(
        account.notification_key,
        merchant_id=merchant_id,
        terminal_id=terminal_id,
        amount=_text(fields, "Amount"),
        currency=_text(fields, "Currency"),
        time=_text(fields, "DateTimeLocalTrxn"),
    )
    if not hashes_match(expected, _text(fields, "SecureHash")):
        raise ForgedNotification("the hash does not match")
    if (merchant_id, terminal_id) != (account.merchant_id, account.terminal_id):
        raise ForgedNotification("signed for another terminal")
    return _text(fields, "MerchantReference")


def _text(fields: Mapping[str, object], name: str) -> str:
    """Fields arrive as JSON text or numbers, or from a form as text."""
    value = fields.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value:
        raise ForgedNotification(f"{name} is missing")
    return value
