"""The webhook view of a Django project."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.views.decorators.csrf import csrf_exempt

from wasl_sdk.receivers.receiver import Receiver
from wasl_sdk.receivers.reply import MAX_BODY_BYTES
from wasl_sdk.webhook import SIGNATURE_HEADER


def webhook_view(receiver: Receiver) -> Callable[..., HttpResponseBase]:
    """For `path("webhooks/wasl", webhook_view(receiver))`."""

    # The signature says who sends it; a form's token would be nobody's.
    @csrf_exempt
    def wasl_webhook(request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        body = request.read(MAX_BODY_BYTES + 1)
        reply = receiver.accept(body, request.headers.get(SIGNATURE_HEADER))
        return HttpResponse(reply.text, "text/plain", reply.status)

    return wasl_webhook
