"""What a developer sees when everything is running."""

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from wasl.checkout.sandbox_values import SANDBOX_VALUES

_WIDTH = 16


class Addresses(NamedTuple):
    public_url: str
    sandbox_url: str
    shop_url: str | None


def print_welcome(addresses: Addresses, credentials: Mapping[str, str]) -> None:
    approved = SANDBOX_VALUES[0]
    console = Console(highlight=False, soft_wrap=True)
    console.print()
    console.print(Text.assemble(("Wasl", "bold green"), " is running. ", _first_step(addresses)))
    for rows in (
        _places(addresses),
        [
            ("Sign in with", credentials["owner_email"]),
            ("Password", credentials["owner_password"]),
        ],
        [
            ("API key", credentials["api_key"]),
            ("Access token", credentials["access_token"]),
            ("Webhook secret", credentials["webhook_secret"]),
        ],
        [
            ("Sadad", f"phone {approved.sadad_phone}, birth year 1990, code 111111"),
            ("Edfali", f"phone {approved.edfali_phone}, code 1111"),
            ("Card", f"{approved.card}, any date ahead, code 111111"),
        ],
    ):
        console.print()
        for label, value in rows:
            console.print(Text.assemble(f"  {label:{_WIDTH}}", (value, "cyan")))
    console.print()
    console.print("  A payment intent of 25 dinars, by hand:", style="dim")
    console.print("  " + create_command(addresses.public_url, credentials), markup=False)
    console.print()
    console.print("  Its webhooks to a receiver of yours, and one made to happen:", style="dim")
    wasl, at_server = _this_command(), f"--server {addresses.public_url}"
    console.print(
        f"  {wasl} listen --forward-to http://localhost:3000/hook {at_server}", markup=False
    )
    console.print(f"  {wasl} trigger payment_intent.succeeded {at_server}", markup=False)
    console.print()
    console.print("Ctrl-C stops everything and keeps the data.", style="dim")
    # Also where it goes into a file, and before processes are made that would print it again.
    console.file.flush()


def _this_command() -> str:
    """As it can be typed again in the same folder."""
    started_as = Path(sys.argv[0])
    return os.path.relpath(started_as) if started_as.name == "wasl" else "wasl"


def _first_step(addresses: Addresses) -> str:
    if addresses.shop_url:
        return "Open the shop, choose something and pay: the test values are below."
    return "Create a payment intent, open its checkout_url and pay."


def _places(addresses: Addresses) -> Iterator[tuple[str, str]]:
    if addresses.shop_url:
        yield "Shop", addresses.shop_url
    yield "Dashboard", f"{addresses.public_url}/dashboard"
    yield "API", f"{addresses.public_url}/api/v1"
    yield "Docs", f"{addresses.public_url}/docs"
    yield "Simulators", addresses.sandbox_url


def create_command(public_url: str, credentials: Mapping[str, str]) -> str:
    return (
        f"curl {public_url}/api/v1/payment-intents"
        f" -H 'X-API-Key: {credentials['api_key']}'"
        f" -H 'Authorization: Bearer {credentials['access_token']}'"
        " -H 'Content-Type: application/json'"
        """ -d '{"merchant_reference": "order-'$(date +%s)'", "amount": 25000,"""
        """ "currency": "LYD", "description": "A first payment"}'"""
    )
