"""Every Python block of docs/sdk.md runs, in order, against a running service."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import override_settings

from tests.sdk.hosts import configure_django, serving_asgi, serving_wsgi
from tests.sdk.test_webhook import sign
from tests.support.http import http_client
from tests.support.service import Service
from tests.support.waiting import wait_for
from wasl_sdk import errors

PAGE = (Path(__file__).parents[2] / "docs" / "sdk.md").read_text("utf-8")
SECRET = "whsec_of-the-documentation"


def blocks() -> list[tuple[str, str]]:
    """The heading each stands under, and the code."""
    found = []
    for part in re.split(r"^#+ ", PAGE, flags=re.MULTILINE)[1:]:
        heading = part.splitlines()[0]
        code = re.findall(r"```python\n(.*?)```", part, re.DOTALL)
        found += [(heading, one) for one in code]
    return found


@contextmanager
def hosting(heading: str, names: dict[str, Any]) -> Iterator[str | None]:
    """The address of the application that this block made, if it made one."""
    if heading == "Flask":
        with serving_wsgi(names["app"]) as url:
            yield url
    elif heading == "Django":
        configure_django()
        patterns = tuple(names["urlpatterns"])
        with override_settings(ROOT_URLCONF=patterns), serving_wsgi(WSGIHandler()) as url:
            yield url
    elif heading == "Starlette and FastAPI":
        with serving_asgi(names["app"]) as url:
            yield url
    else:
        yield None


def test_every_block_runs(
    service: Service,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WASL_API_URL", f"{service.url}/api/v1")
    monkeypatch.setenv("WASL_API_KEY", service.api_key)
    monkeypatch.setenv("WASL_ACCESS_TOKEN", service.access_token)
    monkeypatch.setenv("WASL_WEBHOOK_SECRET", SECRET)
    # Other tests may create an order of this name, too.
    reference = f"order-{uuid4()}"
    names: dict[str, Any] = {}
    hosted = []
    try:
        for heading, code in blocks():
            exec(compile(code.replace("order-1001", reference), heading, "exec"), names)
            with hosting(heading, names) as url:
                if url:
                    hosted.append(heading)
                    assert_webhook_settles(url, service, names, reference)
    finally:
        names["receiver"].stop()
        names["wasl"].close()
    assert hosted == ["Flask", "Django", "Starlette and FastAPI"]
    said = capsys.readouterr().out
    for expected in (
        "?lang=en",
        "The amount must be at least 1000.",
        "requires_payment_method",
        "answer 401",
    ):
        assert expected in said


def assert_webhook_settles(url: str, service: Service, names: Any, reference: str) -> None:
    """The order is paid by what the application receives."""
    uuid, order = names["intent"].uuid, names["orders"][reference]
    order["paid"] = False
    if names["wasl"].retrieve_payment_intent(uuid).status != "succeeded":
        service.move(uuid, "processing")
        service.move(uuid, "succeeded")
    told = {"id": str(uuid4()), "event": "payment_intent.succeeded", "data": {"uuid": uuid}}
    body = json.dumps(told).encode()
    with http_client(url) as client:
        forged = {"Service-Signature": sign(body, "whsec_other")}
        assert client.post("/webhooks/wasl", content=body, headers=forged).status_code == 401
        signed = {"Service-Signature": sign(body, SECRET)}
        answer: httpx.Response = client.post("/webhooks/wasl", content=body, headers=signed)
        assert answer.status_code == 200
        wait_for(lambda: order["paid"])


def test_every_error_of_the_api_is_in_the_table() -> None:
    rows = "\n".join(line for line in PAGE.splitlines() if line.startswith("| `"))
    kinds: list[type[errors.WaslError]] = [
        errors.NoAnswer,
        errors.TimedOut,
        *errors.ApiError.__subclasses__(),
    ]
    public = [kind for kind in kinds if not kind.__name__.startswith("_")]
    public += [errors.RateLimited, errors.ServerError]
    assert [kind.__name__ for kind in public if f"`{kind.__name__}`" not in rows] == []
