"""Against vectors that another program computed; the SDK is tested with the same ones."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from wasl.domain.webhook_signature import signature

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "webhook_signatures.json").read_text("utf-8")
)["vectors"]
_BLOCK = 64


def hmac_sha256_by_hand(key: bytes, message: bytes) -> str:
    """RFC 2104, written out."""
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    key = key.ljust(_BLOCK, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).hexdigest()


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_the_signature_is_that_of_the_vector(vector: dict[str, Any]) -> None:
    body = bytes.fromhex(vector["body_hex"])
    assert signature(vector["secret"], body) == vector["signature"]
    assert hmac_sha256_by_hand(vector["secret"].encode(), body) == vector["signature"]


def test_no_two_vectors_share_a_signature() -> None:
    assert len({vector["signature"] for vector in VECTORS}) == len(VECTORS) == 10
