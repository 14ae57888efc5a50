"""Bytes that no JSON reader gets through are malformed like any others."""

from datetime import UTC, datetime

import pytest

from wasl.provider_interface import Charge, Unknown
from wasl.providers.moamalat.account import MoamalatAccount
from wasl.providers.moamalat.transactions import read_transactions
from wasl.providers.sadad.account import SadadAccount
from wasl.providers.sadad.answers import read_enquiry, read_pay

CHARGE = Charge("order-1", 25_000, datetime(2026, 5, 1, tzinfo=UTC))
SADAD = SadadAccount(url="http://sadad.example", token="token")
MOAMALAT = MoamalatAccount(
    api_url="http://moamalat.example",
    lightbox_url="http://moamalat.example/js/lightbox.js",
    merchant_id="1",
    terminal_id="2",
    merchant_key="00",
)


@pytest.mark.parametrize(
    "value", [b'"\xff"', b"[" * 100_000, b'{"a":' * 100_000], ids=["encoding", "lists", "objects"]
)
def test_an_answer_nobody_can_read_is_unknown(value: bytes) -> None:
    sadad = b'{"statusCode": 0, "message": "Success", "result": ' + value + b"}"
    assert isinstance(read_pay(SADAD, CHARGE, "1", 200, sadad), Unknown)
    assert isinstance(read_enquiry(SADAD, CHARGE, 200, sadad), Unknown)
    moamalat = b'{"Success": true, "TotalCountAllTransaction": 0, "Message": ' + value + b"}"
    assert isinstance(read_transactions(MOAMALAT, CHARGE, 200, moamalat), Unknown)
