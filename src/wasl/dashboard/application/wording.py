"""What the pages of an application say. Each text is translated when it is shown."""

from typing import Final

from wasl.domain.application import Method
from wasl.domain.payment_intent import Status
from wasl.web.language import N_

STATUS_NAMES: Final = {
    Status.REQUIRES_PAYMENT_METHOD: N_("Waiting for payment"),
    Status.PROCESSING: N_("Being confirmed"),
    Status.SUCCEEDED: N_("Paid"),
    Status.CANCELED: N_("Expired"),
}
METHOD_NAMES: Final = {
    Method.CARD: N_("Bank card"),
    Method.SADAD: N_("Sadad"),
    Method.EDFALI: N_("Edfali"),
}

DATE_UNREADABLE: Final = N_("This is not a date.")
AMOUNT_UNREADABLE: Final = N_("This is not an amount. Write it in dinars, such as 25 or 25.500.")
