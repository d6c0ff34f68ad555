"""The registry as the federation's office calls it, and what it published."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlmodel import col

from shared.tables import Outbox
from tests.house import inside
from tests.registry.registry_client import alone_on, found_places
from tests.tokens import bearer

OFFICE = ["office", "keys", "players"]


@contextmanager
def office_on(database_url: str) -> Iterator[TestClient]:
    """The registry on a fresh database, with the club ``veter`` in Казань."""
    with alone_on(database_url, raises=True) as client:
        client.headers.update(bearer(inside(client).db, OFFICE))
        found_places(client, {"kazan": "Казань"}, {"veter": ("Ветер", "kazan")})
        yield client


@pytest.fixture
def registry(database_url: str) -> Iterator[TestClient]:
    """The same, for a test."""
    with office_on(database_url) as client:
        yield client


def states(client: TestClient, key: str) -> list[dict[str, Any]]:
    """The states published under a key, in order."""
    query = select(col(Outbox.envelope)).where(col(Outbox.key) == key).order_by(col(Outbox.seq))
    with inside(client).db.read() as tx:
        return [json.loads(envelope)["data"] for envelope in tx.scalars(query)]
