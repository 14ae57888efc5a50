import uuid

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.support.bodies import full_body
from tests.support.cli import SECRET_KEY, Application, run_wasl
from tests.support.http import answered_by, http_client
from tests.support.postgres import Postgres
from tests.support.server import started_server
from tests.support.service import PAYMENT_INTENTS, Service
from tests.support.waiting import wait_for
from wasl.domain.delivery import Outcome

READ_ROUTE = f"{PAYMENT_INTENTS}/{{uuid}}"


@pytest.mark.parametrize("url", ["/healthz", "/readyz", "/metrics"])
def test_the_operator_needs_no_credentials(service: Service, url: str) -> None:
    with service.client(headers={}) as client:
        assert client.get(url).status_code == 200


def test_a_running_service_is_alive_and_ready(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "alive"}
    assert client.get("/readyz").json() == {"status": "ready"}


def test_a_database_that_is_not_migrated_is_not_ready_until_it_is(postgres: Postgres) -> None:
    address = postgres.new_database()
    with started_server(address, workers=1) as server, http_client(server.url) as client:
        answer = wait_for(lambda: _unless_unreachable(client, "/readyz"))
        assert answer.status_code == 503
        assert "wasl migrate" in answer.json()["reason"]
        assert int(answer.headers["retry-after"]) >= 1
        assert client.get("/healthz").status_code == 200
        assert run_wasl("migrate", database_url=address).returncode == 0
        assert client.get("/readyz").status_code == 200


def test_metrics_count_the_requests_of_all_processes(service: Service) -> None:
    asked = 60
    with service.client(fresh_connections=True) as client:
        before = requests_counted(client, READ_ROUTE, "404")
        answers = []
        for worker in service.process.workers():
            with service.process.only(worker):
                answers += [
                    client.get(f"{PAYMENT_INTENTS}/{uuid.uuid4()}") for _ in range(asked // 2)
                ]
        assert len({answered_by(answer) for answer in answers}) == 2
        wait_for(lambda: requests_counted(client, READ_ROUTE, "404") == before + asked)
        # Whichever process is asked, it knows of all.
        for _ in range(20):
            assert requests_counted(client, READ_ROUTE, "404") == before + asked


def test_metrics_time_every_request_that_they_count(service: Service) -> None:
    with service.client(fresh_connections=True) as client:
        for _ in range(20):
            client.post(PAYMENT_INTENTS, json=full_body())
            client.post(PAYMENT_INTENTS, content=b"{")
        samples = scrape(client)
    route = ("route", PAYMENT_INTENTS)
    counted = sum(
        value
        for (name, labels), value in samples.items()
        if name == "wasl_http_requests_total" and route in labels
    )
    assert samples["wasl_http_request_duration_seconds_count", frozenset({route})] == counted
    assert samples["wasl_http_request_duration_seconds_sum", frozenset({route})] > 0


def test_metrics_name_routes_not_paths(service: Service) -> None:
    """A scanner that tries thousands of addresses must not make thousands of series."""
    with service.client() as client:
        for _ in range(3):
            client.get(f"/scan/{uuid.uuid4()}")
            client.get(f"{PAYMENT_INTENTS}/{uuid.uuid4()}")
        routes = {value for _, labels in scrape(client) for key, value in labels if key == "route"}
    assert "unmatched" in routes
    assert all("{" in route or len(route) < 30 for route in routes)


def test_metrics_tell_of_webhooks_and_name_every_outcome(service: Service) -> None:
    with service.client() as client:
        samples = scrape(client)
    gauges = ("due", "overdue", "in_flight", "oldest_due_age_seconds")
    assert all((f"wasl_webhook_{name}", frozenset()) in samples for name in gauges)
    counted = {dict(labels)["outcome"] for name, labels in samples if name == TRIES}
    assert counted == {outcome.value for outcome in Outcome}


def test_no_credential_ever_reaches_the_log(
    service: Service, other_application: Application
) -> None:
    applications = (service.application, other_application)
    with service.client(headers={}) as client:
        for one in applications:
            headers = dict(one.headers)
            client.post(PAYMENT_INTENTS, json=full_body(description=one.api_key), headers=headers)
            client.get(f"{PAYMENT_INTENTS}/{one.access_token}", headers=headers)
            client.get(f"{PAYMENT_INTENTS}?key={one.webhook_secret}", headers=headers)
            client.post(PAYMENT_INTENTS, content=one.api_key.encode(), headers=headers)
            last = client.get("/healthz", headers=headers).headers["x-request-id"]
            wait_until_logged(service, last)
    secrets = [SECRET_KEY]
    for one in applications:
        secrets += [one.api_key, one.access_token, one.webhook_secret]
    log = "\n".join(service.log_lines)
    assert [secret for secret in secrets if secret in log] == []


def test_every_log_line_is_json_with_its_time_and_level(
    client: httpx.Client, service: Service
) -> None:
    last = client.get("/healthz").headers["x-request-id"]
    wait_until_logged(service, last)
    for record in service.process.records():
        assert {"event", "level", "timestamp"} <= record.keys()
        if record["event"] == "request":
            assert {"request_id", "method", "path", "status", "duration_us"} <= record.keys()


TRIES = "wasl_webhook_tries_total"
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def scrape(client: httpx.Client) -> Samples:
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def wait_until_logged(service: Service, request_id: str) -> None:
    wait_for(lambda: any(request_id in line for line in service.log_lines))


def requests_counted(client: httpx.Client, route: str, status: str) -> float:
    labels = frozenset({("route", route), ("status", status)})
    return scrape(client).get(("wasl_http_requests_total", labels), 0)


def _unless_unreachable(client: httpx.Client, url: str) -> httpx.Response | None:
    try:
        return client.get(url)
    except httpx.TransportError:
        return None
