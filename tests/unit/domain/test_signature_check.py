"""Each usual mistake is told by its name; what is right is never doubted."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wasl.domain.credentials import new_webhook_secret
from wasl.domain.signature_check import Cause, Known, check_signature
from wasl.domain.webhook_signature import signature

SECRET = "whsec_5pyesTtFIQXXHkpVciyTuFIGhbMoB0efq2udCyHydMk"
BARE = SECRET.removeprefix("whsec_")
OLD = "whsec_bWCMjCm0kwcirXhum4iiEQ8eaHXRTTcwCwJZBdqWbW0"
BODY = '{"id":"7","event":"payment_intent.succeeded","data":{"uuid":"9"}}'
RAW = BODY.encode()
KNOWN = Known(SECRET, [OLD], RAW)


def causes(
    given_signature: str, body: str = BODY, typed: str | None = None, known: Known = KNOWN
) -> set[Cause]:
    finding = check_signature(body, given_signature, typed, known)
    assert not finding.verifies
    return set(finding.causes)


@pytest.mark.parametrize(
    "spelled",
    [
        lambda right: right,
        lambda right: f"  {right} \n",
        lambda right: f"Service-Signature: {right}",
        lambda right: f"service-signature:{right}",
    ],
)
def test_a_right_signature_verifies_however_it_was_pasted(spelled: Callable[[str], str]) -> None:
    finding = check_signature(BODY, spelled(signature(SECRET, RAW)), None, KNOWN)
    assert finding == (True, ())


def test_a_secret_that_was_typed_takes_the_place_of_the_current_one() -> None:
    assert check_signature(BODY, signature(OLD, RAW), OLD, KNOWN).verifies
    assert causes(signature(SECRET, RAW), typed="whsec_none") == {Cause.CURRENT_SECRET}
    assert causes(signature(OLD, RAW), typed=SECRET) == {Cause.OLD_SECRET}
    assert causes(signature(SECRET, RAW), typed=BARE) == {Cause.KEY_WITHOUT_PREFIX}


@pytest.mark.parametrize(
    ("made", "cause"),
    [
        (signature(OLD, RAW), Cause.OLD_SECRET),
        (signature(BARE, RAW), Cause.KEY_WITHOUT_PREFIX),
        (
            hmac.digest(base64.urlsafe_b64decode(BARE + "="), RAW, "sha256").hex(),
            Cause.KEY_DECODED,
        ),
        (hmac.digest(SECRET.encode(), RAW, "sha1").hex(), Cause.OTHER_ALGORITHM),
        (hmac.digest(SECRET.encode(), RAW, "sha512").hex(), Cause.OTHER_ALGORITHM),
        (hmac.digest(SECRET.encode(), RAW, "md5").hex(), Cause.OTHER_ALGORITHM),
        (hashlib.sha256(RAW).hexdigest(), Cause.NO_KEY),
        (hashlib.sha256(SECRET.encode() + RAW).hexdigest(), Cause.NO_KEY),
        (hashlib.sha256(RAW + SECRET.encode()).hexdigest(), Cause.NO_KEY),
        (signature(SECRET, RAW).upper(), Cause.UPPERCASE),
        (base64.b64encode(hmac.digest(SECRET.encode(), RAW, "sha256")).decode(), Cause.BASE64),
        (signature(SECRET, RAW + b"\n"), Cause.WHITE_SPACE_AROUND),
        (signature(SECRET, RAW + b"\r\n"), Cause.WHITE_SPACE_AROUND),
        (signature(SECRET, json.dumps(json.loads(BODY)).encode()), Cause.JSON_REWRITTEN),
        (signature(SECRET, json.dumps(json.loads(BODY), indent=2).encode()), Cause.JSON_REWRITTEN),
    ],
)
def test_a_signature_that_was_made_wrongly(made: str, cause: Cause) -> None:
    assert causes(made) == {cause}


def test_a_hexadecimal_secret_that_was_decoded() -> None:
    secret = f"whsec_{'ab' * 16}"
    made = hmac.digest(bytes.fromhex("ab" * 16), RAW, "sha256").hex()
    assert causes(made, known=Known(secret)) == {Cause.KEY_DECODED}


@pytest.mark.parametrize(
    ("pasted", "cause"),
    [
        (f"{BODY}\n", Cause.WHITE_SPACE_AROUND),
        (f"{BODY}\r\n", Cause.WHITE_SPACE_AROUND),
        (f"  {BODY}", Cause.WHITE_SPACE_AROUND),
        (json.dumps(json.loads(BODY)), Cause.JSON_REWRITTEN),
        (json.dumps(json.loads(BODY), indent=4), Cause.JSON_REWRITTEN),
        (BODY.replace("9", "8"), Cause.BODY_CHANGED),
    ],
)
def test_a_body_that_was_changed_on_the_way(pasted: str, cause: Cause) -> None:
    assert causes(signature(SECRET, RAW), pasted) == {cause}


def test_line_breaks_that_were_changed() -> None:
    """A form turns every line break into two characters; that alone is no mistake."""
    body = "one\ntwo"
    assert check_signature("one\r\ntwo", signature(SECRET, body.encode()), None, KNOWN).verifies
    made = signature(SECRET, b"one\r\ntwo")
    assert causes(made, body, known=Known(SECRET)) == {Cause.LINE_ENDINGS}


def test_several_mistakes_at_once() -> None:
    made = hmac.digest(OLD.removeprefix("whsec_").encode(), RAW, "sha256").hex().upper()
    assert causes(made) == {Cause.OLD_SECRET, Cause.KEY_WITHOUT_PREFIX, Cause.UPPERCASE}


def test_the_simplest_explanation_is_told() -> None:
    """The body as it was sent would explain it too, but so does a line break."""
    assert causes(signature(SECRET, RAW), f"{BODY}\n") == {Cause.WHITE_SPACE_AROUND}


@given(st.text(), st.text())
def test_nothing_that_is_typed_breaks_it_or_verifies_by_chance(body: str, typed: str) -> None:
    assert check_signature(body, typed, None, KNOWN) == (False, ())


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")))
def test_what_is_signed_rightly_verifies(body: str) -> None:
    secret = new_webhook_secret()
    given_signature = signature(secret, body.encode())
    assert check_signature(body, given_signature, None, Known(secret)).verifies
