"""Send a link for a new password to who asks for one, and tell nobody whether they exist."""

import asyncio
from datetime import datetime

import structlog

from wasl.domain.credentials import digest
from wasl.domain.email import is_email, spelled_once
from wasl.domain.secret_token import PASSWORD_RESET_PREFIX, new_token
from wasl.domain.session import PASSWORD_RESET_LIFETIME
from wasl.domain.throttle import TryKind
from wasl.mail.letters import password_reset_letter
from wasl.mail.smtp import MailNotSent, SmtpMail
from wasl.services.dashboard_links import DashboardLinks
from wasl.services.throttle import Throttle
from wasl.storage import password_resets, users
from wasl.storage.password_resets import PasswordReset
from wasl.storage.pool import Connection, Pool, transaction_from
from wasl.storage.users import User

log = structlog.get_logger()


class RequestPasswordReset:
    def __init__(
        self, pool: Pool, throttle: Throttle, links: DashboardLinks, mail: SmtpMail | None
    ) -> None:
        self._pool = pool
        self._throttle = throttle
        self._links = links
        self._mail = mail
        self._under_way: set[asyncio.Task[None]] = set()

    @property
    def sends_mail(self) -> bool:
        return self._mail is not None

    async def __call__(self, email: str, address: str | None, now: datetime) -> bool:
        """False where no mail is set: the operator makes the link. The same for every address.

        Whether anything is sent is found out after the answer, so that its time tells nothing.
        """
        email = spelled_once(email)
        await self._throttle.take(TryKind.PASSWORD_RESET, email, address, now)
        if self._mail is None:
            return False
        task = asyncio.create_task(self._send(self._mail, email, now))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return True

    async def finish(self) -> None:
        """Waits for what is being sent."""
        await asyncio.gather(*self._under_way)

    async def _send(self, mail: SmtpMail, email: str, now: datetime) -> None:
        try:
            async with transaction_from(self._pool) as connection:
                user = await users.find_by_email(connection, email) if is_email(email) else None
                if user is None:
                    return
                link = self._links.password_reset(await make_reset(connection, user, now))
            await mail.send(password_reset_letter(email, user.language, link))
        except MailNotSent as trouble:
            log.warning("mail_not_sent", letter="password_reset", reason=str(trouble))
        except Exception:
            log.exception("password_reset_failed")


async def make_reset(connection: Connection, user: User, now: datetime) -> str:
    """Its token, which takes the place of an older one."""
    token = new_token(PASSWORD_RESET_PREFIX)
    reset = PasswordReset(digest(token), user.id, now, now + PASSWORD_RESET_LIFETIME)
    await users.lock(connection, user.id)
    await password_resets.replace(connection, reset)
    return token
