"""The published vector, and that each string is signed as documented."""

from tests.sandbox.moamalat_client import sign
from wasl_sandbox import SandboxSettings
from wasl_sandbox.moamalat.secure_hash import (
    api_hash,
    is_same_hash,
    lightbox_hash,
    notification_hash,
)

KEY = "39636630633731362D663963322D346362642D386531662D633963303432353936373431"
PUBLISHED = "ece57701f40c0ef7b482e476b37118568c76d5d054243d244d5533c05e6c9ae3"


def test_the_published_vector_of_the_lightbox() -> None:
    made = lightbox_hash(
        KEY,
        amount="100000",
        date_time="202208280609",
        merchant_id="10081014649",
        merchant_reference="1",
        terminal_id="99179395",
    )
    assert made == PUBLISHED.upper()
    assert is_same_hash(PUBLISHED, made)
    assert not is_same_hash(PUBLISHED[:-1] + "4", made)


def test_the_sandbox_uses_the_published_test_data() -> None:
    settings = SandboxSettings()
    assert settings.moamalat_key_hex == KEY
    assert settings.moamalat_merchant_id == "10081014649"
    assert settings.moamalat_terminal_id == "99179395"
    assert settings.moamalat_notification_key_hex != KEY


def test_api_calls_sign_time_merchant_and_terminal() -> None:
    made = api_hash(KEY, date_time="20260101", merchant_id="1", terminal_id="2")
    assert is_same_hash(made, sign("DateTimeLocalTrxn=20260101&MerchantId=1&TerminalId=2", KEY))


def test_notifications_sign_amount_and_currency_too() -> None:
    made = notification_hash(
        KEY, amount="5", date_time="20260101", merchant_id="1", terminal_id="2"
    )
    signed = "Amount=5&Currency=434&DateTimeLocalTrxn=20260101&MerchantId=1&TerminalId=2"
    assert is_same_hash(made, sign(signed, KEY))
