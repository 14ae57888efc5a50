"""What a developer sees when everything is running."""

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from wasl.config import Settings


def print_welcome(settings: Settings, credentials: Mapping[str, str]) -> None:
    public_url = settings.public_url
    console = Console(highlight=False, soft_wrap=True)
    console.print()
    console.print(Text.assemble(("Wasl", "bold green"), " is running at ", (public_url, "bold")))
    console.print()
    for label, value in (
        ("API", f"{public_url}/api/v1"),
        ("API document", f"{public_url}/api/v1/openapi.json"),
        ("Simulators", settings.sandbox_url),
        ("API key", credentials["api_key"]),
        ("Access token", credentials["access_token"]),
        ("Webhook secret", credentials["webhook_secret"]),
        ("Owner", credentials["owner_email"]),
        ("Password", credentials["owner_password"]),
    ):
        console.print(Text.assemble(f"  {label:16}", (value, "cyan")))
    console.print()
    console.print("Create a payment intent of 25 dinars:")
    console.print()
    console.print(create_command(public_url, credentials), markup=False)
    console.print()
    console.print("Then open its checkout_url and pay. The page shows what to type.")
    console.print()
    console.print("Bring its webhooks to a receiver of yours, and make one happen, in this folder:")
    console.print()
    at_server = f"--server {public_url}"
    console.print(f"wasl listen --forward-to http://localhost:3000/hook {at_server}", markup=False)
    console.print(f"wasl trigger payment_intent.succeeded {at_server}", markup=False)
    console.print()
    console.print("Ctrl-C stops everything and keeps the data.", style="dim")


def create_command(public_url: str, credentials: Mapping[str, str]) -> str:
    return (
        f"curl {public_url}/api/v1/payment-intents"
        f" -H 'X-API-Key: {credentials['api_key']}'"
        f" -H 'Authorization: Bearer {credentials['access_token']}'"
        " -H 'Content-Type: application/json'"
        """ -d '{"merchant_reference": "order-'$(date +%s)'", "amount": 25000,"""
        """ "currency": "LYD", "description": "A first payment"}'"""
    )
