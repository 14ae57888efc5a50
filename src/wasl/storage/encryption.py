"""Secrets that must be read again are kept encrypted; the first key writes, all keys read."""

import base64
import hashlib
from collections.abc import Sequence

from cryptography.fernet import Fernet, MultiFernet


class SecretBox:
    def __init__(self, secret_keys: Sequence[str]) -> None:
        self._fernet = MultiFernet([Fernet(_fernet_key(key)) for key in secret_keys])

    def encrypt(self, secret: str) -> bytes:
        return self._fernet.encrypt(secret.encode())

    def decrypt(self, encrypted: bytes) -> str:
        return self._fernet.decrypt(encrypted).decode()


def _fernet_key(secret_key: str) -> bytes:
    return base64.urlsafe_b64encode(hashlib.sha256(b"wasl.storage:" + secret_key.encode()).digest())
