"""The operator's mail server, for invitations and new passwords."""

from typing import Self
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings


class MailSettings(BaseSettings):
    smtp_url: str | None = Field(
        default=None,
        repr=False,
        description="The mail server, smtp:// or smtps://. Absent: links are handed over by hand.",
    )
    mail_from: str | None = Field(default=None, description="The sender of our letters.")

    @field_validator("smtp_url")
    @classmethod
    def _mail_server(cls, value: str | None) -> str | None:
        if value is None:
            return None
        parts = urlsplit(value)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise ValueError("must be an smtp:// or smtps:// address")
        _ = parts.port  # raises where it is no port
        return value

    @field_validator("mail_from")
    @classmethod
    def _one_sender(cls, value: str | None) -> str | None:
        if value is not None and ("@" not in value or not value.isprintable()):
            raise ValueError("must be an e-mail address")
        return value

    @model_validator(mode="after")
    def _server_and_sender(self) -> Self:
        if (self.smtp_url is None) != (self.mail_from is None):
            raise ValueError("WASL_SMTP_URL and WASL_MAIL_FROM: set both of them, or none")
        return self
