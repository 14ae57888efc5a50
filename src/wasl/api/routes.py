"""Where the merchant API answers."""

from typing import Final

from wasl.api.endpoints import CreateEndpoint, RetrieveEndpoint
from wasl.api.openapi import OpenApiEndpoint
from wasl.web.paths import Handlers

PREFIX: Final = "/api/v1"


def api_routes(
    create: CreateEndpoint, retrieve: RetrieveEndpoint, openapi: OpenApiEndpoint
) -> dict[str, Handlers]:
    return {
        f"{PREFIX}/payment-intents": {"POST": create.answer},
        f"{PREFIX}/payment-intents/{{uuid}}": {"GET": retrieve.answer},
        f"{PREFIX}/openapi.json": {"GET": openapi},
    }
