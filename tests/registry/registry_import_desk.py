"""What the tests of imports have in common: two cities, a file sent, what it left behind."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import MetaData

from tests.house import inside
from tests.registry.registry_client import alone_on, found_places
from tests.tokens import bearer

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ILYA = ("Белов", "Илья", "Петрович", "ilya@example.org", "Казань")
NOTHING = {"new": 0, "known": 0, "twin": 0, "error": 0}


@pytest.fixture
def registry(database_url: str) -> Iterator[TestClient]:
    """The registry with two cities, called by the office."""
    with alone_on(database_url) as client:
        client.headers.update(bearer(inside(client).db, role="office"))
        found_places(client, {"kazan": "Казань", "yoshkar-ola": "Йошкар-Ола"})
        yield client


def send(client: TestClient, body: bytes, *, sent_as: str = "text/csv", **query: Any) -> Any:
    """The answer to a file; the header ``lang`` may be asked for by the query's name."""
    headers = {"content-type": sent_as, "accept-language": query.pop("lang", "ru")}
    return client.post("/v1/players:import", content=body, params=query, headers=headers)


def outcomes(report: Any) -> list[tuple[int, str]]:
    """(number of the row, what becomes of it) of each."""
    return [(row["row"], row["outcome"]) for row in report["rows"]]


def everything(client: TestClient) -> dict[str, list[Any]]:
    """All rows of all tables: what a refusal and a report must leave as it was."""
    engine = inside(client).db.engine
    tables = MetaData()
    tables.reflect(engine)
    with engine.connect() as reading:
        return {
            name: sorted(map(repr, reading.execute(table.select()).all()))
            for name, table in tables.tables.items()
        }


def line_of(number: int) -> tuple[str, ...]:
    """A person's line, unlike every other number's."""
    tail = "".join("абвгдежзик"[int(digit)] for digit in str(number))
    return (f"Ежова{tail}", f"Алёна{tail}", "Игоревна", f"p{number}@example.org", "Казань")
