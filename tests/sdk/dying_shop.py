"""A merchant's process that accepts a webhook and dies in the middle of its work."""

import os
import sys

from wasl_sdk import PaymentIntent, WaslClient
from wasl_sdk.receivers import Receiver, SqliteEventStore


def die(intent: PaymentIntent) -> None:
    print("working on", intent.uuid, flush=True)
    os._exit(9)


def main() -> None:
    base_url, api_key, access_token, path, secret, signature, body = sys.argv[1:]
    client = WaslClient(base_url, api_key=api_key, access_token=access_token)
    receiver = Receiver(client, secret, SqliteEventStore(path), die)
    print(receiver.accept(body.encode(), signature).status, flush=True)
    receiver.stop()


if __name__ == "__main__":
    main()
