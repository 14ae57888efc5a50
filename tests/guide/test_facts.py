"""The tables of the guide say what the code does, in both languages."""

import re
from pathlib import Path

import pytest
import typer.main

from tests.guide.pages import LANGUAGES, codes, everything, tables
from wasl.api.openapi_document import openapi_document
from wasl.api.routes import PREFIX
from wasl.cli import app
from wasl.config import Settings
from wasl.domain.delivery import ANSWER_MAX_BYTES
from wasl.domain.event import EventKind
from wasl.domain.inquiry_schedule import ASK_FOR
from wasl.domain.money import CURRENCY, MAX_AMOUNT_MINOR, MIN_AMOUNT_MINOR
from wasl.domain.payment_intent import (
    ALLOWED_NEXT,
    DEFAULT_LIFETIME,
    MAX_LIFETIME,
    MERCHANT_REFERENCE_MAX_CHARS,
    METADATA_KEY_MAX_CHARS,
    METADATA_MAX_KEYS,
    METADATA_VALUE_MAX_CHARS,
    MIN_LIFETIME,
    RETURN_URL_MAX_CHARS,
    Status,
)
from wasl.domain.retry_schedule import MAX_TRIES, WAITS
from wasl.guide import contents
from wasl.web.language import Language
from wasl.web.request_body import MAX_BODY_BYTES
from wasl.webhook_http import TOTAL_S
from wasl_sandbox import SandboxSettings, outcomes

ROOT = Path(__file__).parents[2]
DOCUMENT = openapi_document("https://pay.example")

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


def _numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"(?<![\d,.])\d+(?![\d,]*,\d)", text)]


def test_states_and_moves_are_those_of_the_code(language: Language) -> None:
    states, moves = tables("lifecycle", language)
    assert [codes(row[0])[0] for row in states] == [status.value for status in Status]
    written = {(codes(row[0])[0], codes(row[1])[0]) for row in moves}
    assert written == {
        (a.value, b.value) for a, following in ALLOWED_NEXT.items() for b in following
    }
    for source, target, _, event in moves:
        changes_result = codes(target)[0] in (Status.SUCCEEDED, Status.CANCELED)
        expected = [f"payment_intent.{codes(target)[0]}"] if changes_result else []
        assert codes(event) == expected, source


def test_times_in_the_text_are_those_of_the_code(language: Language) -> None:
    lifecycle = contents.source("lifecycle", language)
    assert f" {round(DEFAULT_LIFETIME.total_seconds() / 3600)} " in lifecycle
    assert f" {round(ASK_FOR.total_seconds() / 3600)}" in lifecycle
    assert ASK_FOR.days == 3  # "four days, since a late payment may be found for three"
    late = tables("testing", language)[0][5][0]
    assert _numbers(late) == [SandboxSettings().late_after_s]


def test_every_event_is_described(language: Language) -> None:
    (events,) = tables("webhooks", language)
    assert {codes(row[0])[0] for row in events} == {kind.value for kind in EventKind}


def test_test_values_are_those_of_the_simulators(language: Language) -> None:
    values, fields = tables("testing", language)
    written = [tuple(codes(cell)[0] if codes(cell) else None for cell in row[1:]) for row in values]
    rows = outcomes.TEST_VALUES
    assert written == [(row.sadad_phone, row.edfali_phone, row.card) for row in rows]
    six, four = outcomes.SADAD_CODE_DIGITS, outcomes.EDFALI_CODE_DIGITS
    assert six == outcomes.CARD_CODE_DIGITS
    assert [codes(cell) for cell in fields[0][1:3]] == [
        [outcomes.right_code(six)],
        [outcomes.expired_code(six)],
    ]
    assert [codes(cell) for cell in fields[1][1:3]] == [
        [outcomes.right_code(four)],
        [outcomes.expired_code(four)],
    ]
    assert codes(fields[2][1]) == [outcomes.BIRTH_YEAR]
    text = everything(language)
    assert f"`{outcomes.APPROVED_SADAD_PREFIX}`" in text
    assert f"`{outcomes.APPROVED_EDFALI_PREFIX}`" in text


