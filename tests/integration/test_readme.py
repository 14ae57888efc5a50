"""What the README shows can be pasted."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

from tests.support.service import Service
from wasl_sdk import PaymentIntent, WaslClient

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
SHELL = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def _pasted(command: str, service: Service, **variables: str) -> dict[str, Any]:
    done = subprocess.run(
        ["sh", "-c", command.replace("curl http://localhost:8000", f"curl -s {service.url}")],
        env=os.environ
        | {"API_KEY": service.api_key, "ACCESS_TOKEN": service.access_token}
        | variables,
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    data: dict[str, Any] = json.loads(done.stdout)["data"]
    return data


def test_its_commands_create_an_intent_and_fetch_it(service: Service) -> None:
    run, test, create, retrieve = SHELL
    assert (run, test) == ("make run\n", "make test\n")
    created = _pasted(create, service)
    assert created["amount"] == 25_000
    assert _pasted(create, service)["uuid"] == created["uuid"]
    assert _pasted(retrieve, service, UUID=created["uuid"]) == created


def test_its_line_of_python_does_the_same(service: Service) -> None:
    [line] = PYTHON
    with WaslClient(
        f"{service.url}/api/v1", api_key=service.api_key, access_token=service.access_token
    ) as wasl:
        told: dict[str, Any] = {"wasl": wasl}
        exec(line, told)
    assert isinstance(told["intent"], PaymentIntent)
    assert told["intent"].amount == 25_000
