"""Blocks of IDs as the tests lease and take them, and a club's laptop."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.house import inside, ok, person
from tests.registry.registry_directory_desk import office_on
from tests.tokens import bearer

TAKEN = ("first_id", "last_id", "club")


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[TestClient]:
    """The club's own registry, which no network reaches, called by whoever sits at it."""
    folder = tmp_path / "laptop"
    folder.mkdir()
    with office_on(f"sqlite:///{folder.as_posix()}") as client:
        yield client


def lease(registry: TestClient, size: int, club: str = "veter", **headers: str) -> Any:
    """Lease a block to a club; the answer."""
    path = f"/v1/clubs/{club}/blocks"
    return registry.post(path, json={"size": size}, headers=headers)


def take(node: TestClient, block: dict[str, Any]) -> Any:
    """Take a leased block on a node; the answer."""
    return node.post("/v1/blocks", json={name: block[name] for name in TAKEN})


def upload(registry: TestClient, people: list[dict[str, Any]]) -> Any:
    """The club sends newcomers with the IDs that they were given; the answer."""
    theirs = bearer(inside(registry).db, ["players"], club="veter")
    return registry.post("/v1/players:bulk", json={"players": people}, headers=theirs)


def newcomers(client: TestClient, start: int, count: int) -> list[str]:
    """Register invented people; their IDs."""
    people = [person(number) for number in range(start, start + count)]
    rows = ok(client.post("/v1/players:bulk", json={"players": people}))["rows"]
    return [row["player"] for row in rows]
