"""Every route is reachable: none before it takes its calls, as `/{id}` would a literal one's."""

import re

import pytest
from fastapi import FastAPI
from starlette.routing import Match, Route

from deploy.stack import SERVICES
from tests.contracts.roles import apps

PARAMETER = re.compile(r"\{[^}]+\}")
THING = "1007"
"""An id that is no literal part of a path."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, FastAPI]:
    """The four apps."""
    return apps(tmp_path_factory.mktemp("routes"))


def first_for(app: FastAPI, method: str, path: str) -> str:
    """The address of the route that the app itself finds for a call."""
    call = {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}
    for route in app.router.routes:
        if route.matches(call)[0] is Match.FULL:
            return str(getattr(route, "path", route))
    return "none"


def taken(app: FastAPI, literal: bool) -> list[str]:
    """Calls of routes, of those without a parameter or with one, that another route takes."""
    return [
        f"{method} {route.path} -> {first}"
        for route in app.router.routes
        if isinstance(route, Route) and literal is not bool(PARAMETER.search(route.path))
        for method in sorted(route.methods or ())
        if (first := first_for(app, method, PARAMETER.sub(THING, route.path))) != route.path
    ]


@pytest.mark.parametrize("name", SERVICES)
def test_a_literal_route_next_to_an_id_is_reachable(built: dict[str, FastAPI], name: str) -> None:
    assert taken(built[name], literal=True) == []


@pytest.mark.parametrize("name", SERVICES)
def test_a_route_with_an_id_is_reachable(built: dict[str, FastAPI], name: str) -> None:
    assert taken(built[name], literal=False) == []


def test_a_route_that_another_one_takes_is_found() -> None:
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)

    def answer() -> None:
        """Anything."""

    for path in ("/v1/players/{player}", "/v1/players/all", "/v1/{kind}/{thing}/now"):
        app.add_api_route(path, answer, methods=["GET"])
    app.add_api_route("/v1/players/all", answer, methods=["POST"])
    app.add_api_route("/v1/clubs/{club}/now", answer, methods=["GET"])
    assert taken(app, literal=True) == ["GET /v1/players/all -> /v1/players/{player}"]
    assert taken(app, literal=False) == ["GET /v1/clubs/{club}/now -> /v1/{kind}/{thing}/now"]
