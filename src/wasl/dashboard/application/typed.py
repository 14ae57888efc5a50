"""What people type, as far as it can be used."""

from uuid import UUID

from wasl.dashboard.visit import Visit


def cleaned(typed: str) -> str | None:
    """PostgreSQL cannot be asked for everything that can be typed. None where nothing is left."""
    return typed.replace("\0", "").encode("utf-8", "ignore").decode().strip() or None


def before_of(visit: Visit) -> UUID | None:
    """Where a page of a list begins; nonsense begins at the beginning."""
    try:
        return UUID(visit.query("before") or "")
    except ValueError:
        return None
