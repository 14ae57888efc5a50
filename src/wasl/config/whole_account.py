"""An account that is set in part is a mistake, not half an account."""

from pydantic import BaseModel


def require_all_or_none(settings: BaseModel, *names: str) -> None:
    missing = [name for name in names if getattr(settings, name) is None]
    if missing and len(missing) < len(names):
        told = ", ".join(f"WASL_{name.upper()}" for name in missing)
        raise ValueError(f"{told}: required when the rest of the account is set")
