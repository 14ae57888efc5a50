"""The operator's own account at Moamalat, for live applications."""

from typing import Self

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings

from wasl.config.web_address import WebAddress
from wasl.config.whole_account import require_all_or_none
from wasl.providers.moamalat.account import (
    LIVE_API_URL,
    LIVE_LIGHTBOX_URL,
    MoamalatAccount,
    is_key,
)


class MoamalatSettings(BaseSettings):
    moamalat_merchant_id: str | None = Field(default=None, min_length=1)
    moamalat_terminal_id: str | None = Field(default=None, min_length=1)
    moamalat_merchant_key: str | None = Field(default=None, repr=False)
    moamalat_notification_key: str | None = Field(default=None, repr=False)
    moamalat_api_url: WebAddress = LIVE_API_URL
    moamalat_lightbox_url: WebAddress = LIVE_LIGHTBOX_URL

    @field_validator("moamalat_merchant_key", "moamalat_notification_key")
    @classmethod
    def _hexadecimal(cls, key: str | None) -> str | None:
        if key is not None and not is_key(key):
            raise ValueError("must be hexadecimal")
        return key

    @model_validator(mode="after")
    def _whole_moamalat_account(self) -> Self:
        require_all_or_none(
            self,
            "moamalat_merchant_id",
            "moamalat_terminal_id",
            "moamalat_merchant_key",
            "moamalat_notification_key",
        )
        return self

    def moamalat_account(self) -> MoamalatAccount | None:
        if self.moamalat_merchant_id is None:
            return None
        assert self.moamalat_terminal_id is not None
        assert self.moamalat_merchant_key is not None
        return MoamalatAccount(
            api_url=self.moamalat_api_url,
            lightbox_url=self.moamalat_lightbox_url,
            merchant_id=self.moamalat_merchant_id,
            terminal_id=self.moamalat_terminal_id,
            merchant_key=self.moamalat_merchant_key,
            notification_key=self.moamalat_notification_key,
        )
