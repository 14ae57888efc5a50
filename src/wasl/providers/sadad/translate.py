"""Between our charges and the bodies of Sadad's four calls. No I/O."""

from typing import Final

import msgspec

from wasl.domain.money import MINOR_UNITS_PER_DINAR
from wasl.provider_interface import Charge, Payer
from wasl.providers.phone_spelling import national
from wasl.providers.sadad.account import MsisdnFormat, SadadAccount
from wasl.providers.sadad.transaction_id import transaction_id_of

AMOUNT_STEP_MINOR: Final = 10


def headers(account: SadadAccount) -> dict[str, str]:
    return {
        "Authorization": f"Bearer {account.token}",
        "Content-Type": "application/json",
        "Accept": "application/json",
    }


def call_url(account: SadadAccount, call: str) -> str:
    return f"{account.url.rstrip('/')}/api/{call}"


def validate_request(account: SadadAccount, charge: Charge, payer: Payer) -> bytes:
    if payer.birth_year is None:
        raise ValueError("Sadad needs the customer's birth year")
    year = payer.birth_year
    return msgspec.json.encode(
        {
            "Msisdn": msisdn(payer.phone, account.msisdn_format),
            "BirthYear": str(year) if account.birth_year_as_text else year,
            "InvoiceNo": charge.reference,
            "Amount": amount_in_dinars(charge.amount_minor),
            "Category": account.category,
        }
    )


def pay_request(provider_reference: str, code: str) -> bytes:
    return msgspec.json.encode(
        {"TransactionId": transaction_id_of(provider_reference), "OTP": code}
    )


def resend_request(provider_reference: str) -> bytes:
    return msgspec.json.encode({"TransactionId": transaction_id_of(provider_reference)})


def enquiry_request(charge: Charge) -> bytes:
    return msgspec.json.encode({"InvoiceNo": charge.reference})


def is_of_this_network(account: SadadAccount, phone: str) -> bool:
    return not account.phone_prefixes or phone.startswith(account.phone_prefixes)


def msisdn(phone: str, spelling: MsisdnFormat) -> str:
    number = national(phone)
    return f"0{number}" if spelling is MsisdnFormat.LOCAL else number


def amount_in_dinars(amount_minor: int) -> float:
    """A float of two decimals is written as exactly those."""
    if amount_minor % AMOUNT_STEP_MINOR:
        raise ValueError(f"Sadad cannot charge {amount_minor}: it takes two decimals")
    return amount_minor / MINOR_UNITS_PER_DINAR


def may_be_a_code(account: SadadAccount, code: str) -> bool:
    return len(code) == account.code_digits and code.isascii() and code.isdigit()
