"""The requests that are sent: realistic bodies, references with the locality of order numbers."""

import itertools
import secrets
from collections.abc import Callable, Iterator, Sequence

from benchmarks.stack import Service


def creates(service: Service) -> Callable[[int], Iterator[bytes]]:
    run = secrets.token_hex(4).encode()
    head = (
        b"POST /api/v1/payment-intents HTTP/1.1\r\n"
        + service.auth_head
        + b"content-type: application/json\r\ncontent-length: %d\r\n\r\n"
    )

    def of_connection(index: int) -> Iterator[bytes]:
        for count in itertools.count():
            body = (
                b'{"merchant_reference":"order-%b-%d-%d","amount":25000,"currency":"LYD",'
                b'"customer":{"external_id":"c-%d"},"description":"Order %d",'
                b'"return_url":"https://shop.example/orders/%d","metadata":{"order":"%d"}}'
            ) % (run, index, count, count, count, count, count)
            yield head % len(body) + body

    return of_connection


def reads(service: Service, uuids: Sequence[str]) -> Callable[[int], Iterator[bytes]]:
    return _in_turn(
        [
            b"GET /api/v1/payment-intents/%b HTTP/1.1\r\n%b\r\n"
            % (uuid.encode(), service.auth_head)
            for uuid in uuids
        ]
    )


def page_views(uuids: Sequence[str]) -> Callable[[int], Iterator[bytes]]:
    """As browsers on their first visit ask: each without a cookie."""
    head = b"GET /checkout/%b HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/html\r\n\r\n"
    return _in_turn([head % uuid.encode() for uuid in uuids])


def _in_turn(requests: Sequence[bytes]) -> Callable[[int], Iterator[bytes]]:
    """Each connection starts at another place."""

    def of_connection(index: int) -> Iterator[bytes]:
        return itertools.islice(itertools.cycle(requests), index * 997 % len(requests), None)

    return of_connection
