"""Every cell of docs/ROLES.md, called: a role gets in exactly where the table says so."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import APIRouter, FastAPI
from fastapi.testclient import TestClient

from deploy.stack import SERVICES
from shared.auth import ROLES, SCOPES
from shared.calls import needs
from shared.db import Database
from shared.roles import PLACED, ROLE_NAMES
from shared.settings import Settings
from tests.contracts.export import ROOT
from tests.contracts.roles import COLUMNS, OWN, PAGE, Route, page, routes_of
from tests.house import app_of
from tests.tokens import bearer, signed_in

NOBODY = "http://127.0.0.1:9"
REFUSED = ("scope_missing", "not_renewable")
"""Codes that say: not for you; the latter where it is for people alone."""
KEYS = {"office": {}, "club": {"club": "kazan"}, "reader": {}}
"""Roles that a key may have, and where it holds."""
SAMPLES = {
    "tournament": "0c0a4d27-9b1f-4b0e-8a53-6d2f3f0c9a11",
    "player": "1007",
    "number": "1",
    "table": "1",
    "seq": "1",
    "format": "constructed-classic",
}
EVERYWHERE = "GET /docs, GET /openapi.json, GET /healthz, GET /readyz, GET /statz, "
PUBLIC = {
    "registry": EVERYWHERE + "GET /sign-in, POST /sign-in, POST /sign-out, POST /v1/sign-in, "
    "POST /v1/tokens, GET /v1/players, GET /v1/players/{player}, POST /v1/players:lookup, "
    "GET /v1/players.v1/events, GET /v1/judges, GET /v1/judges/{player}, GET /v1/clubs, "
    "GET /v1/clubs/{club}, GET /v1/cities, GET /v1/cities/{city}",
    "pairing": EVERYWHERE + "GET /v1/tournaments, GET /v1/tournaments/{tournament}, "
    "GET /v1/tournaments/{tournament}/log, GET /v1/tournaments/{tournament}/rounds/current, "
    "GET /v1/tournaments/{tournament}/rounds/{number}, GET /v1/tournaments/{tournament}/clock, "
    "GET /v1/tournaments/{tournament}/live, GET /v1/tournaments/{tournament}/entries, "
    "GET /v1/tournaments/{tournament}/entries/{player}, "
    "GET /v1/tournaments/{tournament}/export, "
    "GET /v1/tournaments/{tournament}/standings, GET /v1/tournaments/{tournament}/bracket, "
    "GET /v1/tournaments/{tournament}/check, "
    "GET /v1/tournaments.ics, GET /v1/players/{player}/tournaments, "
    "GET /v1/tournaments/{tournament}/rounds/{number}/explain, "
    "GET /t/{tournament}, GET /v1/tournaments.v1/events",
    "rating": EVERYWHERE + "GET /v1/leaderboard, GET /v1/ledger, GET /v1/queue, "
    "GET /v1/ratings/{player}, GET /v1/ratings/{player}/history, "
    "GET /v1/ratings/{player}/history/{tournament}, "
    "GET /v1/tournaments/{tournament}/ratings, GET /v1/ratings.v1/events",
    "decks": EVERYWHERE + "GET /v1/cards, GET /v1/catalogue, POST /v1/checks, "
    "GET /v1/formats/{format}/bans, GET /v1/lists/{tournament}/verdicts, "
    "GET /v1/lists/{tournament}/{player}/verdict, GET /v1/decks.v1/events",
}
"""What needs no token. A new route declares a scope, or is named here."""


@pytest.fixture(scope="module", params=SERVICES)
def client(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[TestClient]:
    """One app for all cells of a service; its neighbours are away."""
    folder: Path = tmp_path_factory.mktemp(request.param)
    settings = Settings(
        database_url=f"sqlite:///{folder.as_posix()}",
        neighbour_timeout=0.2,
        registry_url=NOBODY,
        decks_url=NOBODY,
    )
    app = app_of(request.param, settings)
    yield TestClient(app, follow_redirects=False)
    app.state.db.close()


def routes(client: TestClient) -> list[Route]:
    """Of the app behind a client."""
    assert isinstance(client.app, FastAPI)
    return routes_of(client.app)


def call(client: TestClient, route: Route, headers: dict[str, str]) -> str | None:
    """Call a route with nothing in it; why the caller is not let in, None: he is."""
    path = re.sub(r"\{(\w+)\}", lambda name: SAMPLES.get(name[1], "nothing"), route.path)
    answer = client.request(route.method, path, headers=headers)
    assert answer.status_code < 500 or answer.status_code == 503, (route.name, answer.text)
    if not answer.headers.get("content-type", "").startswith("application/problem+json"):
        return None
    code: str = answer.json()["code"]
    return code if code in REFUSED or code.startswith("token_") else None


def by_key(db: Database, role: str) -> dict[str, str]:
    """The header of a client of a role."""
    place = KEYS[role]
    named = "federation:" if role == "office" else "".join(f"{each}:" for each in place.values())
    return bearer(db, who=f"{role}:{named}1f3a9c20", role=role, **place)


def refusal(route: Route) -> str:
    """What is answered to those whom a route is not for."""
    return "not_renewable" if route.by_person else "scope_missing"


@pytest.mark.parametrize("role", ROLES)
def test_a_role_gets_in_where_the_table_says_so_and_nowhere_else(
    client: TestClient, role: str
) -> None:
    assert isinstance(client.app, FastAPI)
    db = client.app.state.db
    headers = signed_in(db, role) if role in ROLE_NAMES else by_key(db, role)
    found = {route.name: call(client, route, headers) for route in routes(client)}
    assert found == {
        route.name: refusal(route) if route.cell(role) == "–" else None for route in routes(client)
    }


@pytest.mark.parametrize("role", KEYS)
def test_a_key_gets_in_where_the_table_says_so_but_not_in_place_of_a_person(
    client: TestClient, role: str
) -> None:
    assert isinstance(client.app, FastAPI)
    headers = by_key(client.app.state.db, role)
    found = {route.name: call(client, route, headers) for route in routes(client)}
    assert found == {
        route.name: refusal(route) if route.cell(role) in ("–", "person") else None
        for route in routes(client)
    }


def test_nobody_gets_in_where_a_token_is_needed_and_to_all_else(client: TestClient) -> None:
    found = {route.name: call(client, route, {}) for route in routes(client)}
    assert found == {
        route.name: "token_missing" if route.signed_in else None for route in routes(client)
    }


def test_what_needs_no_token_is_meant_to(client: TestClient) -> None:
    assert isinstance(client.app, FastAPI)
    public = {route.name for route in routes(client) if not route.signed_in}
    assert public == set(PUBLIC[client.app.state.service].split(", "))


def test_the_page_is_up_to_date_and_names_every_role(tmp_path: Path) -> None:
    now = page(tmp_path)
    assert (ROOT / PAGE).read_text(encoding="utf-8") == now, "run `make contracts`"
    assert set(COLUMNS) == set(ROLES)
    assert set(OWN) == set(ROLES) - {"office", "reader"}
    assert {*SCOPES} >= PLACED


def test_a_route_without_a_scope_and_one_in_a_place_are_seen() -> None:
    router = APIRouter()

    @router.get("/v1/open")
    def open_route() -> None:
        """Anybody's. More of it."""

    @router.post("/v1/closed", dependencies=[needs("results")])
    def closed_route() -> None:
        """Some people's."""

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.include_router(router)
    closed, anybodys = routes_of(app)
    assert (anybodys.name, anybodys.summary) == ("GET /v1/open", "Anybody's.")
    assert (anybodys.scope, anybodys.signed_in) == (None, False)
    assert (closed.scope, closed.signed_in) == ("results", True)
    assert [closed.cell(role) for role in ("office", "desk", "floor_judge", "club")] == [
        "✓",
        "–",
        "own tournament",
        "own club",
    ]


def test_no_route_declares_a_scope_that_nobody_has() -> None:
    with pytest.raises(KeyError, match="no scope"):
        needs("everything")
    given = {scope for scopes in ROLES.values() for scope in scopes}
    assert given == set(SCOPES)
