"""Finds out why a signature does not verify, by trying the mistakes that receivers make."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import product
from typing import Final, NamedTuple

from wasl.domain.credentials import WEBHOOK_SECRET_PREFIX
from wasl.domain.webhook_signature import SIGNATURE_HEADER, signature

# Ours have about 150 bytes. Of what is much longer, nothing but the plain check is worth making.
_BODY_MAX_CHARS: Final = 4096


class Cause(StrEnum):
    OLD_SECRET = "old_secret"
    CURRENT_SECRET = "current_secret"  # signed with ours, not with the one that was typed
    KEY_WITHOUT_PREFIX = "key_without_prefix"
    KEY_DECODED = "key_decoded"
    WHITE_SPACE_AROUND = "white_space_around"
    LINE_ENDINGS = "line_endings"
    JSON_REWRITTEN = "json_rewritten"
    BODY_CHANGED = "body_changed"
    OTHER_ALGORITHM = "other_algorithm"
    NO_KEY = "no_key"
    UPPERCASE = "uppercase"
    BASE64 = "base64"


class Finding(NamedTuple):
    """`causes` is empty where nothing that was tried explains it."""

    verifies: bool
    causes: tuple[Cause, ...] = ()


class Known(NamedTuple):
    """What is known of an application's secrets, and of the body as it was sent."""

    current: str
    old: Sequence[str] = ()
    sent_body: bytes | None = None


def check_signature(body: str, given: str, typed_secret: str | None, known: Known) -> Finding:
    """`typed_secret` takes the place of the current one. The text is that of a form's field."""
    given = _value_of(given)
    text = body.replace("\r\n", "\n")
    plain = text.encode("utf-8", "replace")
    expected = signature(typed_secret or known.current, plain)
    if hmac.compare_digest(expected, given.encode("ascii", "replace").decode()):
        return Finding(verifies=True)
    if not given or len(text) > _BODY_MAX_CHARS:
        return Finding(verifies=False)
    causes = min(_explanations(text, given, typed_secret, known), key=len, default=())
    return Finding(False, causes)


def _value_of(given: str) -> str:
    """The header may have been pasted with its name."""
    name, colon, value = given.partition(":")
    return (value if colon and name.strip().lower() == SIGNATURE_HEADER.lower() else given).strip()


_Variant = tuple[bytes, Cause | None]


def _explanations(
    text: str, given: str, typed_secret: str | None, known: Known
) -> Iterator[tuple[Cause, ...]]:
    wanted = list(_digests_meant(given))
    secrets, bodies = _secrets(typed_secret, known), list(_bodies(text, known.sent_body))
    for (secret, whose), (body, body_cause) in product(secrets, bodies):
        for key, form in _keys(secret):
            for make, algorithm in _ALGORITHMS:
                made = make(key, body)
                for meant, spelling in wanted:
                    if hmac.compare_digest(made, meant):
                        found = (whose, form, body_cause, algorithm, spelling)
                        yield tuple(cause for cause in found if cause is not None)


def _digests_meant(given: str) -> Iterator[_Variant]:
    """The bytes that the text spells, in each way it can be read."""
    digits = given.removeprefix("sha256=")
    with suppress(ValueError):
        yield bytes.fromhex(digits), Cause.UPPERCASE if digits != digits.lower() else None
    with suppress(ValueError):
        yield base64.b64decode(digits, validate=True), Cause.BASE64


def _secrets(typed: str | None, known: Known) -> list[tuple[str, Cause | None]]:
    if typed is None:
        return [(known.current, None), *((old, Cause.OLD_SECRET) for old in known.old)]
    others = [(known.current, Cause.CURRENT_SECRET)] if typed != known.current else []
    return [(typed, None), *others, *((old, Cause.OLD_SECRET) for old in known.old)]


def _keys(secret: str) -> Iterator[_Variant]:
    """The secret as it is, and as it is wrongly used."""
    yield secret.encode("utf-8", "replace"), None
    if not secret.startswith(WEBHOOK_SECRET_PREFIX):
        yield (
            f"{WEBHOOK_SECRET_PREFIX}{secret}".encode("utf-8", "replace"),
            (Cause.KEY_WITHOUT_PREFIX),
        )
        return
    bare = secret.removeprefix(WEBHOOK_SECRET_PREFIX)
    yield bare.encode("utf-8", "replace"), Cause.KEY_WITHOUT_PREFIX
    for decode in (_url_safe, bytes.fromhex):
        try:
            yield decode(bare), Cause.KEY_DECODED
        except ValueError:
            continue


def _url_safe(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _bodies(text: str, sent: bytes | None) -> Iterator[_Variant]:
    """The body as it was pasted, and as it may have been before or after something changed it."""
    yield text.encode("utf-8", "replace"), None
    if "\n" in text.strip():
        yield text.replace("\n", "\r\n").encode("utf-8", "replace"), Cause.LINE_ENDINGS
    stripped = text.strip()
    for around in (stripped, f"{stripped}\n", f"{stripped}\r\n"):
        yield around.encode("utf-8", "replace"), Cause.WHITE_SPACE_AROUND
    for rewritten in _rewritten(stripped):
        yield rewritten.encode("utf-8", "replace"), Cause.JSON_REWRITTEN
    if sent is not None:
        yield sent, Cause.BODY_CHANGED


def _rewritten(text: str) -> Iterator[str]:
    """As libraries write the same JSON again: with and without spaces, lines and order."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    for separators, indent in (((",", ":"), None), ((", ", ": "), None), (None, 2), (None, 4)):
        for sort_keys in (False, True):
            yield json.dumps(
                value,
                separators=separators,
                indent=indent,
                sort_keys=sort_keys,
                ensure_ascii=False,
            )


def _keyed(algorithm: str) -> Callable[[bytes, bytes], bytes]:
    return lambda key, body: hmac.digest(key, body, algorithm)


_ALGORITHMS: Final[Sequence[tuple[Callable[[bytes, bytes], bytes], Cause | None]]] = (
    (_keyed("sha256"), None),
    *((_keyed(name), Cause.OTHER_ALGORITHM) for name in ("sha1", "sha512", "sha384", "md5")),
    (lambda _, body: hashlib.sha256(body).digest(), Cause.NO_KEY),
    (lambda key, body: hashlib.sha256(key + body).digest(), Cause.NO_KEY),
    (lambda key, body: hashlib.sha256(body + key).digest(), Cause.NO_KEY),
)
