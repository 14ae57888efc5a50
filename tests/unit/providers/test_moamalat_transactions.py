"""What a list of transactions says about a charge."""

import pytest

from tests.unit.providers.moamalat_values import declined, listing, read, row
from wasl.domain.attempt import DeclineReason
from wasl.provider_interface import Declined, Paid, Unknown

PAID = Paid(provider_reference="224601434990", amount_minor=25_500, masked_payer="•••• 0781")


def test_an_approved_sale_with_our_reference_amount_and_currency_is_paid() -> None:
    assert read(listing(row())) == PAID


@pytest.mark.parametrize("amount", ["25500", "25500.000", 25500, 25500.0])
def test_the_amount_may_be_text_or_a_number(amount: object) -> None:
    assert read(listing(row(AmountTrxn=amount))) == PAID


def test_the_sale_may_be_on_any_day_of_the_list() -> None:
    days = [
        {"Date": "09/03/2026", "DateTransactions": [declined()]},
        {"Date": "10/03/2026", "DateTransactions": [row()]},
    ]
    assert read(listing(Transactions=days, TotalCountAllTransaction=2)) == PAID


def test_declined_tries_before_the_sale_do_not_matter() -> None:
    assert read(listing(declined(), row(), declined())) == PAID


@pytest.mark.parametrize("number", [None, "", "XXXX", "639499"])
def test_a_payer_is_shown_by_four_last_digits_or_not_at_all(number: str | None) -> None:
    paid = read(listing(row(CardNo=number)))
    assert isinstance(paid, Paid)
    assert paid.masked_payer in (None, "•••• 9499")


@pytest.mark.parametrize("amount", ["26500", "25501", "25.500", "0", "-25500", 25500.5, "NaN"])
def test_another_amount_is_never_paid(amount: object) -> None:
    assert isinstance(read(listing(row(AmountTrxn=amount))), Unknown)


def test_an_amount_that_fits_does_not_excuse_one_that_does_not() -> None:
    assert isinstance(read(listing(row(), row(AmountTrxn="1000"))), Unknown)


@pytest.mark.parametrize("currency", ["USD", "lyd", "434", ""])
def test_another_currency_is_never_paid(currency: str) -> None:
    assert isinstance(read(listing(row(Currency=currency))), Unknown)


def test_a_sale_of_another_reference_is_never_paid() -> None:
    assert isinstance(read(listing(row(MerchantReference="another"))), Unknown)
    assert isinstance(read(listing(row(), row(MerchantReference="another"))), Unknown)


@pytest.mark.parametrize("word", ["Void", "VOID", "Void Sale", "void-sale", "VoidSale", "Refund"])
def test_a_sale_that_was_taken_back_is_declined(word: str) -> None:
    answer = read(listing(row(), row(TransType=word, RRN="224601434991")))
    assert answer == Declined(DeclineReason.DECLINED, "the sale was voided or refunded")


def test_a_refused_void_takes_nothing_back() -> None:
    assert read(listing(row(), row(TransType="Void", Status="Declined"))) == PAID


@pytest.mark.parametrize("amount", ["-25500", "-0", "0", "NaN", "sNaN", "Infinity", "-Infinity"])
def test_a_void_without_a_usable_amount_needs_a_person(amount: str) -> None:
    """Summed up with a minus before it, it would hide that the money is gone."""
    answer = read(listing(row(), row(TransType="Void", AmountTrxn=amount)))
    assert answer == Unknown("an approved transaction has no usable amount")


def test_a_sale_that_was_refunded_in_part_needs_a_person() -> None:
    answer = read(listing(row(), row(TransType="Refund", AmountTrxn="500")))
    assert answer == Unknown("a part of the sale was refunded")


@pytest.mark.parametrize("word", ["Void Refund", "Reversal", "PreAuth", "sale", ""])
def test_an_approved_transaction_of_an_unknown_kind_needs_a_person(word: str) -> None:
    assert isinstance(read(listing(row(), row(TransType=word))), Unknown)
    assert isinstance(read(listing(row(TransType=word))), Unknown)


def test_two_sales_are_paid_twice_and_both_are_named_in_whatever_order_they_come() -> None:
    sales = [row(), row(RRN="224601434991")]
    for answer in (read(listing(*sales)), read(listing(*reversed(sales)))):
        assert answer == Paid("224601434990,224601434991", 25_500, "•••• 0781", times=2)


def test_two_sales_and_a_void_of_one_are_paid() -> None:
    rows = [row(), row(RRN="224601434991"), row(TransType="Void", RRN="224601434992")]
    answer = read(listing(*rows))
    assert isinstance(answer, Paid)
    assert answer.times == 1


def test_only_declined_transactions_are_declined() -> None:
    answer = read(listing(declined("Do not honor"), declined("Do not honor")))
    assert answer == Declined(DeclineReason.DECLINED, "Do not honor")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Insufficient funds", DeclineReason.INSUFFICIENT_BALANCE),
        ("Not sufficient funds", DeclineReason.INSUFFICIENT_BALANCE),
        ("Exceeds withdrawal limit", DeclineReason.LIMIT_EXCEEDED),
    ],
)
def test_a_reason_is_known_by_its_words(text: str, reason: DeclineReason) -> None:
    answer = read(listing(declined("Do not honor"), declined(text)))
    assert answer == Declined(reason, f"Do not honor; {text}")


@pytest.mark.parametrize("status", ["Pending", "approved", "APPROVED", "Reversed", ""])
def test_a_transaction_in_any_other_state_is_unknown(status: str) -> None:
    assert isinstance(read(listing(row(Status=status))), Unknown)
    assert isinstance(read(listing(row(), row(Status=status))), Unknown)


@pytest.mark.parametrize("transactions", [[], None])
@pytest.mark.parametrize("message", ["Transaction not found", None])
def test_an_empty_list_means_that_nothing_was_found(
    transactions: object, message: str | None
) -> None:
    answer = read(listing(Transactions=transactions, Message=message))
    assert isinstance(answer, Declined)
    assert answer.reason == DeclineReason.NOTHING_FOUND


def test_nothing_found_may_be_said_without_success() -> None:
    answer = read(listing(Success=False, Message="Transaction not found."))
    assert isinstance(answer, Declined)
    assert answer.reason == DeclineReason.NOTHING_FOUND
