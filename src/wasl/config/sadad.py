"""The operator's own account at Sadad, for live applications."""

import re
from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings

from wasl.config.safe_wording import require_harmless_phrase, says_not_paid
from wasl.config.web_address import WebAddress
from wasl.config.word_lists import (
    ReasonsByWord,
    Words,
    laid_over,
    require_known_where_unknown,
)
from wasl.domain.attempt import DeclineReason
from wasl.providers.sadad.account import (
    CODE_DIGITS,
    ECOMMERCE_CATEGORY,
    LIVE_URL,
    NOTHING_FOUND_PHRASES,
    PAID_WORDS,
    PHONE_PREFIXES,
    REFUSAL_PHRASES,
    MsisdnFormat,
    SadadAccount,
    is_token,
)

_PREFIX: Final = re.compile(r"09[1-6][0-9]{0,7}")
_CODE: Final = re.compile(r"-?[0-9]{1,9}")
_BUILT_IN_CODES: Final[Mapping[str, DeclineReason]] = {}

_Reasons = Mapping[str, DeclineReason | None]


class SadadSettings(BaseSettings):
    sadad_token: str | None = Field(default=None, repr=False)
    sadad_url: WebAddress = LIVE_URL
    sadad_msisdn_format: MsisdnFormat = MsisdnFormat.NATIONAL
    sadad_birth_year_as_text: bool = True
    sadad_category: int = ECOMMERCE_CATEGORY
    sadad_phone_prefixes: Words = PHONE_PREFIXES
    sadad_code_digits: Annotated[int, Field(ge=4, le=10)] = CODE_DIGITS
    sadad_refusal_codes: ReasonsByWord = {}
    sadad_refusal_phrases: ReasonsByWord = {}
    sadad_enquiry_paid_words: Words = PAID_WORDS
    sadad_enquiry_nothing_found_phrases: Words = NOTHING_FOUND_PHRASES

    @field_validator("sadad_token")
    @classmethod
    def _printable(cls, token: str | None) -> str | None:
        if token is not None and not is_token(token):
            raise ValueError("must be printable ASCII")
        return token

    @field_validator("sadad_phone_prefixes")
    @classmethod
    def _beginnings_of_numbers(cls, prefixes: tuple[str, ...]) -> tuple[str, ...]:
        for prefix in prefixes:
            if not _PREFIX.fullmatch(prefix):
                raise ValueError(f"{prefix!r} begins no phone number: write it like 091")
        return prefixes

    @field_validator("sadad_refusal_codes")
    @classmethod
    def _codes(cls, given: _Reasons) -> _Reasons:
        for code in given:
            if not _CODE.fullmatch(code):
                raise ValueError(f"{code!r} is no number")
            if int(code) == 0:
                raise ValueError("0 means that the money was taken")
        require_known_where_unknown(given, _BUILT_IN_CODES)
        return given

    @field_validator("sadad_refusal_phrases")
    @classmethod
    def _refusals(cls, given: _Reasons) -> _Reasons:
        phrases = {phrase.casefold(): reason for phrase, reason in given.items()}
        for phrase in phrases:
            require_harmless_phrase(phrase)
        require_known_where_unknown(phrases, dict(REFUSAL_PHRASES))
        return phrases

    @field_validator("sadad_enquiry_paid_words")
    @classmethod
    def _paid_words(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        if not words:
            raise ValueError("without a word no payment would ever be found")
        for word in words:
            if says_not_paid(word):
                raise ValueError(f"{word!r} may mean that nothing was paid")
        return tuple(word.casefold() for word in words)

    @field_validator("sadad_enquiry_nothing_found_phrases")
    @classmethod
    def _nothing_found_phrases(cls, phrases: tuple[str, ...]) -> tuple[str, ...]:
        for phrase in phrases:
            require_harmless_phrase(phrase)
        return tuple(phrase.casefold() for phrase in phrases)

    def sadad_account(self) -> SadadAccount | None:
        if self.sadad_token is None:
            return None
        return self.sadad_account_of(token=self.sadad_token)

    def sadad_account_of(self, *, token: str) -> SadadAccount:
        """Anybody's account, reached in the way these settings say."""
        return SadadAccount(
            url=self.sadad_url,
            token=token,
            msisdn_format=self.sadad_msisdn_format,
            birth_year_as_text=self.sadad_birth_year_as_text,
            category=self.sadad_category,
            phone_prefixes=self.sadad_phone_prefixes,
            code_digits=self.sadad_code_digits,
            refusal_codes={int(c): why for c, why in self.sadad_refusal_codes.items() if why},
            refusal_phrases=tuple(
                laid_over(dict(REFUSAL_PHRASES), self.sadad_refusal_phrases).items()
            ),
            enquiry_paid_words=frozenset(self.sadad_enquiry_paid_words),
            enquiry_nothing_found_phrases=self.sadad_enquiry_nothing_found_phrases,
        )
