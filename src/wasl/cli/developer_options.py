"""Options that `wasl listen` and `wasl trigger` share."""

from typing import Annotated

import typer

Server = Annotated[str, typer.Option(help="Where Wasl runs.", envvar="WASL_SERVER")]
Token = Annotated[
    str | None,
    typer.Option(
        help="Access token of the application. Others on this machine can see an option: "
        "prefer the variable. Without both it is asked for.",
        envvar="WASL_ACCESS_TOKEN",
        show_default=False,
    ),
]
