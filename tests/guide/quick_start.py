"""Walks through the quick start in one language: create, pay, retrieve."""

import json
import subprocess
from pathlib import Path

from tests.guide.blocks import Block, Kind, block
from tests.guide.interpreters import INTERPRETERS, need
from tests.guide.merchant import Merchant, new_merchant, pay
from tests.support.service import Service

_ENDINGS = {"python": ".py", "js": ".mjs", "php": ".php"}
_PROGRAMS = {"python": "python", "sh": "sh", **INTERPRETERS}


def quick_start(service: Service, folder: Path, kind: Kind) -> None:
    merchant = new_merchant(service)
    created = _run(merchant, folder, _of("create", kind))
    uuid = _uuid_in(created, kind)
    assert merchant.status(uuid) == "requires_payment_method"
    assert f"{service.url}/checkout/{uuid}" in created
    # What got lost may be sent again.
    assert _uuid_in(_run(merchant, folder, _of("create", kind)), kind) == uuid
    before = _run(merchant, folder, _of("retrieve", kind), UUID=uuid)
    assert "requires_payment_method" in before
    pay(service, uuid)
    after = _run(merchant, folder, _of("retrieve", kind), UUID=uuid)
    assert ('"status":"succeeded"' if kind == "sh" else "fulfil the order\n") in after


def wrong_fields(merchant: Merchant, folder: Path) -> dict[str, object]:
    """What the command of the page about errors is answered."""
    told: dict[str, object] = json.loads(_run(merchant, folder, block("sh", "wrong-fields")))
    return told


def _of(step: str, kind: Kind) -> Block:
    return block(kind, step + _ENDINGS.get(kind, ""))


def _uuid_in(output: str, kind: Kind) -> str:
    return str(json.loads(output)["data"]["uuid"]) if kind == "sh" else output.splitlines()[0]


def _run(merchant: Merchant, folder: Path, of: Block, **more: str) -> str:
    """Shell commands find their credentials as the first block of the quick start sets them."""
    program, file = _PROGRAMS[of.kind], folder / of.name
    if of.kind in INTERPRETERS:
        need(program)
    code, environment = of.code, merchant.environment() | more
    if of.kind == "sh":
        exports = merchant.filled_in(block("sh", "credentials").code)
        assert exports.count("export WASL_") == len(exports.splitlines()) == 3
        code = exports + code
        environment = {k: v for k, v in environment.items() if not k.startswith("WASL_")}
    file.write_text(code, "utf-8")
    done = subprocess.run(
        [program, str(file)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
