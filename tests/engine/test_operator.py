"""`wasl operator unresolved` and `resolve`, through the real command line."""

import getpass
import json
import subprocess
from collections.abc import Iterator
from typing import Any

import asyncpg
import pytest

from tests.engine import values
from tests.engine.engine import Engine
from tests.engine.sandbox import Sandbox
from tests.support.cli import run_wasl
from wasl.domain.application import Method
from wasl.domain.attempt import Attempt
from wasl.domain.payment_intent import new_uuid


@pytest.fixture(scope="module")
def own_engine(postgres_database: str, shared_sandbox: Sandbox) -> Iterator[Engine]:
    engine = Engine(postgres_database, shared_sandbox)
    yield engine
    engine.close()


@pytest.fixture
def live(own_engine: Engine) -> Iterator[Engine]:
    own_engine.reset()
    yield own_engine
    own_engine.assert_books_in_order()


def operator(engine: Engine, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_wasl("operator", *arguments, database_url=engine.database_url)


def resolve(engine: Engine, attempt: Attempt, *arguments: str) -> subprocess.CompletedProcess[str]:
    return operator(engine, "resolve", str(attempt.id), *arguments)


def lost(engine: Engine, phone: str = values.EDFALI_CHARGED_LOST) -> Attempt:
    attempt = engine.start(engine.new_intent(), Method.EDFALI, phone)
    return engine.confirm(attempt, values.EDFALI_CODE)


def surplus(engine: Engine) -> Attempt:
    intent = engine.new_intent()
    lightbox = engine.start(intent, Method.CARD)
    engine.revisit(lightbox)
    sadad = engine.start(intent, Method.SADAD, values.SADAD_APPROVED)
    engine.confirm(sadad, values.SADAD_CODE)
    engine.pay_card(lightbox, values.CARD_APPROVED)
    engine.pass_time(10)
    engine.reconcile()
    return engine.attempt(lightbox)


def audit_log(engine: Engine, attempt: Attempt) -> list[dict[str, Any]]:
    rows = engine.fetch(
        "SELECT actor, action, application_id, detail FROM audit_log WHERE subject = $1",
        str(attempt.id),
    )
    return [dict(row) | {"detail": json.loads(row["detail"])} for row in rows]


def test_what_waits_for_a_person_is_listed_for_people_and_for_programs(live: Engine) -> None:
    nothing = operator(live, "unresolved")
    assert (nothing.returncode, nothing.stdout) == (0, "Nothing waits for a person.\n")
    edfali, second = lost(live), surplus(live)
    listed = operator(live, "unresolved", "--json")
    assert listed.returncode == 0, listed.stderr
    assert json.loads(listed.stdout) == [
        {
            "attempt": str(attempt.id),
            "application_id": str(live.application_id),
            "payment_intent": str(attempt.payment_intent_uuid),
            "method": attempt.method,
            "state": attempt.state,
            "surplus": attempt.surplus,
            "provider_reference": attempt.provider_reference,
            "payer": attempt.masked_payer,
            "detail": attempt.detail,
            "since": attempt.updated_at.isoformat(),
        }
        for attempt in (live.attempt(edfali), second)
    ]
    table = operator(live, "unresolved")
    flat = "".join(table.stdout.split())
    assert "paid" in flat
    assert "edfali" in flat
    for phone in (values.EDFALI_CHARGED_LOST, values.SADAD_APPROVED):
        assert phone not in flat
        assert phone not in listed.stdout


def test_a_person_who_found_the_payment_makes_the_intent_succeed(live: Engine) -> None:
    attempt = lost(live)
    done = resolve(live, attempt, "--paid", "--evidence", "  statement of 3 May, line 17  ")
    assert done.returncode == 0, done.stderr
    assert (done.stdout, done.stderr) == (f"Attempt {attempt.id} is settled: paid.\n", "")
    assert live.events(attempt.payment_intent_uuid) == ["succeeded"]
    assert audit_log(live, attempt) == [
        {
            "actor": f"operator:{getpass.getuser()}",
            "action": "attempt.resolved",
            "application_id": live.application_id,
            "detail": {
                "verdict": "paid",
                "evidence": "statement of 3 May, line 17",
                "payment_intent": str(attempt.payment_intent_uuid),
                "state_before": "in_flight",
                "state_after": "paid",
                "surplus": False,
            },
        }
    ]
    live.assert_ledger_agrees()
    again = resolve(live, attempt, "--not-paid", "--evidence", "second thoughts")
    assert again.returncode == 1
    assert again.stderr == "wasl: This attempt does not wait for a person.\n"
    assert len(audit_log(live, attempt)) == 1


def test_a_person_who_found_no_payment_gives_the_intent_back(live: Engine) -> None:
    attempt = lost(live, values.EDFALI_NOT_CHARGED_LOST)
    done = resolve(live, attempt, "--not-paid", "--evidence", "asked the bank")
    assert done.returncode == 0, done.stderr
    assert live.attempt(attempt).state == "failed"
    assert live.status(attempt.payment_intent_uuid) == "requires_payment_method"
    assert live.events(attempt.payment_intent_uuid) == []
    (row,) = audit_log(live, attempt)
    assert (row["detail"]["verdict"], row["detail"]["state_after"]) == ("not paid", "failed")
    live.assert_ledger_agrees()


def test_a_payment_that_turns_out_to_be_the_second_stays_on_the_list(live: Engine) -> None:
    intent = live.new_intent()
    lightbox = live.start(intent, Method.CARD)
    live.revisit(lightbox)
    edfali = live.start(intent, Method.EDFALI, values.EDFALI_CHARGED_LOST)
    live.confirm(edfali, values.EDFALI_CODE)
    live.pay_card(lightbox, values.CARD_APPROVED)
    live.pass_time(10)
    live.reconcile()
    assert live.status(edfali.payment_intent_uuid) == "succeeded"
    for waits in (True, False):
        done = resolve(live, edfali, "--paid", "--evidence", "statement of 3 May, line 17")
        assert done.returncode == 0, done.stderr
        settled = live.attempt(edfali)
        assert (settled.state, settled.surplus, settled.needs_person) == ("paid", True, waits)
    assert live.events(edfali.payment_intent_uuid) == ["succeeded"]
    live.assert_ledger_agrees()


def test_a_surplus_is_taken_off_the_list_and_stays_paid(live: Engine) -> None:
    attempt = surplus(live)
    done = resolve(live, attempt, "--paid", "--evidence", "given back on 4 May")
    assert done.returncode == 0, done.stderr
    stored = live.attempt(attempt)
    assert (stored.state, stored.surplus, stored.needs_person) == ("paid", True, False)
    assert live.events(attempt.payment_intent_uuid) == ["succeeded"]
    (row,) = audit_log(live, attempt)
    assert row["detail"]["surplus"] is True


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--paid"], "Missing option '--evidence'"),
        (["--evidence", "a call"], "Missing option"),
        (["--paid", "--evidence", "   "], "say how you know"),
    ],
)
def test_a_verdict_and_its_evidence_are_required(
    live: Engine, arguments: list[str], complaint: str
) -> None:
    attempt = lost(live)
    refused = resolve(live, attempt, *arguments)
    assert refused.returncode == 2
    assert complaint in " ".join(refused.stderr.replace("│", " ").split())
    assert live.attempt(attempt).needs_person
    assert audit_log(live, attempt) == []


def test_an_attempt_that_is_not_there_or_does_not_wait_is_refused(live: Engine) -> None:
    unknown = operator(
        live, "resolve", str(new_uuid(live.now)), "--paid", "--evidence", "a statement"
    )
    assert (unknown.returncode, unknown.stderr) == (1, "wasl: There is no such attempt.\n")
    attempt = live.start(live.new_intent(), Method.CARD)
    early = resolve(live, attempt, "--paid", "--evidence", "a hunch")
    assert early.returncode == 1
    assert early.stderr == "wasl: This attempt does not wait for a person.\n"
    assert live.attempt(attempt) == attempt


def test_the_audit_log_is_only_ever_added_to(live: Engine) -> None:
    live.resolve(lost(live), paid=True)
    for change in ("UPDATE audit_log SET actor = 'nobody'", "DELETE FROM audit_log"):
        with pytest.raises(asyncpg.RaiseError, match="only ever added to"):
            live.execute(change)