def test_every_error_of_the_api_is_in_the_table_and_no_other(language: Language) -> None:
    (errors,) = tables("errors", language)
    written = {(codes(row[0])[0], tuple(codes(row[1]))) for row in errors}
    real = set()
    for methods in DOCUMENT["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    content = answer["content"]["application/json"]
                    bodies = [example["value"] for example in content["examples"].values()]
                    real |= {(status, tuple(body)) for body in bodies}
    assert written == real


def test_the_limits_are_those_of_the_code(language: Language) -> None:
    intent, requests, webhooks = tables("limits", language)
    by_field = {codes(row[0])[0]: row[1] for row in intent}
    assert _numbers(by_field["amount"])[:2] == [MIN_AMOUNT_MINOR, MAX_AMOUNT_MINOR]
    assert codes(by_field["currency"]) == [CURRENCY]
    assert _numbers(by_field["merchant_reference"]) == [MERCHANT_REFERENCE_MAX_CHARS]
    assert _numbers(by_field["metadata"]) == [
        METADATA_MAX_KEYS,
        METADATA_KEY_MAX_CHARS,
        METADATA_VALUE_MAX_CHARS,
    ]
    assert _numbers(by_field["return_url"]) == [RETURN_URL_MAX_CHARS]
    assert _numbers(by_field["expires_at"]) == [
        MIN_LIFETIME.seconds // 60,
        MAX_LIFETIME.days,
        round(DEFAULT_LIFETIME.total_seconds() / 3600),
    ]
    settings = Settings.model_fields
    assert _numbers(requests[0][1])[:1] == [MAX_BODY_BYTES]
    assert _numbers(requests[1][1]) == [
        settings["rate_limit_per_second"].default,
        settings["rate_limit_burst"].default,
    ]
    answer, tries, kept, url = (row[1] for row in webhooks)
    assert TOTAL_S in _numbers(answer)
    assert _numbers(tries)[0] == MAX_TRIES
    assert _waits() in tries
    assert _numbers(kept) == [ANSWER_MAX_BYTES]
    assert ", ".join(settings["webhook_ports"].default) in url


def _waits() -> str:
    def written(seconds: int) -> str:
        if seconds < 60:
            return f"{seconds} s"
        return f"{seconds // 60} min" if seconds < 3600 else f"{seconds // 3600} h"

    return ", ".join(written(int(wait.total_seconds())) for wait in WAITS)


def test_every_limit_of_the_document_is_in_the_table(language: Language) -> None:
    """A field that gets a limit one day has to be named."""
    intent, _, _ = tables("limits", language)
    named = {codes(row[0])[0] for row in intent}
    fields = DOCUMENT["components"]["schemas"]["NewPaymentIntent"]["properties"]
    keywords = {"minimum", "maxLength", "maxProperties", "enum", "format"}
    assert {name for name, schema in fields.items() if keywords & schema.keys()} == named


def test_the_tries_are_told_the_same_everywhere(language: Language) -> None:
    text = re.sub(r"\s+", " ", everything(language))
    assert text.count(_waits()) == 2


def test_every_route_of_the_merchant_api_is_used_in_an_example(language: Language) -> None:
    text = everything(language)
    for path in DOCUMENT["paths"]:
        assert f"WASL_API_URL{path.partition('{')[0].rstrip('/')}" in text
    assert f"{PREFIX}/openapi.json" in text


def test_every_command_and_setting_that_is_named_exists(language: Language) -> None:
    text = everything(language)
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for command in re.findall(r"(?:`|^)wasl ([a-z-]+)", text, re.MULTILINE):
        assert command in commands
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`make ([a-z-]+)`", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    # Those of a merchant, which the SDK's shop reads as well; the service has others.
    of_merchants = {"api_url", "api_key", "access_token", "webhook_secret"}
    for name in re.findall(r"WASL_([A-Z_]+)", text):
        assert name.lower() in of_merchants | set(Settings.model_fields)
    for file in re.findall(r"`(docs/[a-z-]+\.md)`", text):
        assert (ROOT / file).exists()
