"""Passwords beside the loop: the same work for nobody, a few at a time."""

import asyncio
import threading
from collections.abc import Iterator

import argon2
import pytest

from wasl.domain.errors import ServiceUnavailable
from wasl.storage import password_hasher
from wasl.storage.password_hasher import AT_ONCE, NOBODYS_HASH, PasswordHasher


@pytest.fixture
def hasher() -> Iterator[PasswordHasher]:
    made = PasswordHasher()
    yield made
    made.close()


def test_a_password_is_recognised_by_its_argon2id_hash(hasher: PasswordHasher) -> None:
    async def both() -> tuple[str, str]:
        return await hasher.hash("a camel"), await hasher.hash("a camel")

    first, second = asyncio.run(both())
    assert first.startswith("$argon2id$")
    assert first != second
    assert asyncio.run(hasher.verify("a camel", first))
    assert not asyncio.run(hasher.verify("a donkey", first))
    assert not hasher.is_outdated(first)


def test_nobody_costs_the_same_work_as_somebody(hasher: PasswordHasher) -> None:
    somebody = asyncio.run(hasher.hash("a camel"))
    assert argon2.extract_parameters(NOBODYS_HASH) == argon2.extract_parameters(somebody)
    assert not asyncio.run(hasher.verify("a camel", None))


def test_nobody_never_matches(hasher: PasswordHasher, monkeypatch: pytest.MonkeyPatch) -> None:
    known = asyncio.run(hasher.hash("known to all"))
    monkeypatch.setattr(password_hasher, "NOBODYS_HASH", known)
    assert not asyncio.run(hasher.verify("known to all", None))


def test_what_is_no_hash_matches_nothing(hasher: PasswordHasher) -> None:
    with pytest.raises(argon2.exceptions.InvalidHashError):
        asyncio.run(hasher.verify("a camel", "plain"))


class Slow:
    """Work that waits until it is let go."""

    def __init__(self) -> None:
        self.running = 0
        self.most = 0
        self.full = threading.Event()
        self.let_go = threading.Event()
        self._lock = threading.Lock()

    def __call__(self, *_: object) -> bool:
        with self._lock:
            self.running += 1
            self.most = max(self.most, self.running)
            if self.running == AT_ONCE:
                self.full.set()
        assert self.let_go.wait(20)
        with self._lock:
            self.running -= 1
        return True


def test_only_a_few_are_hashed_at_once_and_the_loop_goes_on(
    hasher: PasswordHasher, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    monkeypatch.setattr(password_hasher, "_matches", slow)

    async def many() -> list[bool]:
        tasks = [asyncio.create_task(hasher.verify("x", NOBODYS_HASH)) for _ in range(10)]
        assert await asyncio.to_thread(slow.full.wait, 20)
        # The loop still turns, and nobody else has begun.
        assert slow.running == AT_ONCE
        slow.let_go.set()
        return await asyncio.gather(*tasks)

    assert asyncio.run(many()) == [True] * 10
    assert slow.most == AT_ONCE


def test_too_many_who_wait_are_sent_away(
    hasher: PasswordHasher, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    monkeypatch.setattr(password_hasher, "_matches", slow)

    async def too_many() -> list[object]:
        calls = (hasher.verify("x", NOBODYS_HASH) for _ in range(101))
        tasks = [asyncio.create_task(call) for call in calls]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        slow.let_go.set()
        return list(await asyncio.gather(*tasks, return_exceptions=True))

    answers = asyncio.run(too_many())
    assert answers.count(True) == 100
    assert sum(isinstance(answer, ServiceUnavailable) for answer in answers) == 1
