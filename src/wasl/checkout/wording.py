"""What customers are told, in their words. Each text is translated when it is shown."""

from typing import Final, NamedTuple

from wasl.domain.application import Method
from wasl.domain.attempt import DeclineReason
from wasl.web.language import N_

METHOD_NAMES: Final = {
    Method.CARD: N_("Bank card"),
    Method.SADAD: N_("Sadad"),
    Method.EDFALI: N_("Edfali"),
}


class Words(NamedTuple):
    what_happened: str
    what_to_do: str


REASONS: Final = {
    DeclineReason.WRONG_CODE: Words(
        N_("The code is not right."), N_("Look at the message again and type the code it shows.")
    ),
    DeclineReason.CODE_EXPIRED: Words(
        N_("The code has expired."), N_("Ask for a new code and type it within ten minutes.")
    ),
    DeclineReason.TOO_MANY_CODES: Words(
        N_("The code was wrong too many times."),
        N_("Nothing was taken. Start again to get a new code."),
    ),
    DeclineReason.INSUFFICIENT_BALANCE: Words(
        N_("Your balance is too low."), N_("Nothing was taken. Top it up, or pay another way.")
    ),
    DeclineReason.LIMIT_EXCEEDED: Words(
        N_("This payment is above your limit."), N_("Nothing was taken. Pay another way.")
    ),
    DeclineReason.NOT_REGISTERED: Words(
        N_("This number is not registered."), N_("Check the number, or pay another way.")
    ),
    DeclineReason.WRONG_DETAILS: Words(
        N_("The phone number or the birth year is not right."), N_("Check both and try again.")
    ),
    DeclineReason.CANCELED_BY_CUSTOMER: Words(
        N_("You canceled the payment."), N_("Nothing was taken. You can try again.")
    ),
    DeclineReason.DECLINED: Words(
        N_("The payment was declined."),
        N_("Nothing was taken. Try again, pay another way, or ask your bank."),
    ),
    DeclineReason.NOTHING_FOUND: Words(
        N_("No payment was made."),
        N_("You can try again. If money was taken after all, wait: this page shows it by itself."),
    ),
    DeclineReason.PROVIDER_UNAVAILABLE: Words(
        N_("The provider does not answer right now."),
        N_("Nothing was taken. Try again in a moment, or pay another way."),
    ),
    DeclineReason.MISCONFIGURED: Words(
        N_("This way to pay does not work at the moment."),
        N_("Nothing was taken. Pay another way."),
    ),
}
TOO_MANY_TRIES: Final = Words(
    N_("There were too many tries."), N_("Nothing was taken. Wait an hour, or pay another way.")
)

PHONE_MISSING: Final = N_("Type the phone number.")
PHONE_WRONG: Final = N_("This is not a Libyan mobile number. It looks like 0912345678.")
BIRTH_YEAR_WRONG: Final = N_("Type the birth year with four digits, such as 1990.")
CODE_MISSING: Final = N_("Type the code from the message.")


class Trouble(NamedTuple):
    """Why a page cannot be shown."""

    title: str
    text: str


FORM_REFUSED: Final = Trouble(
    N_("This form was open for too long"),
    N_("Nothing was sent and nothing was taken. Open the payment again; cookies must be allowed."),
)
TOO_MANY_REQUESTS: Final = Trouble(
    N_("Too many requests"), N_("Wait a moment, then open the payment again. Nothing was taken.")
)
UNAVAILABLE: Final = Trouble(
    N_("One moment, please"),
    N_(
        "We cannot be reached properly right now. Open the payment again in a moment;"
        " it shows what was paid."
    ),
)
OUR_FAULT: Final = Trouble(
    N_("Something went wrong on our side"),
    N_("Open the payment again before you pay: it shows what was paid."),
)
NOT_UNDERSTOOD: Final = Trouble(
    N_("The form could not be read"), N_("Nothing was taken. Open the payment again.")
)
