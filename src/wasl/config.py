"""Settings: `WASL_*` environment variables or `.env`. Only bootstrap and cli read them."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import parse_qs, urlsplit

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

SECRET_KEY_MIN_CHARS: Final = 32


_ACCOUNTS: Final = (
    (
        "moamalat_merchant_id",
        "moamalat_terminal_id",
        "moamalat_merchant_key",
        "moamalat_notification_key",
    ),
    ("edfali_mobile", "edfali_pin", "edfali_service_password"),
)
_SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")


class SettingsError(Exception):
    """One line that names the setting and what is wrong with it."""


class Settings(BaseSettings):
    """Every setting with its default. An unknown WASL_* variable in `.env` is an error."""

    model_config = SettingsConfigDict(
        env_prefix="WASL_", env_file=".env", env_file_encoding="utf-8", frozen=True
    )

    database_url: str | None = Field(
        default=None,
        description="PostgreSQL 15 or newer. Absent: an embedded one in the data folder.",
    )
    data_dir: Path = Field(
        default=Path(".wasl"), description="Where the embedded database and its secret key live."
    )
    secret_key: str | None = Field(
        default=None,
        description="Encrypts stored secrets; at least 32 characters. Several, separated by "
        "commas, rotate it: the first writes, all read. Generated for the embedded database.",
    )
    public_url: str = Field(
        default="http://localhost:8000",
        description="The address customers and merchants reach this service at.",
    )
    database_pool_size: Annotated[int, Field(ge=3, le=1000)] = Field(
        default=10, description="Connections each process may open."
    )
    rate_limit_per_second: Annotated[float, Field(gt=0)] = Field(
        default=100, description="API requests a second that each application may make."
    )
    rate_limit_burst: Annotated[int, Field(ge=1)] = Field(
        default=200, description="API requests that an application may make at once."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The least severe log line that is written."
    )
    access_log: bool = Field(default=True, description="One log line for every request.")

    webhook_allow_private: bool = Field(
        default=False,
        description="For development: webhooks may go to http, loopback and private addresses.",
    )
    webhook_ports: str = Field(
        default="443,8443", description="Ports a webhook URL may name, separated by commas."
    )
    webhook_in_flight: Annotated[int, Field(ge=1, le=10_000)] = Field(
        default=1000, description="Webhooks that one worker process has in hand at once."
    )
    webhook_in_flight_per_application: Annotated[int, Field(ge=1, le=10_000)] = Field(
        default=50, description="Webhooks it sends to one application at once."
    )
    webhook_answer_days: Annotated[int, Field(ge=1)] = Field(
        default=30, description="How long the answers of webhook receivers are kept."
    )

    sandbox_url: str = Field(
        default="http://localhost:9000",
        description="Where the simulators run that test applications pay with.",
    )

    # The operator's own provider accounts, for live applications. All of one provider, or none.
    moamalat_merchant_id: str | None = None
    moamalat_terminal_id: str | None = None
    moamalat_merchant_key: str | None = Field(default=None, repr=False)
    moamalat_notification_key: str | None = Field(default=None, repr=False)
    moamalat_api_url: str = "https://npg.moamalat.net"
    moamalat_lightbox_url: str = "https://npg.moamalat.net:6006/js/lightbox.js"
    sadad_token: str | None = Field(default=None, repr=False)
    sadad_url: str = "https://pgw.almadar.ly"
    sadad_msisdn_format: Literal["9xxxxxxxx", "09xxxxxxxx"] = "9xxxxxxxx"
    sadad_category: int = 20
    edfali_mobile: str | None = None
    edfali_pin: str | None = Field(default=None, repr=False)
    edfali_service_password: str | None = Field(default=None, repr=False)
    edfali_url: str = "https://edfali.bcd.ly/api/BCDUssd/NewEdfali.asmx"
    edfali_cmobile_format: Literal["+2189xxxxxxxx", "9xxxxxxxx"] = "+2189xxxxxxxx"

    @field_validator("database_url")
    @classmethod
    def _postgresql_only(cls, value: str | None) -> str | None:
        if value is None:
            return None
        parts = urlsplit(value)
        if parts.scheme not in ("postgresql", "postgres"):
            raise ValueError("must start with postgresql://")
        _ = parts.port  # raises where it is no port
        sslmode = parse_qs(parts.query).get("sslmode", ["prefer"])[-1]
        if sslmode not in _SSL_MODES:
            raise ValueError(f"sslmode must be one of {', '.join(_SSL_MODES)}")
        return value

    @field_validator(
        "public_url",
        "sandbox_url",
        "moamalat_api_url",
        "moamalat_lightbox_url",
        "sadad_url",
        "edfali_url",
    )
    @classmethod
    def _web_address(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("must be an http:// or https:// address")
        if parts.query or parts.fragment:
            raise ValueError("must not hold a query or a fragment")
        return value.rstrip("/")

    @field_validator("secret_key")
    @classmethod
    def _long_enough(cls, value: str | None) -> str | None:
        if value is not None and any(len(key) < SECRET_KEY_MIN_CHARS for key in _split(value)):
            raise ValueError(f"each key must have at least {SECRET_KEY_MIN_CHARS} characters")
        return value

    @field_validator("webhook_ports")
    @classmethod
    def _ports(cls, value: str) -> str:
        if not all(part.isdecimal() and 0 < int(part) < 65536 for part in _split(value)):
            raise ValueError("must be port numbers, separated by commas")
        return value

    @model_validator(mode="after")
    def _whole_accounts_only(self) -> "Settings":
        for needed in _ACCOUNTS:
            missing = [name for name in needed if getattr(self, name) is None]
            if missing and len(missing) < len(needed):
                names = ", ".join(f"WASL_{name.upper()}" for name in missing)
                raise ValueError(f"{names}: required when the rest of the account is set")
        return self

    @model_validator(mode="after")
    def _external_database_needs_a_key(self) -> "Settings":
        if self.database_url is not None and self.secret_key is None:
            raise ValueError("WASL_SECRET_KEY is required when WASL_DATABASE_URL is set")
        return self

    def webhook_port_numbers(self) -> frozenset[int]:
        return frozenset(int(part) for part in _split(self.webhook_ports))

    def secret_keys(self) -> list[str]:
        """Given ones, or the one kept beside the embedded database, made on first use."""
        return _split(self.secret_key) if self.secret_key else [_kept_key(self.data_dir)]


def load_settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        raise SettingsError("; ".join(_explain(e) for e in error.errors())) from None


def _explain(error: ErrorDetails) -> str:
    text = error["msg"].removeprefix("Value error, ")
    if not error["loc"]:
        return text
    return f"WASL_{'.'.join(str(part) for part in error['loc']).upper()}: {text}"


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _kept_key(data_dir: Path) -> str:
    path = data_dir / "secret_key"
    if not path.exists():
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private_file(path, secrets.token_urlsafe(48))
    return path.read_text().strip()


def write_private_file(path: Path, text: str) -> None:
    """Whole or not at all, and the first of several processes wins. Temporary files are 0600."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:
        draft.write(text)
        draft.flush()
        os.fsync(draft.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft.name, path)
