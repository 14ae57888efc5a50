"""What can be wrong with something a person typed. Pages put it into their language."""

from enum import StrEnum


class Problem(StrEnum):
    EMAIL_MALFORMED = "email_malformed"
    EMAIL_TAKEN = "email_taken"
    NAME_MISSING = "name_missing"
    NAME_TOO_LONG = "name_too_long"
    NAME_UNREADABLE = "name_unreadable"
    ROLE_MISSING = "role_missing"
    PASSWORD_TOO_SHORT = "password_too_short"
    PASSWORD_TOO_LONG = "password_too_long"
    PASSWORD_IS_EMAIL = "password_is_email"
    PASSWORD_TOO_COMMON = "password_too_common"
    END_NOT_AHEAD = "end_not_ahead"
    NO_METHOD = "no_method"
    VALUE_MISSING = "value_missing"
    VALUE_MALFORMED = "value_malformed"


class UrlProblem(StrEnum):
    """Why a webhook URL cannot be used."""

    TOO_LONG = "too_long"
    BAD_CHARACTER = "bad_character"
    NOT_A_URL = "not_a_url"
    NOT_HTTPS = "not_https"
    NO_HOST = "no_host"
    HOLDS_CREDENTIALS = "holds_credentials"
    HOLDS_FRAGMENT = "holds_fragment"
    PORT_NOT_ALLOWED = "port_not_allowed"
    HOST_NOT_A_NAME = "host_not_a_name"
    NAME_NOT_FOUND = "name_not_found"
    NOT_PUBLIC = "not_public"
