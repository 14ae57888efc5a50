"""The routes as they are declared: nothing is asked of the services to read them."""

from typing import Any

from wasl.dashboard.people.routes import people_routes

_NOTHING: Any = None

PEOPLE_ROUTES = people_routes(_NOTHING, _NOTHING)
