"""Every own-cell of docs/ROLES.md: allowed where the thing is, refused to the same role elsewhere.

``test_roles`` calls with ids of nothing, which can't tell "own club" from "everywhere".
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from deploy.stack import SERVICES
from tests.contracts.reach import Ask, World
from tests.contracts.reach_registry import registry_world
from tests.contracts.reach_tournaments import decks_world, pairing_world
from tests.contracts.roles import OWN, Route, apps, routes_of

WORLDS: dict[str, Callable[[str], AbstractContextManager[World]]] = {
    "registry": registry_world,
    "pairing": pairing_world,
    "decks": decks_world,
}


@pytest.fixture(scope="module", params=WORLDS)
def world(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[World]:
    """One for all cells of a service."""
    folder = tmp_path_factory.mktemp(request.param)
    with WORLDS[request.param](f"sqlite:///{folder.as_posix()}") as made:
        yield made


def own_cells(app: FastAPI, role: str) -> list[Route]:
    """The routes that the table gives to a role in its own place alone."""
    return [route for route in routes_of(app) if route.cell(role) == OWN[role]]


def app_of(world: World) -> FastAPI:
    """The service behind a client."""
    assert isinstance(world.http.app, FastAPI)
    return world.http.app


def fault(world: World, route: Route, role: str, ask: Ask) -> str | None:
    """What is wrong with a cell: strangers are let in, or its owner is not; None: nothing."""
    for stranger in world.strangers(role):
        answer = world.call(route.method, ask, stranger)
        if ask.seen is None and answer.status_code not in (403, 404):
            return f"not refused elsewhere: {answer.status_code} {answer.text}"
        if ask.seen is not None and (not answer.is_success or ask.seen in answer.text):
            return f"seen elsewhere: {answer.status_code} {answer.text}"
    answer = world.call(route.method, ask, world.his(role, ask))
    if not answer.is_success or (ask.seen or "") not in answer.text:
        return f"refused in its own place: {answer.status_code} {answer.text}"
    return None


@pytest.mark.parametrize("role", OWN)
def test_d_2_5_a_role_reaches_its_own_place_and_no_other(
    world: World, role: str, subtests: pytest.Subtests
) -> None:
    for route in own_cells(app_of(world), role):
        with subtests.test(route=route.name):
            assert fault(world, route, role, world.asks[route.name]()) is None


def test_every_own_cell_is_asked_about_and_nothing_else(world: World) -> None:
    cells = {route.name for role in OWN for route in own_cells(app_of(world), role)}
    assert set(world.asks) == cells


def test_a_service_without_a_world_has_no_own_cells(tmp_path: Path) -> None:
    built = apps(tmp_path)
    for name in set(SERVICES) - set(WORLDS):
        assert [own_cells(built[name], role) for role in OWN] == [[] for _ in OWN]


def test_a_cell_that_is_wrong_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    his, strangers = World.his, World.strangers
    with registry_world(f"sqlite:///{tmp_path.as_posix()}") as made:
        for route in own_cells(app_of(made), "coordinator"):
            ask = made.asks[route.name]()
            monkeypatch.setattr(World, "his", lambda world, role, _: strangers(world, role)[0])
            told = fault(made, route, "coordinator", ask)
            assert told and "in its own place" in told, route.name
            owner = his(made, "coordinator", ask)
            monkeypatch.setattr(World, "strangers", lambda _, __, owner=owner: [owner])
            told = fault(made, route, "coordinator", ask)
            assert told and "elsewhere" in told, route.name
            monkeypatch.undo()
