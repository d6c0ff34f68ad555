"""A registry and its office for the tests of people: a city or more, known to the registry."""

from typing import Any

from fastapi.testclient import TestClient

from services.registry.store.people import FIRST_SERIAL
from shared.log.base import Record
from shared.player_ids import player_id
from tests.house import inside, ok
from tests.registry.registry_played_desk import finished, told

ZONE = "Europe/Moscow"
DAY = "2026-11-28"


def found_city(client: Any, city: str = "kazan", name: str = "Казань") -> None:
    """A city that people may live in."""
    ok(client.put(f"/v1/cities/{city}", json={"name": name, "zone": ZONE}))


def found_club(client: Any, club: str = "kazan", city: str = "kazan") -> None:
    """A club in a city."""
    ok(client.post("/v1/clubs", json={"club": club, "name": f"Клуб {club}", "city": city}))


def play(client: TestClient, *players: str, tournament: str = "t1", date: str = DAY) -> None:
    """These were paired in a finished tournament, and the registry hears of it."""
    entries = [(number, player, True) for number, player in enumerate(players, 1)]
    event = told(tournament, finished(entries, date=date))
    record = Record("tournaments.v1", 0, 0, tournament, event.model_dump_json())
    inside(client).applier.apply([record])


def nth(number: int) -> str:
    """The ID of the n-th newcomer of a fresh registry, from 0."""
    return player_id(FIRST_SERIAL + number)
