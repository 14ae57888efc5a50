"""The test values: what happens is decided by the phone or card number, and by the code."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final


class Outcome(Enum):
    APPROVED = "approved"
    BALANCE_TOO_LOW = "declined, balance too low"
    REFUSED_AT_ONCE = "not registered / declined at once"
    CHARGED_ANSWER_LOST = "charged, but the answer is lost"
    NOT_CHARGED_ANSWER_LOST = "not charged, and the answer is lost"
    CHARGED_LATE = "charged late"
    DOWN = "provider down"


@dataclass(frozen=True)
class TableRow:
    """One row of the table. None: there is no such value for this provider."""

    outcome: Outcome
    sadad_phone: str | None
    edfali_phone: str | None
    card: str | None


TEST_VALUES: Final = (
    TableRow(Outcome.APPROVED, "0910000001", "0920000001", "6394993077260781"),
    TableRow(Outcome.BALANCE_TOO_LOW, "0910000002", "0920000002", "6395043835180860"),
    TableRow(Outcome.REFUSED_AT_ONCE, "0910000003", "0920000003", "6395043165725698"),
    TableRow(Outcome.CHARGED_ANSWER_LOST, "0910000004", "0920000004", "6395043170446256"),
    TableRow(Outcome.NOT_CHARGED_ANSWER_LOST, "0910000005", "0920000005", None),
    TableRow(Outcome.CHARGED_LATE, "0910000006", None, "6395043000000034"),
    TableRow(Outcome.DOWN, "0910000007", "0920000007", None),
)

# Numbers that begin so are approved as well: enough payers for tests that need many.
APPROVED_SADAD_PREFIX: Final = "0911"
APPROVED_EDFALI_PREFIX: Final = "0921"

BIRTH_YEAR: Final = "1990"
SADAD_CODE_DIGITS: Final = 6
EDFALI_CODE_DIGITS: Final = 4
CARD_CODE_DIGITS: Final = 6

_BY_SADAD_PHONE: Final = {row.sadad_phone: row.outcome for row in TEST_VALUES}
_BY_EDFALI_PHONE: Final = {row.edfali_phone: row.outcome for row in TEST_VALUES}
_BY_CARD: Final = {row.card: row.outcome for row in TEST_VALUES}


def sadad_outcome(phone: str) -> Outcome:
    if phone.startswith(APPROVED_SADAD_PREFIX):
        return Outcome.APPROVED
    return _BY_SADAD_PHONE.get(phone, Outcome.REFUSED_AT_ONCE)


def edfali_outcome(phone: str) -> Outcome:
    if phone.startswith(APPROVED_EDFALI_PREFIX):
        return Outcome.APPROVED
    return _BY_EDFALI_PHONE.get(phone, Outcome.REFUSED_AT_ONCE)


def card_outcome(card: str) -> Outcome:
    return _BY_CARD.get(card, Outcome.REFUSED_AT_ONCE)


class CodeVerdict(Enum):
    RIGHT = auto()
    WRONG = auto()
    EXPIRED = auto()


def right_code(digits: int) -> str:
    return "1" * digits


def expired_code(digits: int) -> str:
    return "0" * digits


def judge_code(code: str, digits: int) -> CodeVerdict:
    if code == right_code(digits):
        return CodeVerdict.RIGHT
    if code == expired_code(digits):
        return CodeVerdict.EXPIRED
    return CodeVerdict.WRONG


def is_over(began_at: datetime, lifetime_s: float, now: datetime) -> bool:
    return now > began_at + timedelta(seconds=lifetime_s)
