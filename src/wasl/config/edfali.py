"""The operator's own account at Edfali, for live applications."""

from typing import Self

from pydantic import Field, model_validator
from pydantic_settings import BaseSettings

from wasl.config.web_address import WebAddress
from wasl.config.whole_account import require_all_or_none
from wasl.providers.edfali.account import LIVE_URL, CmobileFormat, EdfaliAccount


class EdfaliSettings(BaseSettings):
    edfali_mobile: str | None = Field(default=None, min_length=1)
    edfali_pin: str | None = Field(default=None, min_length=1, repr=False)
    edfali_service_password: str | None = Field(default=None, min_length=1, repr=False)
    edfali_url: WebAddress = LIVE_URL
    edfali_cmobile_format: CmobileFormat = CmobileFormat.INTERNATIONAL

    @model_validator(mode="after")
    def _whole_edfali_account(self) -> Self:
        require_all_or_none(self, "edfali_mobile", "edfali_pin", "edfali_service_password")
        return self

    def edfali_account(self) -> EdfaliAccount | None:
        if self.edfali_mobile is None:
            return None
        assert self.edfali_pin is not None
        assert self.edfali_service_password is not None
        return EdfaliAccount(
            url=self.edfali_url,
            mobile=self.edfali_mobile,
            pin=self.edfali_pin,
            service_password=self.edfali_service_password,
            cmobile_format=self.edfali_cmobile_format,
        )
