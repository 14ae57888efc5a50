"""Merchants' applications in each framework, on real ports, with one webhook address."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import django
import django.conf
import django.core.handlers.wsgi
import uvicorn
from django.test import override_settings
from django.urls import path as django_path
from fastapi import FastAPI
from flask import Flask
from starlette.applications import Starlette
from starlette.routing import Route
from werkzeug.serving import make_server

import wasl_sdk.receivers.django
import wasl_sdk.receivers.flask
import wasl_sdk.receivers.starlette
from tests.support.waiting import wait_for
from wasl_sdk import AsyncWaslClient, PaymentIntent, WaslClient
from wasl_sdk.receivers import AsyncReceiver, EventStore, Receiver

PATH = "/webhooks/wasl"

Handler = Callable[[PaymentIntent], None]
Host = Callable[..., AbstractContextManager[str]]


@contextmanager
def starlette_host(
    client: dict[str, Any], secrets: Any, store: EventStore, handler: Handler, **options: Any
) -> Iterator[str]:
    receiver, life = _async_parts(client, secrets, store, handler, options)
    endpoint = wasl_sdk.receivers.starlette.webhook_endpoint(receiver)
    app = Starlette(routes=[Route(PATH, endpoint, methods=["POST"])], lifespan=life)
    with serving_asgi(app) as url:
        yield url


@contextmanager
def fastapi_host(
    client: dict[str, Any], secrets: Any, store: EventStore, handler: Handler, **options: Any
) -> Iterator[str]:
    receiver, life = _async_parts(client, secrets, store, handler, options)
    app = FastAPI(lifespan=life)
    endpoint = wasl_sdk.receivers.starlette.webhook_endpoint(receiver)
    app.add_route(PATH, endpoint, methods=["POST"])
    with serving_asgi(app) as url:
        yield url


@contextmanager
def flask_host(
    client: dict[str, Any], secrets: Any, store: EventStore, handler: Handler, **options: Any
) -> Iterator[str]:
    with (
        WaslClient(**client) as wasl,
        Receiver(wasl, secrets, store, handler, **options) as receiver,
    ):
        app = Flask("shop")
        view = wasl_sdk.receivers.flask.webhook_view(receiver)
        app.add_url_rule(PATH, view_func=view, methods=["POST"])
        with serving_wsgi(app) as url:
            yield url


@contextmanager
def django_host(
    client: dict[str, Any], secrets: Any, store: EventStore, handler: Handler, **options: Any
) -> Iterator[str]:
    configure_django()
    with (
        WaslClient(**client) as wasl,
        Receiver(wasl, secrets, store, handler, **options) as receiver,
    ):
        view = wasl_sdk.receivers.django.webhook_view(receiver)
        with (
            override_settings(ROOT_URLCONF=(django_path(PATH[1:], view),)),
            serving_wsgi(django.core.handlers.wsgi.WSGIHandler()) as url,
        ):
            yield url


def configure_django() -> None:
    """Once for all tests: Django has one configuration per process."""
    if not django.conf.settings.configured:
        middleware = ["django.middleware.csrf.CsrfViewMiddleware"]
        django.conf.settings.configure(ALLOWED_HOSTS=["127.0.0.1"], MIDDLEWARE=middleware)
        django.setup(set_prefix=False)


HOSTS: dict[str, Host] = {
    "starlette": starlette_host,
    "fastapi": fastapi_host,
    "flask": flask_host,
    "django": django_host,
}


def _async_parts(
    client: dict[str, Any], secrets: Any, store: EventStore, handler: Handler, options: Any
) -> tuple[AsyncReceiver, Any]:
    async def handle(intent: PaymentIntent) -> None:
        await asyncio.to_thread(handler, intent)

    if unpaid := options.pop("unpaid", None):

        async def name_unpaid() -> list[str]:
            return list(unpaid())

        options["unpaid"] = name_unpaid
    wasl = AsyncWaslClient(**client)
    receiver = AsyncReceiver(wasl, secrets, store, handle, **options)

    @contextlib.asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        async with wasl, receiver:
            yield

    return receiver, life


@contextmanager
def serving_asgi(app: Any) -> Iterator[str]:
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="on"))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        try:
            wait_for(lambda: server.started)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(timeout=30)
        assert not thread.is_alive()


@contextmanager
def serving_wsgi(app: Any) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join(timeout=30)
        server.server_close()
    assert not thread.is_alive()
