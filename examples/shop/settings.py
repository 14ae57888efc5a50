"""Everything the shop has to be told, from environment variables."""

import os
from dataclasses import dataclass, field
from typing import Self


class MissingSetting(Exception):
    pass


@dataclass(frozen=True)
class Settings:
    """`shop_url` is where customers find the shop; Wasl sends them back to it."""

    api_url: str
    api_key: str = field(repr=False)
    access_token: str = field(repr=False)
    webhook_secrets: tuple[str, ...] = field(repr=False)
    shop_url: str
    database: str
    recheck_every_s: float

    @classmethod
    def from_environment(cls, default_url: str = "http://localhost:8080") -> Self:
        return cls(
            api_url=_required("WASL_API_URL"),
            api_key=_required("WASL_API_KEY"),
            access_token=_required("WASL_ACCESS_TOKEN"),
            # While a secret is being replaced, both: old,new
            webhook_secrets=tuple(_required("WASL_WEBHOOK_SECRET").split(",")),
            shop_url=os.environ.get("SHOP_URL", default_url).rstrip("/"),
            database=os.environ.get("SHOP_DATABASE", "shop.db"),
            recheck_every_s=float(os.environ.get("SHOP_RECHECK_EVERY_S", "60")),
        )


def _required(name: str) -> str:
    try:
        return os.environ[name]
    except KeyError:
        raise MissingSetting(f"Set {name} in the environment.") from None
