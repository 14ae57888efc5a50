"""What the pages about people say. Each text is translated when it is shown."""

from typing import Final

from wasl.domain.access import Role
from wasl.domain.application import Mode
from wasl.web.language import N_, Language

ROLE_NAMES: Final = {
    Role.OWNER: N_("Owner"),
    Role.DEVELOPER: N_("Developer"),
    Role.VIEWER: N_("Viewer"),
}
ROLE_MEANINGS: Final = {
    Role.OWNER: N_("May do everything."),
    Role.DEVELOPER: N_("Sees everything; manages credentials and webhooks, resends deliveries."),
    Role.VIEWER: N_("Sees payments only."),
}
MODE_NAMES: Final = {Mode.TEST: N_("Test"), Mode.LIVE: N_("Live")}
MODE_MEANINGS: Final = {
    Mode.TEST: N_("Payments go to simulators. No money moves."),
    Mode.LIVE: N_("Payments go to the real providers. Money moves."),
}
# Each in its own language.
LANGUAGES: Final = {Language.ARABIC: "العربية", Language.ENGLISH: "English"}

CODE_WRONG: Final = N_("This code is wrong, or was used before.")
PASSWORD_WRONG: Final = N_("This password is wrong.")
ALREADY_MEMBER: Final = N_("This person is in the team already.")
TOO_MANY_INVITED: Final = N_(
    "As many people are invited as an account can wait for. Take an invitation back first."
)
LAST_OWNER: Final = N_("An account keeps at least one owner. Make someone else an owner first.")

# What is said on the page that a form leads to.
DONE: Final = {
    "account-opened": N_("The account is open."),
    "codes-off": N_("No codes are asked for any more."),
    "invited": N_("The invitation is on its way."),
    "left": N_("You have left the account."),
    "password-changed": N_("The password is changed. Every other browser is signed out."),
    "password-reset": N_("The new password is set. Sign in with it."),
    "removed": N_("The member is taken out of the team."),
    "reset-by-operator": N_(
        "This service sends no mail. Ask those who run it for a link to choose a new password."
    ),
    "reset-mailed": N_(
        "If there is a user with this address, a link is on its way. It works for one hour."
    ),
    "role-changed": N_("The role is changed."),
    "saved": N_("Saved."),
    "second-step-over": N_("That took too long, or too many codes were wrong. Begin again."),
    "sign-in-to-accept": N_("Sign in with your own password to accept the invitation."),
    "signed-out-everywhere": N_("You are signed out in every browser."),
    "withdrawn": N_("The invitation is taken back. Its link no longer works."),
}
