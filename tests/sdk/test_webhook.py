"""Signatures, against the vectors that the service is tested with."""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from wasl_sdk import (
    BodyNotBytes,
    MalformedEvent,
    MalformedSignature,
    SignatureMismatch,
    WaslError,
    WebhookEvent,
    verify_signature,
    verify_webhook,
)

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "webhook_signatures.json").read_text("utf-8")
)["vectors"]
OLD, NEW = "whsec_old", "whsec_new"
ID, UUID = "01934f6e-8f2a-7c1d-9b3e-2f4a5b6c7d8e", "01934f6e-7a10-7b22-8c44-1a2b3c4d5e6f"
KIND = "payment_intent.succeeded"
BODY = json.dumps({"id": ID, "event": KIND, "data": {"uuid": UUID}}).encode()


def sign(body: bytes, secret: str = NEW) -> str:
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_the_vectors(vector: dict[str, Any]) -> None:
    body = bytes.fromhex(vector["body_hex"])
    verify_signature(body, vector["signature"], vector["secret"])
    with pytest.raises(SignatureMismatch):
        verify_signature(body + b" ", vector["signature"], vector["secret"])
    others = [other for other in VECTORS if other["signature"] != vector["signature"]]
    for other in others:
        with pytest.raises(SignatureMismatch):
            verify_signature(body, other["signature"], vector["secret"])


def test_a_signed_event_is_read() -> None:
    event = verify_webhook(BODY, sign(BODY), NEW)
    assert event == WebhookEvent(id=ID, event=KIND, payment_intent_uuid=UUID)


def test_fields_and_events_of_tomorrow_are_no_reason_to_fail() -> None:
    body = json.dumps(
        {"id": ID, "event": "payment_intent.sung", "data": {"uuid": UUID, "x": 1}, "y": []}
    ).encode()
    assert verify_webhook(body, sign(body), NEW).event == "payment_intent.sung"


@pytest.mark.parametrize("secrets", [[OLD, NEW], (NEW, OLD), iter([OLD, NEW])])
@pytest.mark.parametrize("signed_with", [OLD, NEW])
def test_the_old_and_the_new_secret_are_both_taken(secrets: Any, signed_with: str) -> None:
    if not isinstance(secrets, list | tuple):
        secrets = iter([OLD, NEW])
    verify_webhook(BODY, sign(BODY, signed_with), secrets)


def test_another_secret_is_refused() -> None:
    with pytest.raises(SignatureMismatch):
        verify_webhook(BODY, sign(BODY, "whsec_other"), [OLD, NEW])


@pytest.mark.parametrize(
    "header",
    [
        *(None, "", " ", "0" * 63, "0" * 65, "g" * 64, sign(BODY).upper(), sign(BODY) + "\n"),
        *(f"sha256={sign(BODY)}", "٠" * 64, 7),
    ],
)
def test_a_header_that_is_no_signature_is_told_apart(header: Any) -> None:
    with pytest.raises(MalformedSignature):
        verify_webhook(BODY, header, NEW)


@pytest.mark.parametrize("body", [BODY.decode(), json.loads(BODY), bytearray(BODY), None])
def test_only_the_bytes_as_they_came_are_taken(body: Any) -> None:
    with pytest.raises(BodyNotBytes, match="bytes") as refused:
        verify_webhook(body, sign(BODY), NEW)
    assert isinstance(refused.value, TypeError)
    assert isinstance(refused.value, WaslError)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b"[]",
        b"null",
        b"{}",
        b"[" * 60_000,
        json.dumps({"id": 7, "event": KIND, "data": {"uuid": UUID}}).encode(),
        json.dumps({"id": ID, "event": KIND, "data": UUID}).encode(),
        json.dumps({"id": ID, "event": KIND, "data": {"uuid": "../.."}}).encode(),
    ],
    ids=lambda body: str(body[:30]),
)
def test_a_signed_body_that_is_no_event_is_told_apart(body: bytes) -> None:
    with pytest.raises(MalformedEvent):
        verify_webhook(body, sign(body), NEW)


@pytest.mark.parametrize("secrets", ["", [], [NEW, ""], f" {NEW}", [f"{NEW}\n"]])
def test_a_secret_that_anybody_could_guess_is_a_mistake_of_the_caller(secrets: Any) -> None:
    with pytest.raises(ValueError, match="secret") as refused:
        verify_webhook(BODY, sign(BODY, ""), secrets)
    assert NEW not in str(refused.value)
