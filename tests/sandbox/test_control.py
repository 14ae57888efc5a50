"""The ledger, the clock, the reset, the first page, the documentation and the command."""

import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from tests.sandbox import edfali_client, moamalat_client, sadad_client
from tests.sandbox.running import advance, charges, order_fault
from wasl_sandbox.outcomes import TEST_VALUES

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "testing.md"


def test_the_ledger_holds_the_charges_of_all_providers_in_order(sandbox: httpx.Client) -> None:
    sadad_client.pay(sandbox, sadad_client.transaction_id(sandbox))
    session = edfali_client.begin(sandbox)
    edfali_client.confirm(sandbox, session)
    moamalat_client.pay(sandbox)
    assert [charge["provider"] for charge in charges(sandbox)] == ["sadad", "edfali", "moamalat"]
    assert [charge["provider"] for charge in charges(sandbox, session)] == ["edfali"]
    assert charges(sandbox, "nobody's") == []


def test_a_reset_forgets_everything(sandbox: httpx.Client) -> None:
    transaction = sadad_client.transaction_id(sandbox)
    sadad_client.pay(sandbox, transaction)
    moamalat_client.pay(sandbox)
    moamalat_client.find(sandbox, DateTimeLocalTrxn="20260404040404")
    sadad_client.validate(sandbox, "0910000007")
    order_fault(sandbox, "sadad", "enquiry", kind="http_500", times=9)
    advance(sandbox, 10_000)
    assert sandbox.post("/sandbox/reset").status_code == 200
    assert charges(sandbox) == []
    assert sadad_client.enquire(sandbox) == sadad_client.NOT_FOUND
    assert sadad_client.pay(sandbox, transaction).json()["statusCode"] == 21
    assert sadad_client.validate(sandbox, "0910000007").status_code == 503
    found = moamalat_client.find(sandbox, DateTimeLocalTrxn="20260404040404")
    assert (found["Success"], found["TotalCountAllTransaction"]) == (True, 0)
    assert _clock_is_off_by_s(sandbox) < 60


def _clock_is_off_by_s(sandbox: httpx.Client) -> float:
    """How far the sandbox's clock is from ours."""
    now = sandbox.post("/sandbox/clock", json={"advance_s": 0}).json()["now"]
    return abs((datetime.fromisoformat(now) - datetime.now(UTC)).total_seconds())


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("clock", {}),
        ("clock", {"advance_s": -1}),
        ("clock", []),
        ("notify-url", {"notify_url": "ftp://nowhere"}),
        ("moamalat/pay", {}),
        ("moamalat/pay", {"amount_minor": 1}),
    ],
)
def test_a_malformed_order_is_refused(sandbox: httpx.Client, path: str, body: object) -> None:
    answer = sandbox.post(f"/sandbox/{path}", json=body)
    assert answer.status_code == 422
    assert answer.json()["message"]


def test_the_first_page_and_the_documentation_name_every_test_value(sandbox: httpx.Client) -> None:
    page, documentation = sandbox.get("/").text, DOCUMENTATION.read_text("utf-8")
    for row in TEST_VALUES:
        for value in filter(None, (row.sadad_phone, row.edfali_phone, row.card)):
            assert value in page
            assert value in documentation


def test_every_address_is_documented(sandbox: httpx.Client) -> None:
    documentation = DOCUMENTATION.read_text("utf-8")
    for path in ("clock", "faults", "moamalat/pay", "notify-url", "reset"):
        assert sandbox.post(f"/sandbox/{path}", content="{").status_code in (200, 422)
        assert f"POST /sandbox/{path}" in documentation
    for path in ("/js/lightbox.js", "/Cube/PayLink.svc/api/FilterTransactions", "/ledger"):
        assert path in documentation


def test_a_connection_is_kept_open_between_answers(sandbox: httpx.Client) -> None:
    with httpx.Client(base_url=sandbox.base_url) as kept:
        addresses = {
            kept.get("/ledger").extensions["network_stream"].get_extra_info("client_addr")
            for _ in range(2)
        }
    assert len(addresses) == 1


def test_the_command_runs_a_sandbox_and_stops_on_sigterm() -> None:
    command = "import typer; from wasl.cli.sandbox import sandbox; typer.run(sandbox)"
    process = subprocess.Popen(
        [sys.executable, "-c", command, "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().removeprefix("Provider sandbox: ").strip()
        assert "Provider sandbox" in httpx.get(url).text
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=10)
