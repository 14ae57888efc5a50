"""What the pages about people say. Each text is translated when it is shown."""

from typing import Final

from wasl.domain.access import Role
from wasl.domain.problem import Problem
from wasl.web.language import N_

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
PROBLEMS: Final = {
    Problem.EMAIL_MALFORMED: N_("This is not an e-mail address."),
    Problem.EMAIL_TAKEN: N_("There is an account with this address already. Sign in instead."),
    Problem.NAME_MISSING: N_("Type a name."),
    Problem.NAME_TOO_LONG: N_("This name is too long."),
    Problem.NAME_UNREADABLE: N_("This name holds characters that cannot be shown."),
    Problem.PASSWORD_TOO_SHORT: N_("Use at least 10 characters."),
    Problem.PASSWORD_TOO_LONG: N_("Use at most 128 characters."),
    Problem.PASSWORD_IS_EMAIL: N_("Do not use your e-mail address as the password."),
    Problem.PASSWORD_TOO_COMMON: N_("Too many people use this password. Choose another."),
    Problem.END_NOT_AHEAD: N_("The end must lie ahead."),
    Problem.NO_METHOD: N_("Leave at least one way to pay switched on."),
}
