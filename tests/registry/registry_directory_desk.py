"""The registry as the federation's office calls it, and what it published."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlmodel import col

from shared.settings import Settings
from shared.tables import Outbox
from tests.house import app_of, inside, ok
from tests.tokens import bearer

OFFICE = ["office", "keys", "players"]


@contextmanager
def office_on(database_url: str) -> Iterator[TestClient]:
    """The registry on a fresh database, with the club ``veter`` in Казань."""
    app = app_of("registry", Settings(database_url=database_url))
    client = TestClient(app)
    client.headers.update(bearer(app.state.db, OFFICE))
    ok(client.put("/v1/cities/kazan", json={"name": "Казань", "zone": "Europe/Moscow"}))
    ok(client.post("/v1/clubs", json={"club": "veter", "name": "Ветер", "city": "kazan"}))
    yield client
    app.state.db.close()


def states(client: TestClient, key: str) -> list[dict[str, Any]]:
    """The states published under a key, in order."""
    query = select(col(Outbox.envelope)).where(col(Outbox.key) == key).order_by(col(Outbox.seq))
    with inside(client).db.read() as tx:
        return [json.loads(envelope)["data"] for envelope in tx.scalars(query)]
