"""Processes that stop, are stopped, or die."""

import os
import signal
import socket
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection

import httpx
import pytest

from tests.support.bodies import body
from tests.support.cli import create_application
from tests.support.database import connected
from tests.support.http import http_client
from tests.support.processes import lives
from tests.support.server import Server, running_server
from tests.support.service import PAYMENT_INTENTS
from tests.support.waiting import wait_for

IN_FLIGHT = 50


@pytest.fixture
def server(own_database_url: str) -> Iterator[Server]:
    with running_server(own_database_url) as running:
        yield running


@pytest.fixture
def headers(own_database_url: str) -> dict[str, str]:
    return create_application(own_database_url).headers


class IdleConnections:
    """One to each of the two processes, open and asking nothing."""

    def __init__(self, server: Server) -> None:
        self._host = server.url.removeprefix("http://")
        self._connections: dict[str, HTTPConnection] = {}
        wait_for(self._connect_once_more)

    def _connect_once_more(self) -> bool:
        connection = HTTPConnection(self._host, timeout=20)
        process = self._ask(connection)
        if self._connections.setdefault(process, connection) is not connection:
            connection.close()
        return len(self._connections) == 2

    def ask_each(self) -> None:
        """What reached a process before it answers this, it has read."""
        for connection in self._connections.values():
            self._ask(connection)

    def wait_until_closed(self) -> None:
        """The first thing that a process does when it stops."""
        for connection in self._connections.values():
            assert connection.sock.recv(1) == b""

    def close(self) -> None:
        for connection in self._connections.values():
            connection.close()

    def _ask(self, connection: HTTPConnection) -> str:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        answer.read()
        return str(answer.getheader("x-request-id"))[:16]


def test_what_was_accepted_before_sigterm_is_answered(
    server: Server, headers: dict[str, str]
) -> None:
    with ExitStack() as stack:
        database = stack.enter_context(connected(server.database_url))
        idle = stack.enter_context(closing(IdleConnections(server)))
        clients = [stack.enter_context(http_client(server.url, headers)) for _ in range(IN_FLIGHT)]
        for client in clients:
            client.get("/healthz")
        database.execute("BEGIN")
        # Creates wait for this lock, so that all of them are in flight when the signal comes.
        database.execute("LOCK TABLE payment_intents IN ACCESS EXCLUSIVE MODE")
        pool = stack.enter_context(ThreadPoolExecutor(IN_FLIGHT))
        creates = [pool.submit(client.post, PAYMENT_INTENTS, json=body()) for client in clients]
        wait_for(lambda: database.value(WAITING_INSERTS) >= 2)
        idle.ask_each()
        server.ask_to_stop()
        idle.wait_until_closed()
        # Who comes now is sent away at once, and may ask another machine.
        wait_for(lambda: not accepts_connections(server), within_s=3)
        assert not any(create.done() for create in creates)
        database.execute("COMMIT")
        answers = [create.result() for create in creates]
        assert [answer.status_code for answer in answers] == [201] * IN_FLIGHT
        assert server.wait() == 0
        stored = {str(row[0]) for row in database.fetch("SELECT uuid FROM payment_intents")}
        assert stored == {answer.json()["data"]["uuid"] for answer in answers}


WAITING_INSERTS = """
    SELECT count(*) FROM pg_locks WHERE relation = 'payment_intents'::regclass AND NOT granted
"""


def test_idle_connections_do_not_hold_up_a_stop(server: Server) -> None:
    with closing(IdleConnections(server)) as idle:
        server.ask_to_stop()
        idle.wait_until_closed()
    assert server.wait(within_s=10) == 0


def test_a_stop_is_heard_however_early_it_comes(own_database_url: str) -> None:
    """Most of the processes are still starting when the first of them answers."""
    with running_server(own_database_url, workers=6) as server:
        server.ask_to_stop()
        assert server.wait() == 0


def test_ctrl_c_stops_like_sigterm(server: Server) -> None:
    os.kill(server.pid, signal.SIGINT)
    assert server.wait() == 0


def test_a_second_signal_does_not_cut_a_stop_short(server: Server, headers: dict[str, str]) -> None:
    with (
        connected(server.database_url) as database,
        http_client(server.url, headers) as client,
        closing(IdleConnections(server)) as idle,
    ):
        database.execute("BEGIN")
        database.execute("LOCK TABLE payment_intents IN ACCESS EXCLUSIVE MODE")
        answers: list[httpx.Response] = []
        create = threading.Thread(
            target=lambda: answers.append(client.post(PAYMENT_INTENTS, json=body()))
        )
        create.start()
        wait_for(lambda: database.value(WAITING_INSERTS) == 1)
        server.ask_to_stop()
        idle.wait_until_closed()
        server.ask_to_stop()
        database.execute("COMMIT")
        create.join()
        assert [answer.status_code for answer in answers] == [201]
    assert server.wait() == 0


def test_the_use_of_credentials_is_recorded_at_the_latest_when_it_stops(
    server: Server, headers: dict[str, str]
) -> None:
    with connected(server.database_url) as database:
        last_uses = "SELECT count(last_used_at) FROM credentials"
        assert database.value(last_uses) == 0
        with http_client(server.url, headers) as client:
            client.get(f"{PAYMENT_INTENTS}/{uuid.uuid4()}")
        server.stop()
        assert database.value(last_uses) == 2


def test_a_process_that_is_killed_is_replaced(server: Server, headers: dict[str, str]) -> None:
    before = server.workers()
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    wait_for(lambda: before[0] not in server.workers() and len(server.workers()) == 2)
    assert before[1] in server.workers()
    with closing(IdleConnections(server)) as idle:
        idle.ask_each()
    with http_client(server.url, headers, fresh_connections=True) as client:
        for _ in range(20):
            assert client.post(PAYMENT_INTENTS, json=body()).status_code == 201
    assert any(record["event"] == "process_died" for record in server.records())


def test_processes_do_not_outlive_a_killed_parent(server: Server) -> None:
    workers = server.workers()
    server.kill()
    wait_for(lambda: not any(lives(pid) for pid in workers))
    assert not accepts_connections(server)


def accepts_connections(server: Server) -> bool:
    url = httpx.URL(server.url)
    try:
        socket.create_connection((url.host, url.port or 80)).close()
    except ConnectionRefusedError:
        return False
    return True
