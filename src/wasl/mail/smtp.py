"""Sends letters through the operator's mail server."""

import asyncio
import ipaddress
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import unquote, urlsplit

from wasl.mail.letters import Letter

_TIMEOUT_S: Final = 10.0
_SMTP_PORT: Final = 587
_SMTPS_PORT: Final = 465


class MailNotSent(Exception):
    """The reason, in one line that holds no password."""


class SmtpMail:
    """`smtps://` speaks TLS from the start; `smtp://` turns to it, except on this machine."""

    def __init__(self, url: str, sender: str, tls: ssl.SSLContext | None = None) -> None:
        parts = urlsplit(url)
        self._from_the_start = parts.scheme == "smtps"
        self._host = parts.hostname or ""
        self._port = parts.port or (_SMTPS_PORT if self._from_the_start else _SMTP_PORT)
        self._user = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password or "")
        self._sender = sender
        self._tls = tls or ssl.create_default_context()

    async def send(self, letter: Letter) -> None:
        try:
            await asyncio.to_thread(self._send, self._message(letter))
        except (smtplib.SMTPException, OSError, ValueError) as error:
            # What a server answers may repeat what it was told: only the kind of trouble is kept.
            raise MailNotSent(type(error).__name__) from None

    def _message(self, letter: Letter) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self._sender
        message["To"] = letter.to
        message["Subject"] = letter.subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._sender.rpartition("@")[2].rstrip(">"))
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.body)
        return message

    def _send(self, message: EmailMessage) -> None:
        with self._connected() as server:
            if not self._from_the_start and not _is_this_machine(self._host):
                # Raises where it is not offered: a link that opens an account goes out sealed.
                server.starttls(context=self._tls)
            if self._user is not None:
                server.login(self._user, self._password)
            server.send_message(message)

    def _connected(self) -> smtplib.SMTP:
        if self._from_the_start:
            return smtplib.SMTP_SSL(self._host, self._port, timeout=_TIMEOUT_S, context=self._tls)
        return smtplib.SMTP(self._host, self._port, timeout=_TIMEOUT_S)


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
