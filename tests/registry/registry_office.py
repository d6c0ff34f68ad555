"""A registry and its office for the tests of people: a city or more, known to the registry."""

from typing import Any

from fastapi.testclient import TestClient

from shared.player_ids import player_id
from tests.house import ok

ZONE = "Europe/Moscow"


def found_city(client: Any, city: str = "kazan", name: str = "Казань") -> None:
    """A city that people may live in."""
    ok(client.put(f"/v1/cities/{city}", json={"name": name, "zone": ZONE}))


def found_club(client: Any, club: str = "kazan", city: str = "kazan") -> None:
    """A club in a city."""
    ok(client.post("/v1/clubs", json={"club": club, "name": f"Клуб {club}", "city": city}))


def enrol(client: TestClient, given: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Register a person; his public state, as others see it."""
    made = ok(client.post("/v1/players", json={**given, **more}))
    found: dict[str, Any] = ok(client.get(f"/v1/players/{made['player']}"))
    return {**found, "asked": None}


def nth(number: int) -> str:
    """The ID of the n-th newcomer of a fresh registry, from 0."""
    return player_id(100 + number)
