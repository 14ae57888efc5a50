"""The operator's own account at Edfali, for live applications."""

import re
from collections.abc import Mapping
from typing import Final, Self

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings

from wasl.config.safe_wording import says_paid
from wasl.config.web_address import WebAddress
from wasl.config.whole_account import require_all_or_none
from wasl.config.word_lists import ReasonsByWord, laid_over, require_known_where_unknown
from wasl.domain.attempt import DeclineReason
from wasl.providers.edfali.account import (
    BEGIN_WORDS,
    CONFIRM_WORDS,
    LIVE_URL,
    SESSION_ID_PATTERN,
    CmobileFormat,
    EdfaliAccount,
)

# OK is the payment itself, DUP may follow one, and an empty answer says nothing.
_NEVER_A_REFUSAL: Final = ("OK", "DUP", "")

_Reasons = Mapping[str, DeclineReason | None]


class EdfaliSettings(BaseSettings):
    edfali_mobile: str | None = Field(default=None, min_length=1)
    edfali_pin: str | None = Field(default=None, min_length=1, repr=False)
    edfali_service_password: str | None = Field(default=None, min_length=1, repr=False)
    edfali_url: WebAddress = LIVE_URL
    edfali_cmobile_format: CmobileFormat = CmobileFormat.INTERNATIONAL
    edfali_session_id_pattern: str = SESSION_ID_PATTERN
    edfali_begin_words: ReasonsByWord = {}
    edfali_confirm_words: ReasonsByWord = {}

    @field_validator("edfali_session_id_pattern")
    @classmethod
    def _regular_expression(cls, pattern: str) -> str:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValueError(f"is no regular expression: {error}") from None
        return pattern

    @field_validator("edfali_begin_words")
    @classmethod
    def _begin_words(cls, given: _Reasons) -> _Reasons:
        words = {word.upper(): reason for word, reason in given.items()}
        require_known_where_unknown(words, BEGIN_WORDS)
        return words

    @field_validator("edfali_confirm_words")
    @classmethod
    def _confirm_words(cls, given: _Reasons) -> _Reasons:
        words = {word.upper(): reason for word, reason in given.items()}
        for word in words:
            if word in _NEVER_A_REFUSAL or says_paid(word):
                raise ValueError(f"{word!r} may mean that the money was taken")
        require_known_where_unknown(words, CONFIRM_WORDS)
        return words

    @model_validator(mode="after")
    def _no_word_is_a_session_id(self) -> Self:
        for word in ("OK", "ERROR", *BEGIN_WORDS, *self.edfali_begin_words):
            if re.fullmatch(self.edfali_session_id_pattern, word):
                raise ValueError(
                    f"WASL_EDFALI_SESSION_ID_PATTERN: takes the word {word!r} for a session id"
                )
        return self

    @model_validator(mode="after")
    def _whole_edfali_account(self) -> Self:
        require_all_or_none(self, "edfali_mobile", "edfali_pin", "edfali_service_password")
        return self

    def edfali_account(self) -> EdfaliAccount | None:
        if self.edfali_mobile is None:
            return None
        assert self.edfali_pin is not None
        assert self.edfali_service_password is not None
        return self.edfali_account_of(
            mobile=self.edfali_mobile,
            pin=self.edfali_pin,
            service_password=self.edfali_service_password,
        )

    def edfali_account_of(self, *, mobile: str, pin: str, service_password: str) -> EdfaliAccount:
        """Anybody's account, reached in the way these settings say."""
        return EdfaliAccount(
            url=self.edfali_url,
            mobile=mobile,
            pin=pin,
            service_password=service_password,
            cmobile_format=self.edfali_cmobile_format,
            session_id_pattern=self.edfali_session_id_pattern,
            begin_words=laid_over(BEGIN_WORDS, self.edfali_begin_words),
            confirm_words=laid_over(CONFIRM_WORDS, self.edfali_confirm_words),
        )
