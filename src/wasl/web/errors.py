"""The one table that turns errors of the business into HTTP."""

import math
from typing import Final

from wasl.domain.errors import (
    AccessTokenRejected,
    AccountNotFound,
    AlreadyMember,
    ApiKeyRejected,
    ApplicationNotFound,
    CodeWrong,
    CredentialNotFound,
    DeliveryNotFound,
    FormRefused,
    FormSentTwice,
    InputRefused,
    InvalidRequest,
    InvitationForAnother,
    InvitationNotFound,
    LastOwner,
    LiveApplicationRefused,
    MemberNotFound,
    NotPermitted,
    NoWebhookUrl,
    PageNotFound,
    PasswordNotConfirmed,
    PasswordResetNotFound,
    PasswordWrong,
    PaymentIntentForbidden,
    PaymentIntentNotFound,
    ProviderAccountNotFound,
    RateLimited,
    RequestTooLarge,
    SecondStepOver,
    ServiceUnavailable,
    SessionOver,
    SignInRefused,
    SignUpClosed,
    SimulatorsUnavailable,
    TooManyInvitations,
    TooManyListeners,
    TooManyTries,
    TotpAlreadyOn,
    TotpNotStarted,
    TriggerFailed,
    UnsupportedMediaType,
    WaslError,
    WebhookUrlRefused,
)
from wasl.web.asgi_types import Headers

STATUS_BY_ERROR: Final[dict[type[WaslError], int]] = {
    AccessTokenRejected: 401,
    ApiKeyRejected: 401,
    SessionOver: 401,
    FormRefused: 403,
    InvitationForAnother: 403,
    LiveApplicationRefused: 403,
    NotPermitted: 403,
    PasswordNotConfirmed: 403,
    PaymentIntentForbidden: 403,
    SignUpClosed: 403,
    AccountNotFound: 404,
    ApplicationNotFound: 404,
    CredentialNotFound: 404,
    DeliveryNotFound: 404,
    PageNotFound: 404,
    InvitationNotFound: 404,
    MemberNotFound: 404,
    PasswordResetNotFound: 404,
    PaymentIntentNotFound: 404,
    ProviderAccountNotFound: 404,
    RequestTooLarge: 413,
    UnsupportedMediaType: 415,
    AlreadyMember: 422,
    CodeWrong: 422,
    InputRefused: 422,
    InvalidRequest: 422,
    LastOwner: 422,
    FormSentTwice: 409,
    NoWebhookUrl: 422,
    PasswordWrong: 422,
    SecondStepOver: 422,
    SignInRefused: 422,
    TooManyInvitations: 422,
    TotpAlreadyOn: 422,
    TotpNotStarted: 422,
    TriggerFailed: 422,
    WebhookUrlRefused: 422,
    RateLimited: 429,
    TooManyListeners: 429,
    TooManyTries: 429,
    ServiceUnavailable: 503,
    SimulatorsUnavailable: 503,
}

OUTAGE_RETRY_AFTER_S: Final = 1
LISTENERS_RETRY_AFTER_S: Final = 5


def json_body_of(error: WaslError) -> dict[str, object]:
    if isinstance(error, ApiKeyRejected):
        return {"error": str(error)}
    if isinstance(error, InvalidRequest):
        return {"message": str(error), "errors": error.errors}
    return {"message": str(error)}


def headers_of(error: WaslError) -> Headers:
    if isinstance(error, AccessTokenRejected):
        return [(b"www-authenticate", b"Bearer")]
    if isinstance(error, RateLimited):
        return [(b"retry-after", b"%d" % max(1, math.ceil(error.retry_after_s)))]
    if isinstance(error, TooManyListeners):
        return [(b"retry-after", b"%d" % LISTENERS_RETRY_AFTER_S)]
    if isinstance(error, ServiceUnavailable):
        return [(b"retry-after", b"%d" % OUTAGE_RETRY_AFTER_S)]
    return []
