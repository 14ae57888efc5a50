from dataclasses import replace
from typing import Any

import pytest

from tests.unit.providers.moamalat_values import ACCOUNT, KEY, without_notification_key
from wasl.provider_interface import ForgedNotification
from wasl.providers.moamalat.translate import notified_reference

PUBLISHED_NOTIFICATION: dict[str, Any] = {
    "MerchantId": "10004188779",
    "TerminalId": "49077229",
    "DateTimeLocalTrxn": "20220903014410",
    "SecureHash": "5C919EA5A619D33101AA761B8DFB332C8993C867CB8E5E567770185B71ED72E6",
    "TxnType": 1,
    "Message": "Approved",
    "SystemReference": "1233317",
    "NetworkReference": "224601434990",
    "MerchantReference": "475217323",
    "Amount": "1000",
    "Currency": "434",
    "PayerAccount": "639499XXXXXX2740",
    "ActionCode": "00",
    "Status": "Success",
}
NOTIFIED = replace(ACCOUNT, merchant_id="10004188779", terminal_id="49077229")


def test_the_published_notification_is_believed() -> None:
    assert notified_reference(NOTIFIED, PUBLISHED_NOTIFICATION) == "475217323"


def test_a_hash_may_be_in_small_letters_and_numbers_may_be_numbers() -> None:
    fields = PUBLISHED_NOTIFICATION | {
        "SecureHash": PUBLISHED_NOTIFICATION["SecureHash"].lower(),
        "Amount": 1000,
        "Currency": 434,
        "MerchantReference": 475217323,
    }
    assert notified_reference(NOTIFIED, fields) == "475217323"


@pytest.mark.parametrize("name", ["TxnType", "ActionCode", "Message", "Status"])
def test_what_happened_is_not_read_from_a_notification(name: str) -> None:
    fields = PUBLISHED_NOTIFICATION | {name: "anything"}
    assert notified_reference(NOTIFIED, fields) == "475217323"


SIGNED = ["MerchantId", "TerminalId", "DateTimeLocalTrxn", "Amount", "Currency"]


@pytest.mark.parametrize("name", [*SIGNED, "SecureHash"])
@pytest.mark.parametrize("value", ["1", "", None, 1, 1.5, True, [], {}, "é"])
def test_a_notification_with_a_changed_field_is_forged(name: str, value: object) -> None:
    with pytest.raises(ForgedNotification):
        notified_reference(NOTIFIED, PUBLISHED_NOTIFICATION | {name: value})


@pytest.mark.parametrize("name", [*SIGNED, "SecureHash", "MerchantReference"])
def test_a_notification_that_lacks_a_field_is_forged(name: str) -> None:
    fields = {k: v for k, v in PUBLISHED_NOTIFICATION.items() if k != name}
    with pytest.raises(ForgedNotification):
        notified_reference(NOTIFIED, fields)


def test_a_notification_signed_with_another_key_is_forged() -> None:
    with pytest.raises(ForgedNotification):
        notified_reference(replace(NOTIFIED, notification_key=KEY), PUBLISHED_NOTIFICATION)


def test_a_notification_signed_for_another_terminal_is_forged() -> None:
    with pytest.raises(ForgedNotification):
        notified_reference(ACCOUNT, PUBLISHED_NOTIFICATION)


def test_without_a_notification_key_every_notification_is_forged() -> None:
    with pytest.raises(ForgedNotification):
        notified_reference(without_notification_key(), PUBLISHED_NOTIFICATION)
