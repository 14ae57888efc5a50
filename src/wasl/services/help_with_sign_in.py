"""Help someone who cannot sign in, for the operator: a link for a new password."""

from datetime import datetime

from wasl.domain.email import spelled_once
from wasl.domain.errors import UserNotFound
from wasl.domain.person import Actor
from wasl.services.dashboard_links import DashboardLinks
from wasl.services.request_password_reset import make_reset
from wasl.services.turn_off_totp import turn_off_totp
from wasl.storage import audit_log, users
from wasl.storage.pool import Pool, transaction_from


class HelpWithSignIn:
    def __init__(self, pool: Pool, links: DashboardLinks) -> None:
        self._pool = pool
        self._links = links

    async def __call__(
        self, email: str, also_turn_off_codes: bool, actor: str, now: datetime
    ) -> str:
        """The link, seen this once. The operator never learns the password."""
        operator = Actor(None, actor, None)
        async with transaction_from(self._pool) as connection:
            user = await users.find_by_email(connection, spelled_once(email))
            if user is None:
                raise UserNotFound
            token = await make_reset(connection, user, now)
            if also_turn_off_codes:
                await turn_off_totp(connection, user.id, operator, now)
            await audit_log.append_for_user(
                connection,
                user_id=user.id,
                actor=operator,
                action="user.password_reset_link_made",
                detail={},
                now=now,
            )
        return self._links.password_reset(token)
