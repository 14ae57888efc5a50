"""The script, the frame and the calls of the card form."""

import httpx
import pytest

from tests.sandbox.moamalat_client import (
    APPROVED,
    BROWSER_TOLD_NOTHING,
    DECLINED_AT_ONCE,
    configure,
    transactions,
)
from tests.sandbox.running import charges


def test_the_script_defines_the_lightbox(sandbox: httpx.Client) -> None:
    script = sandbox.get("/js/lightbox.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "window.Lightbox = { Checkout: { configure: {}, showLightbox } };" in script.text


def test_a_signed_purchase_gets_the_form(sandbox: httpx.Client) -> None:
    page = sandbox.get("/lightbox", params=configure())
    assert page.headers["content-type"].startswith("text/html")
    assert "x-frame-options" not in page.headers
    for field in ("card", "expiry", "code"):
        assert f'<input id="{field}"' in page.text


def test_the_form_needs_nothing_from_elsewhere(sandbox: httpx.Client) -> None:
    page = sandbox.get("/lightbox", params=configure())
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "http" not in page.text
    for file in ("/lightbox/card_form.js", "/lightbox/card_form.css"):
        assert file in page.text
        assert sandbox.get(file).status_code == 200


@pytest.mark.parametrize(
    "change",
    [
        {"AmountTrxn": "1"},
        {"MerchantReference": "order-2"},
        {"TrxDateTime": "202601010001"},
        {"MID": "1"},
        {"TID": "1"},
        {"SecureHash": "0" * 64},
        {"SecureHash": ""},
    ],
)
def test_a_purchase_that_is_not_signed_gets_an_error(
    sandbox: httpx.Client, change: dict[str, str]
) -> None:
    page = sandbox.get("/lightbox", params=configure(**change))
    assert 'data-error="CUBEEX5212216:Authentication Failed"' in page.text
    assert "<input" not in page.text
    refused = sandbox.post(
        "/lightbox/code", json={**configure(**change), "card": APPROVED, "code": "111111"}
    )
    assert refused.status_code == 422
    assert charges(sandbox) == []


def test_the_form_pays_in_two_steps(sandbox: httpx.Client) -> None:
    card = {**configure(), "card": APPROVED, "expiry": "10/23"}
    entered = sandbox.post("/lightbox/card", json=card).json()
    assert entered == {"outcome": "code_sent", "data": None}
    assert charges(sandbox) == []
    code = {**configure(), "card": APPROVED, "code": "111111"}
    paid = sandbox.post("/lightbox/code", json=code).json()
    assert paid["outcome"] == "approved"
    assert paid["data"].keys() == {
        *("TxnDate", "SystemReference", "NetworkReference", "MerchantReference", "Amount"),
        *("Currency", "PaidThrough", "PayerAccount", "PayerName", "SecureHash"),
    }
    assert paid["data"]["MerchantReference"] == "order-1"
    assert (paid["data"]["Amount"], paid["data"]["Currency"]) == ("25001", "434")
    (charge,) = charges(sandbox, "order-1")
    assert charge["amount_minor"] == 25_001


def test_a_card_that_is_declined_at_once_gets_no_code(sandbox: httpx.Client) -> None:
    card = {**configure(), "card": DECLINED_AT_ONCE, "expiry": "01/27"}
    assert sandbox.post("/lightbox/card", json=card).json()["outcome"] == "declined"
    assert [t["Status"] for t in transactions(sandbox)] == ["Declined"]


def test_the_frame_is_not_told_of_a_silent_charge(sandbox: httpx.Client) -> None:
    code = {**configure(), "card": BROWSER_TOLD_NOTHING, "code": "111111"}
    told = sandbox.post("/lightbox/code", json=code).json()
    assert told == {"outcome": "nothing", "data": None}
    assert len(charges(sandbox, "order-1")) == 1
