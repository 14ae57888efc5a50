"""Numbers the providers make up: random, so that a restarted sandbox does not repeat itself."""

import secrets


def random_digits(count: int) -> str:
    """Never with a leading zero: some travel as JSON numbers."""
    smallest = 10 ** (count - 1)
    return str(smallest + secrets.randbelow(9 * smallest))
