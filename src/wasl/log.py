"""JSON log lines on standard error. Credentials never reach them."""

import logging
import re
import sys
from collections.abc import Mapping
from typing import Any, Final, TextIO

import msgspec
import structlog
from structlog.typing import EventDict, WrappedLogger

from wasl.request_id import current_request_id

_CREDENTIAL: Final = re.compile(r"\b(pk|at|whsec|ses|stp|inv|rst)_[A-Za-z0-9_-]{8,}")
_DATABASE_PASSWORD: Final = re.compile(r"(postgres(?:ql)?://[^:/@\s]*:)[^@\s]*@")
_SECRET_NAMES: Final = frozenset(
    {
        *("authorization", "x-api-key", "access_token", "api_key", "webhook_secret", "secret_key"),
        *("password", "new_password", "token", "code", "cookie", "totp_secret"),
    }
)
_REDACTED: Final = "[redacted]"

_encode: Final = msgspec.json.Encoder(enc_hook=str).encode


def configure_logging(level: str, stream: TextIO | None = None) -> None:
    structlog.configure(
        processors=[
            _add_request_id,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            redact,
            _render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level.upper())),
        logger_factory=structlog.BytesLoggerFactory((stream or sys.stderr).buffer),
        cache_logger_on_first_use=False,
    )
    _adopt_standard_logging(level)


def _add_request_id(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    request_id = current_request_id.get()
    if request_id is not None:
        event["request_id"] = request_id
    return event


def redact(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    return {name: _redacted(name, value) for name, value in event.items()}


def _redacted(name: str, value: Any) -> Any:
    if name.lower() in _SECRET_NAMES:
        return _REDACTED
    if isinstance(value, str):
        return without_credentials(value)
    if isinstance(value, Mapping):
        return {key: _redacted(str(key), inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_redacted("", inner) for inner in value]
    return value


def without_credentials(text: str) -> str:
    return _DATABASE_PASSWORD.sub(r"\1***@", _CREDENTIAL.sub(rf"\1_{_REDACTED}", text))


def _render(_logger: WrappedLogger, _method: str, event: EventDict) -> bytes:
    return _encode(event)


class _ToStructlog(logging.Handler):
    """What libraries log through the standard library takes the same way out."""

    def emit(self, record: logging.LogRecord) -> None:
        logger = structlog.get_logger()
        logger.log(
            record.levelno, record.getMessage(), logger=record.name, exc_info=record.exc_info
        )


def _adopt_standard_logging(level: str) -> None:
    root = logging.getLogger()
    root.handlers = [_ToStructlog()]
    root.setLevel(max(logging.getLevelName(level.upper()), logging.WARNING))
