"""A mail server that keeps what it is given."""

import email
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default

from tests.support.waiting import wait_for


class Mailbox:
    def __init__(self, url: str) -> None:
        self.url = url
        self.letters: list[EmailMessage] = []

    def letter_to(self, address: str) -> str:
        """The text of the one letter, once it is there."""
        wait_for(lambda: [one for one in self.letters if one["To"] == address])
        (letter,) = [one for one in self.letters if one["To"] == address]
        return str(letter.get_content())


@contextmanager
def running_mailbox() -> Iterator[Mailbox]:
    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 mailbox")
            while line := self.rfile.readline():
                command = line[:4].upper()
                if command == b"DATA":
                    self._say("354 go on")
                    mailbox.letters.append(self._letter())
                self._say("221 bye" if command == b"QUIT" else "250 fine")

        def _letter(self) -> EmailMessage:
            lines = list(iter(self.rfile.readline, b".\r\n"))
            letter = email.message_from_bytes(b"".join(lines), policy=default)
            assert isinstance(letter, EmailMessage)
            return letter

        def _say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        mailbox = Mailbox(f"smtp://127.0.0.1:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield mailbox
        finally:
            server.shutdown()
            thread.join()
