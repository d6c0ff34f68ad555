"""The office of the registry and the log of tournaments that it hears of, on one database."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import delete, select, update
from sqlmodel import Session, col

from services.registry.store import aliases
from services.registry.tables.discipline import Notice
from services.registry.tables.people import Merge, MergeAction, Player
from services.registry.tables.played import Entrant, TablePenalty, Tournament
from shared.consumer import Applier
from shared.db import Database
from shared.events.base import Event
from shared.events.envelope import Envelope, envelop
from shared.events.tournaments import TournamentCreated, TournamentFinished
from shared.log.base import Record
from shared.tables import Outbox
from tests.house import inside, ok, person
from tests.registry.registry_client import alone_on, found_places
from tests.tokens import bearer

TITLE = "Кубок Казани"


def created(name: str = TITLE, date: str = "2026-11-28") -> TournamentCreated:
    """A tournament was announced."""
    return TournamentCreated(
        name=name,
        city="kazan",
        zone="Europe/Moscow",
        date=date,
        club="kazan",
        format="constructed-classic",
        rule_set="berserk-2011",
        level="amateur",
        official=True,
        seed=7,
    )


def finished(
    entries: Iterable[tuple[int, str, bool]],
    revision: int = 1,
    *,
    name: str = TITLE,
    date: str = "2026-11-28",
) -> TournamentFinished:
    """The statement of a tournament's end: (entry, ID, was paired)."""
    stated = tuple(entries)
    return TournamentFinished(
        revision=revision,
        finished_at="2026-11-28T18:00:00.000000Z",
        zone="Europe/Moscow",
        date=date,
        name=name,
        rule_set="berserk-2011",
        format="constructed-classic",
        family="constructed",
        city="kazan",
        club="kazan",
        official=True,
        participants=sum(paired for _, _, paired in stated),
        entries=stated,
        games=(),
    )


def told(tournament: str, event: Event, who: str = "person:1074") -> Envelope:
    """An event of a tournament's log."""
    return envelop(event, key=tournament, source="/clubs/kazan/pairing", who=who)


@dataclass
class Office:
    """The registry, called by the office. db, applier: what has no address."""

    client: TestClient
    db: Database
    applier: Applier

    def newcomers(self, count: int, start: int = 0) -> list[str]:
        """Register people; their IDs."""
        people = [person(number) for number in range(start, start + count)]
        rows = ok(self.client.post("/v1/players:bulk", json={"players": people}))["rows"]
        return [row["player"] for row in rows]

    def hear(self, *envelopes: Envelope) -> None:
        """Events arrive from the log, as one batch."""
        self.applier.apply(
            [
                Record("tournaments.v1", 0, at, each.partitionkey, each.model_dump_json())
                for at, each in enumerate(envelopes)
            ]
        )

    def play(
        self, tournament: str, paired: Sequence[str], dropped: Sequence[str] = (), **more: Any
    ) -> None:
        """A tournament's end arrives: who was paired, and who was entered and not paired."""
        flags = [(player, True) for player in paired] + [(player, False) for player in dropped]
        entries = [(entry, player, flag) for entry, (player, flag) in enumerate(flags, 1)]
        self.hear(told(tournament, finished(entries, **more)))

    def merge(self, player: str, into: str) -> str:
        """Merge two IDs; the merge's id."""
        body = {"player": player, "into": into}
        return str(ok(self.client.post("/v1/merges", json=body))["merge"])

    def undo(self, merge: str) -> Any:
        """Take a merge back."""
        return ok(self.client.post(f"/v1/merges/{merge}/undo"))

    def state(self, merge: str) -> str:
        """The state of a merge."""
        return str(ok(self.client.get(f"/v1/merges/{merge}"))["state"])

    def statuses(self, *players: str) -> list[str]:
        """The status of each, as the registry keeps it of every ID."""
        with self.db.read() as tx:
            rows = {row.player: row.status for row in tx.scalars(select(Player))}
        return [rows[player] for player in players]

    def survivors(self, players: Iterable[str]) -> dict[str, str]:
        """The alias table, as the registry reads it."""
        with self.db.read() as tx:
            return aliases.survivors(tx, players)

    def open_notices(self) -> list[Any]:
        """What waits for the office."""
        items = ok(self.client.get("/v1/notices", params={"open": True}))["items"]
        assert isinstance(items, list)
        return items

    def published(self, prefix: str) -> list[Mapping[str, Any]]:
        """The data of the outbox's events whose key begins so, in order."""
        query = select(col(Outbox.envelope)).where(col(Outbox.key).startswith(prefix))
        with self.db.read() as tx:
            written = list(tx.scalars(query.order_by(col(Outbox.seq))))
        return [Envelope.model_validate_json(each).data for each in written]

    def forget(self) -> None:
        """As if nothing had been played and nobody merged."""
        with self.db.write() as tx:
            for table in (Merge, MergeAction, Notice, Tournament, Entrant, TablePenalty, Outbox):
                tx.execute(delete(table))
            tx.execute(update(Player).values(status="provisional", revision=1))


def people_of(tx: Session) -> dict[str, dict[str, Any]]:
    """Every person's row but its revision, by ID."""
    rows = tx.scalars(select(Player).order_by(col(Player.player)))
    return {row.player: row.model_dump(exclude={"revision"}) for row in rows}


@contextmanager
def office_on(database_url: str) -> Iterator[Office]:
    """The registry on a fresh database, with the city of Казань."""
    with alone_on(database_url) as client:
        db: Database = inside(client).db
        client.headers.update(bearer(db, ["office", "players"], who="office:federation:1"))
        found_places(client, {"kazan": "Казань"})
        yield Office(client, db, inside(client).applier)


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """The same, for a test."""
    with office_on(database_url) as made:
        yield made
