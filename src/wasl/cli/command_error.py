"""What ends a command with one line that says why."""


class CommandError(Exception):
    """`str(error)` is that line."""
