"""What the team is told, in words. Each text is translated when it is shown."""

from typing import Final, NamedTuple

from wasl.domain.errors import (
    AccountNotFound,
    ApplicationNotFound,
    CredentialNotFound,
    DeliveryNotFound,
    FormRefused,
    FormSentTwice,
    InvalidRequest,
    InvitationNotFound,
    MemberNotFound,
    NotPermitted,
    PageNotFound,
    PasswordResetNotFound,
    PaymentIntentNotFound,
    ProviderAccountNotFound,
    RateLimited,
    RequestTooLarge,
    ServiceUnavailable,
    SignUpClosed,
    TooManyTries,
    UnsupportedMediaType,
    WaslError,
)
from wasl.domain.problem import Problem
from wasl.web.language import N_


class Trouble(NamedTuple):
    """Why a page cannot be shown; `text` may name the `minutes` to wait."""

    title: str
    text: str


_NOT_FOUND: Final = Trouble(
    N_("There is nothing here"),
    N_("The address is wrong, or what it names is not yours. Go back and choose again."),
)
_UNREADABLE: Final = Trouble(
    N_("The form could not be read"),
    N_("Nothing was changed. It may have been too long: shorten it and send it again."),
)
TROUBLES: Final[dict[type[WaslError], Trouble]] = {
    AccountNotFound: _NOT_FOUND,
    ApplicationNotFound: _NOT_FOUND,
    CredentialNotFound: _NOT_FOUND,
    DeliveryNotFound: _NOT_FOUND,
    MemberNotFound: _NOT_FOUND,
    PageNotFound: _NOT_FOUND,
    PaymentIntentNotFound: _NOT_FOUND,
    ProviderAccountNotFound: _NOT_FOUND,
    NotPermitted: Trouble(
        N_("Your role does not allow this"), N_("Ask an owner of the account to do it.")
    ),
    FormRefused: Trouble(
        N_("This form was open for too long"),
        N_("Nothing was changed. Go back, load the page again and send the form once more."),
    ),
    FormSentTwice: Trouble(
        N_("This form was sent twice"),
        N_(
            "It was taken the first time, and what it issued was shown then. If you did not see "
            "it, open the form again and issue another."
        ),
    ),
    InvitationNotFound: Trouble(
        N_("This invitation no longer works"),
        N_("It was used, taken back, or is too old. Ask for a new one."),
    ),
    PasswordResetNotFound: Trouble(
        N_("This link no longer works"), N_("It was used or is too old. Ask for a new one.")
    ),
    SignUpClosed: Trouble(
        N_("Nobody can sign up here"), N_("Ask an owner of an account for an invitation.")
    ),
    InvalidRequest: _UNREADABLE,
    RequestTooLarge: _UNREADABLE,
    UnsupportedMediaType: _UNREADABLE,
    RateLimited: Trouble(N_("Too many requests"), N_("Wait a moment and try again.")),
    TooManyTries: Trouble(
        N_("Too many tries"),
        N_(
            "To protect your account there is a pause of up to %(minutes)s minutes. Try again then."
        ),
    ),
    ServiceUnavailable: Trouble(
        N_("One moment, please"), N_("The database cannot be reached right now. Try again shortly.")
    ),
}
UNEXPECTED: Final = Trouble(
    N_("Something went wrong on our side"),
    N_("Try again. If it happens again, tell us the number below."),
)

# What is wrong with a field, next to it.
PROBLEMS: Final = {
    Problem.EMAIL_MALFORMED: N_("This is not an e-mail address."),
    Problem.EMAIL_TAKEN: N_("There is an account with this address already. Sign in instead."),
    Problem.NAME_MISSING: N_("Type a name."),
    Problem.NAME_TOO_LONG: N_("This name is too long."),
    Problem.NAME_UNREADABLE: N_("This name holds characters that cannot be shown."),
    Problem.ROLE_MISSING: N_("Choose a role."),
    Problem.PASSWORD_TOO_SHORT: N_("Use at least 10 characters."),
    Problem.PASSWORD_TOO_LONG: N_("Use at most 128 characters."),
    Problem.PASSWORD_IS_EMAIL: N_("Do not use your e-mail address as the password."),
    Problem.PASSWORD_TOO_COMMON: N_("Too many people use this password. Choose another."),
    Problem.END_NOT_AHEAD: N_("The end must lie ahead."),
    Problem.NO_METHOD: N_("Leave at least one way to pay switched on."),
    Problem.VALUE_MISSING: N_("Type a value."),
    Problem.VALUE_MALFORMED: N_("This does not look like the value that the provider gave you."),
}
