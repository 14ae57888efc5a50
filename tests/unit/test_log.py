import io
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from wasl.domain.credentials import new_access_token, new_api_key, new_webhook_secret
from wasl.log import configure_logging, redact
from wasl.request_id import current_request_id

CREDENTIALS = [new_api_key(), new_access_token(), new_webhook_secret()]


class Log(io.TextIOWrapper):
    def __init__(self) -> None:
        super().__init__(io.BytesIO(), write_through=True)

    def records(self) -> list[dict[str, Any]]:
        assert isinstance(self.buffer, io.BytesIO)
        return [json.loads(line) for line in self.buffer.getvalue().splitlines()]


@pytest.fixture
def log() -> Iterator[Log]:
    handlers, level = logging.root.handlers, logging.root.level
    stream = Log()
    configure_logging("info", stream)
    yield stream
    structlog.reset_defaults()
    logging.root.handlers = handlers
    logging.root.setLevel(level)


def test_a_line_is_one_json_object_with_its_time_and_level(log: Log) -> None:
    structlog.get_logger().info("hello", amount=7, name="وصل", lines="a\nb")
    [record] = log.records()
    assert record["event"] == "hello"
    assert record["level"] == "info"
    assert record["timestamp"].endswith("Z")
    assert (record["amount"], record["name"], record["lines"]) == (7, "وصل", "a\nb")


def test_lines_below_the_level_are_not_written(log: Log) -> None:
    structlog.get_logger().debug("too much")
    assert log.records() == []


def test_a_line_carries_the_id_of_the_request_under_way(log: Log) -> None:
    token = current_request_id.set("req_12345678")
    try:
        structlog.get_logger().warning("slow")
    finally:
        current_request_id.reset(token)
    structlog.get_logger().warning("slow")
    assert [record.get("request_id") for record in log.records()] == ["req_12345678", None]


def test_what_libraries_log_takes_the_same_way_out(log: Log) -> None:
    logging.getLogger("asyncio").error("lost %s", CREDENTIALS[0])
    [record] = log.records()
    assert record["logger"] == "asyncio"
    assert record["level"] == "error"
    assert record["event"] == "lost pk_[redacted]"


def test_an_exception_is_logged_without_the_credentials_it_names(log: Log) -> None:
    try:
        int(CREDENTIALS[1])
    except ValueError:
        structlog.get_logger().exception("failed")
    [record] = log.records()
    assert "ValueError" in record["exception"]
    assert CREDENTIALS[1] not in json.dumps(record)


@pytest.mark.parametrize("credential", CREDENTIALS, ids=["api key", "token", "webhook secret"])
def test_a_credential_is_redacted_wherever_it_stands(credential: str) -> None:
    event: dict[str, Any] = {
        "event": f"Got Bearer {credential}, and '{credential}'.",
        "path": f"/payment-intents/{credential}",
        "nested": {"list": [credential, {"deep": credential}], "tuple": (credential,)},
    }
    told = json.dumps(redact(None, "info", event))
    assert credential not in told
    assert credential[-20:] not in told
    assert told.count("[redacted]") == 6


@pytest.mark.parametrize(
    "name", ["Authorization", "X-API-Key", "api_key", "access_token", "webhook_secret"]
)
def test_a_field_named_like_a_secret_is_redacted_whatever_it_holds(name: str) -> None:
    assert redact(None, "info", {name: "anything"}) == {name: "[redacted]"}
    assert redact(None, "info", {"headers": {name: "x"}}) == {"headers": {name: "[redacted]"}}


def test_the_password_of_a_database_is_redacted() -> None:
    told = redact(None, "info", {"url": "postgresql://wasl:s3cr:et@db.example:5432/wasl"})
    assert told == {"url": "postgresql://wasl:***@db.example:5432/wasl"}


def test_ordinary_words_are_left_alone() -> None:
    event = {"event": "at_once", "count": 7, "pk": "pk_1", "none": None, "list": [1, "at_last"]}
    assert redact(None, "info", dict(event)) == event


def test_standard_error_is_where_lines_go_by_default(capfdbinary: Any) -> None:
    handlers, level = logging.root.handlers, logging.root.level
    configure_logging("info")
    try:
        structlog.get_logger().info("hello")
        sys.stderr.flush()
    finally:
        structlog.reset_defaults()
        logging.root.handlers = handlers
        logging.root.setLevel(level)
    assert json.loads(capfdbinary.readouterr().err)["event"] == "hello"
