"""What the tests of people have in common: cities and clubs, callers, a finished tournament."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlmodel import col

from services.registry.store.people import FIRST_SERIAL
from services.registry.tables.people import Player
from shared.log.base import Record
from shared.player_ids import player_id
from shared.tables import Outbox
from tests.house import inside, ok, refused
from tests.registry.registry_client import ZONE, alone_on, found_places
from tests.registry.registry_directory_desk import states as states_of
from tests.registry.registry_played_desk import finished, told
from tests.tokens import bearer

DAY = "2026-11-28"


ALYONA = {
    "first_name": "Алёна",
    "surname": "Ежова",
    "patronymic": "Игоревна",
    "email": "alyona@example.org",
    "city": "Казань",
}
PUBLIC = {
    "player", "first_name", "surname", "nickname", "city", "club", "status", "old_numbers",
    "erased", "asked",
}  # fmt: skip
"""All that anybody is told of a person."""


@contextmanager
def registry_on(database_url: str) -> Iterator[TestClient]:
    """The registry, called by the office: Казань and Омск, a club in each."""
    with alone_on(database_url) as client:
        client.headers.update(bearer(inside(client).db, role="office"))
        cities = {"kazan": "Казань", "omsk": "Омск"}
        found_places(client, cities, {city: (f"Клуб {city}", city) for city in cities})
        yield client


@pytest.fixture
def registry(database_url: str) -> Iterator[TestClient]:
    """The same, for a test."""
    with registry_on(database_url) as client:
        yield client


def found_city(client: Any, city: str = "kazan", name: str = "Казань") -> None:
    """A city that people may live in."""
    ok(client.put(f"/v1/cities/{city}", json={"name": name, "zone": ZONE}))


def found_club(client: Any, club: str = "kazan", city: str = "kazan") -> None:
    """A club in a city."""
    ok(client.post("/v1/clubs", json={"club": club, "name": f"Клуб {club}", "city": city}))


def of_club(client: TestClient, club: str = "kazan") -> dict[str, str]:
    """Headers of a club's caller."""
    return bearer(inside(client).db, role="club", club=club)


def enrol(client: TestClient, given: dict[str, Any], **more: Any) -> str:
    """Register a person; the ID."""
    return str(ok(client.post("/v1/players", json={**given, **more}))["player"])


def refuse(client: TestClient, status: int, code: str, **changed: Any) -> Any:
    """Why Алёна with this changed is not registered."""
    return refused(client.post("/v1/players", json={**ALYONA, **changed}), status, code)


def row_of(client: TestClient, player: str) -> Player:
    """The person's row, which no route shows whole."""
    with inside(client).db.read() as tx:
        row: Player = tx.scalars(select(Player).where(col(Player.player) == player)).one()
        return row


def play(
    client: TestClient,
    *players: str,
    dropped: Sequence[str] = (),
    tournament: str = "t1",
    date: str = DAY,
    times: int = 1,
) -> None:
    """These were paired in a finished tournament, and the registry hears of it so many times.

    dropped: who was entered and not paired.
    """
    flags = [(player, True) for player in players] + [(player, False) for player in dropped]
    entries = [(number, player, paired) for number, (player, paired) in enumerate(flags, 1)]
    event = told(tournament, finished(entries, date=date))
    record = Record("tournaments.v1", 0, 0, tournament, event.model_dump_json())
    inside(client).applier.apply([record] * times)


def merge(client: TestClient, player: str, into: str) -> None:
    """Two IDs are one person."""
    ok(client.post("/v1/merges", json={"player": player, "into": into}))


def states(client: TestClient, player: str) -> list[dict[str, Any]]:
    """The public states of a person that were published, in order."""
    return states_of(client, f"player:{player}")


def published(client: TestClient, prefix: str) -> list[str]:
    """Keys of the outbox that begin so, in order."""
    with inside(client).db.read() as tx:
        query = select(col(Outbox.key)).where(col(Outbox.key).startswith(prefix))
        return list(tx.scalars(query.order_by(col(Outbox.seq))))


def nth(number: int) -> str:
    """The ID of the n-th newcomer of a fresh registry, from 0."""
    return player_id(FIRST_SERIAL + number)
