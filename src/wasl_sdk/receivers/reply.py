"""What to answer to a webhook."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from wasl_sdk.errors import MalformedEvent, WebhookError
from wasl_sdk.webhook import WebhookEvent, verify_webhook

# Ours have about 150 bytes.
MAX_BODY_BYTES: Final = 64 * 1024


class Reply(NamedTuple):
    status: int
    text: str


KEPT: Final = Reply(200, "Kept.")
KNOWN: Final = Reply(200, "Known already.")
TOO_LARGE: Final = Reply(413, "Too large.")


def examine(raw_body: bytes, signature: str | None, secrets: Sequence[str]) -> WebhookEvent | Reply:
    """The event, or what to answer because it is none."""
    if len(raw_body) > MAX_BODY_BYTES:
        return TOO_LARGE
    try:
        return verify_webhook(raw_body, signature, secrets)
    except MalformedEvent as error:
        return Reply(400, error.message)
    except WebhookError as error:
        return Reply(401, error.message)
