"""The operator's own account at Sadad, for live applications."""

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings

from wasl.config.web_address import WebAddress
from wasl.providers.sadad.account import (
    ECOMMERCE_CATEGORY,
    LIVE_URL,
    MsisdnFormat,
    SadadAccount,
    is_token,
)


class SadadSettings(BaseSettings):
    sadad_token: str | None = Field(default=None, repr=False)
    sadad_url: WebAddress = LIVE_URL
    sadad_msisdn_format: MsisdnFormat = MsisdnFormat.NATIONAL
    sadad_category: int = ECOMMERCE_CATEGORY

    @field_validator("sadad_token")
    @classmethod
    def _printable(cls, token: str | None) -> str | None:
        if token is not None and not is_token(token):
            raise ValueError("must be printable ASCII")
        return token

    def sadad_account(self) -> SadadAccount | None:
        if self.sadad_token is None:
            return None
        return SadadAccount(
            url=self.sadad_url,
            token=self.sadad_token,
            msisdn_format=self.sadad_msisdn_format,
            category=self.sadad_category,
        )
