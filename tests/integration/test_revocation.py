"""A revoked credential stops working within a second, in every process, while traffic flows."""

import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.support.cli import Application, create_application, run_wasl
from tests.support.http import answered_by
from tests.support.service import PAYMENT_INTENTS, Service
from tests.support.waiting import wait_for
from wasl.domain.credentials import digest

PROMISED_WITHIN_S = 1.0


class Traffic:
    """Reads over fresh connections, one after another; each answer with the time it was asked."""

    def __init__(self, service: Service, application: Application) -> None:
        self._client = service.client(application.headers, fresh_connections=True)
        self._over = threading.Event()
        # When it was asked, its status, and the process that answered.
        self.answers: list[tuple[float, int, str]] = []

    def _flow(self) -> None:
        while not self._over.is_set():
            asked_s = time.monotonic()
            answer = self._client.get(f"{PAYMENT_INTENTS}/{uuid.uuid4()}")
            self.answers.append((asked_s, answer.status_code, answered_by(answer)))

    @contextmanager
    def flowing(self) -> Iterator[None]:
        thread = threading.Thread(target=self._flow)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()
            self._client.close()

    def processes(self, since_s: float = 0, status: int | None = None) -> set[str]:
        return {
            process
            for asked_s, answered, process in list(self.answers)
            if asked_s >= since_s and status in (None, answered)
        }


@pytest.fixture
def application(service: Service) -> Application:
    return create_application(service.database_url)


def revoke_by_command(service: Service, value: str) -> None:
    done = run_wasl("operator", "revoke-credential", value, database_url=service.database_url)
    assert done.returncode == 0, done.stderr


def revoke_by_sql(service: Service, value: str) -> None:
    service.database.execute(
        "UPDATE credentials SET revoked_at = now() WHERE digest = $1", digest(value)
    )


def revoke_unheard(service: Service, value: str) -> None:
    """The trigger does not fire, as if the announcement had got lost."""
    service.database.execute("SET session_replication_role = replica")
    try:
        revoke_by_sql(service, value)
    finally:
        service.database.execute("RESET session_replication_role")


@pytest.mark.parametrize("kind", ["access_token", "api_key"])
@pytest.mark.parametrize("revoke", [revoke_by_command, revoke_by_sql, revoke_unheard])
def test_a_revocation_reaches_both_processes_within_a_second(
    service: Service, application: Application, kind: str, revoke: object
) -> None:
    assert callable(revoke)
    traffic = Traffic(service, application)
    with traffic.flowing():
        wait_for(lambda: len(traffic.processes(status=404)) == 2)
        revoke(service, getattr(application, kind))
        refused_from_s = time.monotonic() + PROMISED_WITHIN_S
        wait_for(lambda: len(traffic.processes(since_s=refused_from_s)) == 2)
    late = [status for asked_s, status, _ in traffic.answers if asked_s >= refused_from_s]
    assert set(late) == {401}


def test_an_announced_revocation_does_not_wait_for_the_memory_to_fade(
    service: Service, application: Application
) -> None:
    with service.client(application.headers) as client:
        url = f"{PAYMENT_INTENTS}/{uuid.uuid4()}"
        # From now on the answer would be remembered for 0.9 s.
        assert client.get(url).status_code == 404
        revoke_by_sql(service, application.access_token)
        wait_for(lambda: client.get(url).status_code == 401, within_s=0.6)


def test_other_applications_are_not_disturbed(
    service: Service, application: Application, other_application: Application
) -> None:
    traffic = Traffic(service, other_application)
    with traffic.flowing():
        wait_for(lambda: len(traffic.processes(status=404)) == 2)
        revoke_by_sql(service, application.access_token)
        revoked_s = time.monotonic()
        wait_for(lambda: len(traffic.processes(since_s=revoked_s)) == 2)
    assert {status for _, status, _ in traffic.answers} == {404}
