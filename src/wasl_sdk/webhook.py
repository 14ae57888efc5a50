"""Is it from Wasl, and what does it say."""

import hmac
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from wasl_sdk.errors import (
    BodyNotBytes,
    MalformedEvent,
    MalformedSignature,
    SignatureMismatch,
)

SIGNATURE_HEADER: Final = "Service-Signature"

_SIGNATURE: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """`id` stays the same on every retry and resend. `event` is `payment_intent.succeeded` or
    `payment_intent.canceled`; what counts is the intent, retrieved again."""

    id: str
    event: str
    payment_intent_uuid: str


def verify_webhook(
    raw_body: bytes, signature: str | None, secrets: str | Iterable[str]
) -> WebhookEvent:
    """The event, if one of the secrets signed these bytes; a `WebhookError` otherwise.

    `signature` is the header `Service-Signature`. While a secret is being replaced, give both.
    """
    verify_signature(raw_body, signature, secrets)
    try:
        body: Any = json.loads(raw_body)
        parts = (body["id"], body["event"], body["data"]["uuid"])
        id, event, uuid = (_text(part) for part in parts)  # noqa: A001 - their names on the wire
        return WebhookEvent(id, event, str(UUID(uuid)))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise MalformedEvent("The webhook is signed, but its body cannot be read.") from None


def verify_signature(raw_body: bytes, signature: str | None, secrets: str | Iterable[str]) -> None:
    """Only whether one of the secrets signed these bytes, whatever they say."""
    if not isinstance(raw_body, bytes):
        raise BodyNotBytes(
            "The signature covers the bytes of the body as they arrived. Give those, "
            f"not a {type(raw_body).__name__}: text or JSON written anew has other bytes."
        )
    keys = usable_secrets(secrets)
    if not isinstance(signature, str) or not _SIGNATURE.fullmatch(signature):
        raise MalformedSignature(f"{SIGNATURE_HEADER} is missing or is no signature.")
    # All are compared, in constant time each: how long it takes tells nothing.
    matches = [hmac.compare_digest(_sign(key, raw_body), signature) for key in keys]
    if not any(matches):
        raise SignatureMismatch("The webhook is not signed with any of the secrets.")


def usable_secrets(secrets: str | Iterable[str]) -> tuple[str, ...]:
    """With an empty secret anybody could sign, so there must be none."""
    keys = (secrets,) if isinstance(secrets, str) else tuple(secrets)
    if not keys or any(not key or key != key.strip() for key in keys):
        raise ValueError("A webhook secret is missing, empty, or has white space around it.")
    return keys


def _sign(secret: str, raw_body: bytes) -> str:
    return hmac.digest(secret.encode(), raw_body, "sha256").hex()


def _text(part: object) -> str:
    if not isinstance(part, str):
        raise TypeError
    return part
