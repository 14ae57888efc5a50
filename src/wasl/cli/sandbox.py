"""`wasl sandbox`: simulators of the payment providers."""

from typing import Annotated

import typer

from wasl_sandbox import SandboxSettings, run


def sandbox(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 9000,
    notify_url: Annotated[
        str | None, typer.Option(help="Where Moamalat's notification of a payment is posted.")
    ] = None,
    late_after: Annotated[
        float, typer.Option(help="After how many seconds a late charge happens.", min=0)
    ] = SandboxSettings.late_after_s,
) -> None:
    """Simulate Moamalat, Sadad and Edfali on one port, for development and tests.

    Everything is kept in memory. The page at / lists the test values.
    """
    run(host, port, SandboxSettings(notify_url=notify_url, late_after_s=late_after))
