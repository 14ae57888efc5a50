"""The table of test values, and which operations of each provider can be made to fail."""

from dataclasses import dataclass
from enum import StrEnum

BIRTH_YEAR = 1990


class Row(StrEnum):
    APPROVED = "approved"
    BALANCE_TOO_LOW = "declined, balance too low"
    REFUSED_AT_ONCE = "not registered or declined at once"
    CHARGED_ANSWER_LOST = "charged, but the answer is lost"
    NOT_CHARGED_ANSWER_LOST = "not charged, and the answer is lost"
    CHARGED_LATE = "charged late"
    DOWN = "provider down"


@dataclass(frozen=True)
class Values:
    """`payers`: a phone or a card for each row the provider has."""

    payers: dict[Row, str]
    right_code: str
    wrong_code: str
    expired_code: str
    # The call that asks for a code, the one that charges, the one that only asks.
    begins_by: str | None
    charges_by: str | None
    inquires_by: str | None


VALUES = {
    "moamalat": Values(
        payers={
            Row.APPROVED: "6394993077260781",
            Row.BALANCE_TOO_LOW: "6395043835180860",
            Row.REFUSED_AT_ONCE: "6395043165725698",
            Row.CHARGED_ANSWER_LOST: "6395043170446256",
            Row.CHARGED_LATE: "6395043000000034",
        },
        right_code="111111",
        wrong_code="123456",
        expired_code="000000",
        begins_by=None,
        charges_by=None,
        inquires_by="FilterTransactions",
    ),
    "sadad": Values(
        payers={row: f"091000000{place}" for place, row in enumerate(Row, start=1)},
        right_code="111111",
        wrong_code="123456",
        expired_code="000000",
        begins_by="Validate",
        charges_by="Pay",
        inquires_by="enquiry",
    ),
    "edfali": Values(
        payers={
            row: f"092000000{place}"
            for place, row in enumerate(Row, start=1)
            if row is not Row.CHARGED_LATE
        },
        right_code="1111",
        wrong_code="1234",
        expired_code="0000",
        begins_by="DoPTrans",
        charges_by="OnlineConfTrans",
        inquires_by=None,
    ),
}

ALL = list(VALUES)
WALLETS = [name for name, values in VALUES.items() if values.charges_by]
INQUIRING = [name for name, values in VALUES.items() if values.inquires_by]


def having(row: Row) -> list[str]:
    return [name for name, values in VALUES.items() if row in values.payers]
