"""The operator's own account at Moamalat, for live applications."""

import re
from collections.abc import Mapping
from typing import Annotated, Final, Self

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings

from wasl.config.web_address import WebAddress
from wasl.config.whole_account import require_all_or_none
from wasl.config.word_lists import (
    ReasonsByWord,
    Words,
    laid_over,
    require_known_where_unknown,
)
from wasl.domain.attempt import DeclineReason
from wasl.providers.moamalat.account import (
    API_TIME_FORMAT,
    API_TIME_FRACTION_DIGITS,
    DECLINE_PHRASES,
    LIBYAN_UTC_OFFSET_HOURS,
    LIGHTBOX_TIME_FORMAT,
    LIVE_API_URL,
    LIVE_LIGHTBOX_URL,
    TAKES_MONEY_BACK,
    MoamalatAccount,
    bare_word,
    is_key,
)

# Letters and signs that could not be mistaken for another part of what is signed.
_TIME_FORMAT: Final = re.compile(r"(?:%[YymdHMS]|[-/:.T ])+")
_UNIQUE_BY: Final = ("%d", "%H", "%M", "%S")
# The money of these goes to the merchant.
_BRINGS_MONEY: Final = ("sale", "purchase", "payment", "voidrefund", "refundvoid")

_Reasons = Mapping[str, DeclineReason | None]


class MoamalatSettings(BaseSettings):
    moamalat_merchant_id: str | None = Field(default=None, min_length=1)
    moamalat_terminal_id: str | None = Field(default=None, min_length=1)
    moamalat_merchant_key: str | None = Field(default=None, repr=False)
    moamalat_notification_key: str | None = Field(default=None, repr=False)
    moamalat_api_url: WebAddress = LIVE_API_URL
    moamalat_lightbox_url: WebAddress = LIVE_LIGHTBOX_URL
    moamalat_lightbox_time_format: str = LIGHTBOX_TIME_FORMAT
    moamalat_api_time_format: str = API_TIME_FORMAT
    moamalat_api_time_fraction_digits: Annotated[int, Field(ge=0, le=9)] = API_TIME_FRACTION_DIGITS
    moamalat_utc_offset_hours: Annotated[int, Field(ge=-12, le=14)] = LIBYAN_UTC_OFFSET_HOURS
    moamalat_words_that_take_money_back: Words = TAKES_MONEY_BACK
    moamalat_decline_phrases: ReasonsByWord = {}

    @field_validator("moamalat_merchant_key", "moamalat_notification_key")
    @classmethod
    def _hexadecimal(cls, key: str | None) -> str | None:
        if key is not None and not is_key(key):
            raise ValueError("must be hexadecimal")
        return key

    @field_validator("moamalat_lightbox_time_format", "moamalat_api_time_format")
    @classmethod
    def _time_format(cls, time_format: str) -> str:
        if not _TIME_FORMAT.fullmatch(time_format) or "%" not in time_format:
            raise ValueError("must be made of %Y %y %m %d %H %M %S and - / : . T")
        return time_format

    @field_validator("moamalat_api_time_format")
    @classmethod
    def _unique_time(cls, time_format: str) -> str:
        if not all(part in time_format for part in _UNIQUE_BY):
            raise ValueError(f"must hold {' '.join(_UNIQUE_BY)}: no two requests may be the same")
        return time_format

    @field_validator("moamalat_words_that_take_money_back")
    @classmethod
    def _money_back(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        for word in words:
            if bare_word(word) in _BRINGS_MONEY:
                raise ValueError(f"{word!r} brings money in")
        return tuple(bare_word(word) for word in words)

    @field_validator("moamalat_decline_phrases")
    @classmethod
    def _phrases(cls, given: _Reasons) -> _Reasons:
        """Looked for only where nothing was approved, so a wrong one only misinforms."""
        phrases = {phrase.casefold(): reason for phrase, reason in given.items()}
        if "" in phrases:
            raise ValueError("holds an empty phrase, which is in everything")
        require_known_where_unknown(phrases, dict(DECLINE_PHRASES))
        return phrases

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
        return self.moamalat_account_of(
            merchant_id=self.moamalat_merchant_id,
            terminal_id=self.moamalat_terminal_id,
            merchant_key=self.moamalat_merchant_key,
            notification_key=self.moamalat_notification_key,
        )

    def moamalat_account_of(
        self,
        *,
        merchant_id: str,
        terminal_id: str,
        merchant_key: str,
        notification_key: str | None = None,
    ) -> MoamalatAccount:
        """Anybody's account, reached in the way these settings say."""
        return MoamalatAccount(
            api_url=self.moamalat_api_url,
            lightbox_url=self.moamalat_lightbox_url,
            merchant_id=merchant_id,
            terminal_id=terminal_id,
            merchant_key=merchant_key,
            notification_key=notification_key,
            lightbox_time_format=self.moamalat_lightbox_time_format,
            api_time_format=self.moamalat_api_time_format,
            api_time_fraction_digits=self.moamalat_api_time_fraction_digits,
            utc_offset_hours=self.moamalat_utc_offset_hours,
            words_that_take_money_back=frozenset(self.moamalat_words_that_take_money_back),
            decline_phrases=tuple(
                laid_over(dict(DECLINE_PHRASES), self.moamalat_decline_phrases).items()
            ),
        )
