"""A mail server of the tests' own, spoken to over real SMTP."""

import base64
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage


@dataclass
class MailServer:
    """`tls` speaks TLS from the start; `starttls` offers to turn to it."""

    tls: ssl.SSLContext | None = None
    starttls: ssl.SSLContext | None = None
    refuses: bool = False
    port: int = 0
    received: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    logins: list[tuple[str, str]] = field(default_factory=list)
    # Whether each letter came through TLS.
    sealed: list[bool] = field(default_factory=list)

    def text(self, index: int = -1) -> str:
        return str(self.received[index].get_content())


class _Conversation(socketserver.StreamRequestHandler):
    mail: MailServer

    def handle(self) -> None:
        self._sealed = False
        if self.mail.tls is not None:
            self._turn_to(self.mail.tls)
        self._say("220 tests")
        while line := self.rfile.readline():
            words = line.decode().strip()
            if not self._answer(words.upper().partition(" ")[0], words):
                return

    def finish(self) -> None:
        super().finish()
        self.connection.close()

    def _answer(self, verb: str, line: str) -> bool:
        mail = self.mail
        if verb == "EHLO":
            offers = ["STARTTLS"] if mail.starttls and not self._sealed else []
            lines = ["tests", *offers, "AUTH PLAIN", "8BITMIME"]
            for text in lines[:-1]:
                self._say(f"250-{text}")
            self._say(f"250 {lines[-1]}")
        elif verb == "STARTTLS":
            self._say("220 go on")
            assert mail.starttls is not None
            self._turn_to(mail.starttls)
        elif verb == "AUTH":
            _, user, password = base64.b64decode(line.split()[2]).decode().split("\0")
            mail.logins.append((user, password))
            self._say("235 welcome")
        elif verb == "RCPT":
            if mail.refuses:
                self._say(f"550 no such mailbox: {line}")
                return True
            mail.recipients.append(line.partition("<")[2].partition(">")[0])
            self._say("250 ok")
        elif verb == "DATA":
            self._say("354 go on")
            mail.received.append(self._read_letter())
            mail.sealed.append(self._sealed)
            self._say("250 taken")
        elif verb == "QUIT":
            self._say("221 bye")
            return False
        else:
            self._say("250 ok")
        return True

    def _read_letter(self) -> EmailMessage:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return message_from_bytes(b"".join(lines), policy=policy.default)

    def _turn_to(self, context: ssl.SSLContext) -> None:
        self.connection = context.wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb")
        self._sealed = True

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())
        self.wfile.flush()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Who hangs up, hangs up."""


@contextmanager
def mail_server(
    tls: ssl.SSLContext | None = None,
    starttls: ssl.SSLContext | None = None,
    refuses: bool = False,
) -> Iterator[MailServer]:
    mail = MailServer(tls, starttls, refuses)
    handler = type("Conversation", (_Conversation,), {"mail": mail})
    with _Server(("127.0.0.1", 0), handler) as server:
        mail.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield mail
        finally:
            server.shutdown()
            thread.join()
