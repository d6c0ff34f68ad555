"""The registry alone, called by its office, and those who sign in at it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import jwt
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from services.registry import keys
from services.registry.schemas.access import KeyIn
from services.registry.tables.played import Tournament
from shared.clock import now
from shared.db import Database
from tests.house import inside, ok, person
from tests.registry.registry_client import alone_on, found_places

CUP = "0c0a4d27-9b1f-4b0e-8a53-6d2f3f0c9a11"
OTHER_CUP = "7f1d9c55-3b42-4d7a-9a35-0f6f7b1e2c22"
DAY = (now() - timedelta(days=2)).date()
"""Of both tournaments: their staff has some weeks yet (D.4.10)."""

CITIES = {"kazan": "Казань", "omsk": "Омск"}


@dataclass
class Office:
    """A client of the registry, headers of its office, and people by name."""

    app: FastAPI
    http: TestClient
    db: Database
    office: dict[str, str]
    people: list[str] = field(default_factory=list)

    def call(self, method: str, path: str, by: dict[str, str] | None = None, **body: Any) -> Any:
        """A request of the office, or of another."""
        return self.http.request(method, path, headers=by or self.office, json=body or None)

    def give(self, role: str, by: dict[str, str] | None = None, who: int = 0, **where: Any) -> Any:
        """Give a person a right; the answer."""
        sent: dict[str, Any] = {"player": self.people[who], "role": role, **where}
        return self.call("POST", "/v1/staff", by, **sent)

    def sign_in(self, code: str) -> Any:
        """Exchange a code; the answer."""
        return self.http.post("/v1/sign-in", json={"code": code})

    def as_role(self, role: str, who: int = 0, **where: Any) -> dict[str, str]:
        """The header of a person who was given a right and signed in."""
        code = ok(self.give(role, who=who, **where))["code"]
        return {"Authorization": f"Bearer {ok(self.sign_in(code))['access_token']}"}

    def with_key(self, key: str) -> dict[str, str]:
        """The header of a client."""
        made = ok(self.http.post("/v1/tokens", json={"key": key}))
        return {"Authorization": f"Bearer {made['access_token']}"}

    def new_key(self, role: str, **more: Any) -> Any:
        """A new key."""
        return ok(self.call("POST", "/v1/keys", role=role, name="ноутбук", **more))


def claims(headers: dict[str, str]) -> dict[str, Any]:
    """What a token says, unverified."""
    token = headers["Authorization"].removeprefix("Bearer ")
    said: dict[str, Any] = jwt.decode(token, options={"verify_signature": False})
    return said


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """Two cities with a club each, a tournament in each, four people; no log, no neighbour."""
    with alone_on(database_url, raises=True) as http:
        assert isinstance(http.app, FastAPI)
        made = Office(http.app, http, inside(http).db, {})
        with made.db.write() as tx:
            key = keys.make_key(tx, KeyIn(role="office", name="tests"), "console:tests").key
        made.office = made.with_key(key)
        found_places(
            http, CITIES, {city: (f"Клуб «{name}»", city) for city, name in CITIES.items()}
        )
        people = [person(number) for number in range(4)]
        rows = ok(made.call("POST", "/v1/players:bulk", players=people))["rows"]
        made.people = [row["player"] for row in rows]
        with made.db.write() as tx:
            for tournament, city in ((CUP, "kazan"), (OTHER_CUP, "omsk")):
                tx.add(
                    Tournament(
                        tournament=tournament,
                        name=f"Кубок «{city}»",
                        club=city,
                        city=city,
                        day=DAY.isoformat(),
                    )
                )
        yield made
