"""The webhook view of a Flask application."""

from collections.abc import Callable

from flask import Response, request

from wasl_sdk.receivers.receiver import Receiver
from wasl_sdk.receivers.reply import MAX_BODY_BYTES
from wasl_sdk.webhook import SIGNATURE_HEADER


def webhook_view(receiver: Receiver) -> Callable[[], Response]:
    """For `app.add_url_rule(path, view_func=webhook_view(receiver), methods=["POST"])`."""

    def wasl_webhook() -> Response:
        # Flask itself answers 413 to more.
        request.max_content_length = MAX_BODY_BYTES
        reply = receiver.accept(request.get_data(), request.headers.get(SIGNATURE_HEADER))
        return Response(reply.text, reply.status, mimetype="text/plain")

    return wasl_webhook
