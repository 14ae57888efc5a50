"""What to type on a checkout in test mode. docs/testing.md explains each."""

from typing import Final, NamedTuple

from wasl.web.language import N_


class SandboxValues(NamedTuple):
    what_happens: str
    sadad_phone: str | None
    edfali_phone: str | None
    card: str | None


SANDBOX_VALUES: Final = (
    SandboxValues(N_("Approved"), "0910000001", "0920000001", "6394993077260781"),
    SandboxValues(N_("Balance too low"), "0910000002", "0920000002", "6395043835180860"),
    SandboxValues(
        N_("Not registered, or declined at once"), "0910000003", "0920000003", "6395043165725698"
    ),
    SandboxValues(
        N_("Charged, but the answer is lost"), "0910000004", "0920000004", "6395043170446256"
    ),
    SandboxValues(N_("Not charged, and the answer is lost"), "0910000005", "0920000005", None),
    SandboxValues(N_("Charged late"), "0910000006", None, "6395043000000034"),
    SandboxValues(N_("Provider down"), "0910000007", "0920000007", None),
)
