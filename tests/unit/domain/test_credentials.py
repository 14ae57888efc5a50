import hashlib
import re

import pytest

from wasl.domain.credentials import (
    digest,
    hint,
    new_access_token,
    new_api_key,
    new_webhook_secret,
)


@pytest.mark.parametrize(
    ("make", "prefix"),
    [(new_api_key, "pk_"), (new_access_token, "at_"), (new_webhook_secret, "whsec_")],
)
def test_a_credential_is_its_prefix_and_256_random_bits(make: object, prefix: str) -> None:
    assert callable(make)
    made = [make() for _ in range(1_000)]
    assert len(set(made)) == 1_000
    for value in made:
        assert re.fullmatch(prefix + r"[A-Za-z0-9_-]{43}", value)


def test_a_digest_is_that_of_the_whole_value() -> None:
    token = new_access_token()
    assert digest(token) == digest(token.encode()) == hashlib.sha256(token.encode()).digest()
    assert digest(token) != digest(token[:-1])
    assert digest(token) != digest(token.swapcase())


def test_a_hint_gives_away_only_the_end() -> None:
    token = new_access_token()
    assert token.endswith(hint(token))
    assert len(hint(token)) == 4
