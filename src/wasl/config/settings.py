"""Every setting, read once at the start."""

import ipaddress
from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import parse_qs, urlsplit

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import SettingsConfigDict

from wasl.config.edfali import EdfaliSettings
from wasl.config.mail import MailSettings
from wasl.config.moamalat import MoamalatSettings
from wasl.config.sadad import SadadSettings
from wasl.config.secret_keys import SECRET_KEY_MIN_CHARS, kept_key, split_keys
from wasl.config.web_address import WebAddress
from wasl.config.word_lists import Words

_SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")


class SettingsError(Exception):
    """One line that names the setting and what is wrong with it."""


class Settings(MailSettings, MoamalatSettings, SadadSettings, EdfaliSettings):
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
    public_url: WebAddress = Field(
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
    trusted_proxies: Words = Field(
        default=(),
        description="Proxies whose X-Forwarded-For is believed; separated by commas.",
    )
    checkout_address_rate_per_second: Annotated[float, Field(gt=0)] = Field(
        default=50, description="Checkout requests a second from one address, which many may share."
    )
    checkout_address_burst: Annotated[int, Field(ge=1)] = Field(
        default=500, description="Checkout requests from one address at once."
    )
    checkout_intent_rate_per_second: Annotated[float, Field(gt=0)] = Field(
        default=5, description="Checkout requests a second for one payment intent."
    )
    checkout_intent_burst: Annotated[int, Field(ge=1)] = Field(
        default=60, description="Checkout requests for one payment intent at once."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The least severe log line that is written."
    )
    access_log: bool = Field(default=True, description="One log line for every request.")

    sign_up_open: bool = Field(
        default=True, description="Anyone may sign up to the dashboard. Otherwise by invitation."
    )
    webhook_allow_private: bool = Field(
        default=False,
        description="For development: webhooks may go to http, loopback and private addresses.",
    )
    webhook_ports: Words = Field(
        default=("443", "8443"), description="Ports a webhook URL may name, separated by commas."
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

    sandbox_url: WebAddress = Field(
        default="http://localhost:9000",
        description="Where the simulators run that test applications pay with.",
    )

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

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for network in value:
            try:
                ipaddress.ip_network(network)
            except ValueError:
                raise ValueError(f"{network!r} is no address and no network") from None
        return value

    @field_validator("secret_key")
    @classmethod
    def _long_enough(cls, value: str | None) -> str | None:
        if value is not None and any(len(key) < SECRET_KEY_MIN_CHARS for key in split_keys(value)):
            raise ValueError(f"each key must have at least {SECRET_KEY_MIN_CHARS} characters")
        return value

    @field_validator("webhook_ports")
    @classmethod
    def _ports(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not all(part.isdecimal() and 0 < int(part) < 65536 for part in value):
            raise ValueError("must be port numbers, separated by commas")
        return value

    @model_validator(mode="after")
    def _external_database_needs_a_key(self) -> "Settings":
        if self.database_url is not None and self.secret_key is None:
            raise ValueError("WASL_SECRET_KEY is required when WASL_DATABASE_URL is set")
        return self

    def webhook_port_numbers(self) -> frozenset[int]:
        return frozenset(int(part) for part in self.webhook_ports)

    def secret_keys(self) -> list[str]:
        """Given ones, or the one kept beside the embedded database, made on first use."""
        return split_keys(self.secret_key) if self.secret_key else [kept_key(self.data_dir)]


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
