"""The published values, whose hashes others computed."""

from wasl.providers.moamalat.signing import (
    api_hash,
    hashes_match,
    lightbox_hash,
    notification_hash,
    secure_hash,
)

KEY = "39636630633731362D663963322D346362642D386531662D633963303432353936373431"
LIGHTBOX_HASH = "ece57701f40c0ef7b482e476b37118568c76d5d054243d244d5533c05e6c9ae3"

NOTIFICATION_KEY = "39353638663431622D303136622D343235322D623330632D383361633838383965373965"
NOTIFICATION_HASH = "5C919EA5A619D33101AA761B8DFB332C8993C867CB8E5E567770185B71ED72E6"


def test_the_published_lightbox_hash_is_met() -> None:
    assert (
        lightbox_hash(
            KEY,
            merchant_id="10081014649",
            terminal_id="99179395",
            reference="1",
            amount="100000",
            time="202208280609",
        )
        == LIGHTBOX_HASH
    )


def test_the_published_notification_hash_is_met() -> None:
    hashed = notification_hash(
        NOTIFICATION_KEY,
        merchant_id="10004188779",
        terminal_id="49077229",
        amount="1000",
        currency="434",
        time="20220903014410",
    )
    assert hashes_match(hashed, NOTIFICATION_HASH)


def test_an_api_call_is_signed_over_time_merchant_and_terminal() -> None:
    expected = secure_hash(KEY, TerminalId="T", MerchantId="M", DateTimeLocalTrxn="2026")
    assert api_hash(KEY, merchant_id="M", terminal_id="T", time="2026") == expected


def test_fields_are_signed_in_the_order_of_their_names() -> None:
    assert secure_hash(KEY, B="2", A="1") == secure_hash(KEY, A="1", B="2")
    assert secure_hash(KEY, A="1", B="2") != secure_hash(KEY, A="2", B="1")


def test_case_does_not_matter_and_every_character_does() -> None:
    assert hashes_match(LIGHTBOX_HASH, LIGHTBOX_HASH.upper())
    assert not hashes_match(LIGHTBOX_HASH, LIGHTBOX_HASH[:-1])
    assert not hashes_match(LIGHTBOX_HASH, LIGHTBOX_HASH[:-1] + "4")
    assert not hashes_match(LIGHTBOX_HASH, "")
    assert not hashes_match(LIGHTBOX_HASH, "é" * 64)
