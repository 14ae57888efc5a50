"""The addresses that mails and operators hand out; the dashboard answers at them."""

from typing import Final

INVITATION_PATH: Final = "/dashboard/invitations/{token}"
PASSWORD_RESET_PATH: Final = "/dashboard/password-resets/{token}"


class DashboardLinks:
    def __init__(self, public_url: str) -> None:
        self._public_url = public_url

    def invitation(self, token: str) -> str:
        return self._public_url + INVITATION_PATH.format(token=token)

    def password_reset(self, token: str) -> str:
        return self._public_url + PASSWORD_RESET_PATH.format(token=token)
