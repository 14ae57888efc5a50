"""Counts the work that is done on passwords."""

from collections.abc import Iterator
from contextlib import contextmanager

import argon2
import pytest


class Work:
    def __init__(self) -> None:
        self.hashed = 0
        # The parameters of every hash that something was compared with.
        self.verified: list[argon2.Parameters] = []


@contextmanager
def counted_hashing() -> Iterator[Work]:
    work = Work()
    real_verify, real_hash = argon2.PasswordHasher.verify, argon2.PasswordHasher.hash

    def verify(self: argon2.PasswordHasher, hashed: str, password: bytes) -> bool:
        work.verified.append(argon2.extract_parameters(hashed))
        return real_verify(self, hashed, password)

    def hash_(self: argon2.PasswordHasher, password: bytes) -> str:
        work.hashed += 1
        return real_hash(self, password)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(argon2.PasswordHasher, "verify", verify)
        patch.setattr(argon2.PasswordHasher, "hash", hash_)
        yield work
