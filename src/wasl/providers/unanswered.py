"""What it means that a call brought no answer. Money hangs on which call it was."""

from wasl.domain.attempt import DeclineReason
from wasl.provider_interface import Declined, Unknown
from wasl.providers.send_once import NoAnswer, NotSent


def before_a_charge(provider: str, sent: NotSent | NoAnswer) -> Declined:
    """No money can move yet, so nothing can come of it."""
    return Declined(DeclineReason.PROVIDER_UNAVAILABLE, f"{provider}: {sent.detail}")


def to_a_charge(provider: str, sent: NotSent | NoAnswer) -> Declined | Unknown:
    """What never left this machine charged nothing. Any doubt about that is a `NoAnswer`."""
    if isinstance(sent, NotSent):
        return Declined(DeclineReason.PROVIDER_UNAVAILABLE, f"{provider}: {sent.detail}")
    return Unknown(f"{provider}: {sent.detail}")
