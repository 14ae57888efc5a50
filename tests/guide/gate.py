"""Stands between a program and the service, and can hold back everything that passes."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress


class Gate:
    def __init__(self, listener: socket.socket, behind: tuple[str, int]) -> None:
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        self._behind = behind
        self._open = threading.Event()
        self._open.set()
        self._listener = listener
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._open.clear()

    def open(self) -> None:
        self._open.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with closing(client), closing(socket.create_connection(self._behind)) as service:
            back = threading.Thread(target=_pass, args=(service, client), daemon=True)
            back.start()
            _pass(client, service, self._open)
            back.join()


def _pass(
    source: socket.socket, target: socket.socket, gate: threading.Event | None = None
) -> None:
    with suppress(OSError):
        while part := source.recv(65536):
            if gate is not None:
                gate.wait()
            target.sendall(part)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


@contextmanager
def gate_before(url: str) -> Iterator[Gate]:
    host, _, port = url.removeprefix("http://").partition(":")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        gate = Gate(listener, (host, int(port)))
        yield gate
        gate.open()
