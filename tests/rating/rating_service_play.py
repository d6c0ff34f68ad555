"""A season of finished tournaments as events, and the rating service that they are given to."""

import random
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations, count
from typing import Any, TypeVar
from uuid import NAMESPACE_URL, uuid5

from fastapi import FastAPI
from sqlalchemy import select
from sqlmodel import col

from services.rating.main import SERVICE
from services.rating.views import LedgerDigest
from shared.db import Database
from shared.events.base import Event
from shared.events.envelope import Envelope, envelop
from shared.events.players import PlayerChanged, PlayerStatus
from shared.events.tournaments import TournamentFinished
from shared.inbox import parked_of
from shared.log.base import Record
from shared.settings import Settings
from shared.tables import Outbox
from tests.house import app_of

with warnings.catch_warnings():  # it says that it would rather have httpx2
    warnings.simplefilter("ignore")
    from fastapi.testclient import TestClient

FIRST_NAMES = ("Алёна", "Богдан", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Семён")
SURNAMES = ("Ежов", "Воронцов", "Щукин", "Ясный", "Рыжков")

E = TypeVar("E", bound=Event)

_offsets = count()


def tournament_id(number: int) -> str:
    """A stable UUID."""
    return str(uuid5(NAMESPACE_URL, f"турнир {number}"))


def finished(
    games: Sequence[tuple[str, str, int]],
    *,
    revision: int = 1,
    day: int = 1,
    participants: int | None = None,
    official: bool = True,
    rule_set: str = "berserk-2011",
    name: str = "Кубок Казани",
) -> TournamentFinished:
    """The statement of a finished tournament, from its games by player."""
    players = sorted({player for game in games for player in game[:2]})
    entry = {player: number for number, player in enumerate(players, 1)}
    date = f"{2011 + day // 336}-{1 + day // 28 % 12:02}-{1 + day % 28:02}"
    return TournamentFinished(
        revision=revision,
        finished_at=f"{date}T15:00:00.000000Z",
        zone="Europe/Moscow",
        date=date,
        name=name,
        rule_set=rule_set,
        format="constructed-classic",
        family="constructed",
        city="kazan",
        club="kazan",
        official=official,
        participants=len(players) if participants is None else participants,
        entries=tuple((entry[player], player, True) for player in players),
        games=tuple((entry[a], entry[b], halves) for a, b, halves in games),
    )


def person(
    player: str, status: PlayerStatus = "registered", city: str = "Казань", revision: int = 1
) -> PlayerChanged:
    """A player's public state; his name follows from his number."""
    number = int(player)
    return PlayerChanged(
        player=player,
        revision=revision,
        first_name=FIRST_NAMES[number % 8],
        surname=SURNAMES[number % 5],
        nickname=None,
        city=city,
        status=status,
    )


def season(
    tournaments: int, field_size: int, games: int, players: int, seed: int = 2011
) -> dict[str, TournamentFinished]:
    """Random finished tournaments by id, some on one day."""
    chance = random.Random(seed)
    ids = [str(1000 + number) for number in range(players)]
    made = {}
    for number in range(tournaments):
        pairs = list(combinations(chance.sample(ids, field_size), 2))
        played = [(*pair, chance.choice((0, 1, 2))) for pair in chance.sample(pairs, games)]
        made[tournament_id(number)] = finished(
            played, day=number * 2 // 3, name=f"Турнир № {number}"
        )
    return made


def record_of(event: Event, key: str) -> Record:
    """An event as the log delivers it."""
    return delivered(envelop(event, key=key, source="/federation/pairing", who="club:kazan:2"))


def delivered(envelope: Envelope) -> Record:
    """One more delivery of an event."""
    cls = envelope.event().spec
    return Record(cls.topic, 0, next(_offsets), envelope.partitionkey, envelope.model_dump_json())


@dataclass
class Rating:
    """The service without its threads: events go in through the applier, HTTP comes out."""

    app: FastAPI
    http: TestClient

    @property
    def db(self) -> Database:
        """Its database."""
        db: Database = self.app.state.db
        return db

    def apply(self, records: Iterable[Record]) -> None:
        """One batch, in one transaction."""
        self.app.state.applier.apply(list(records))

    def tell(self, key: str, *events: Event) -> None:
        """Events of one key, each a batch of its own."""
        for event in events:
            self.apply([record_of(event, key)])

    def know(
        self, *players: str, status: PlayerStatus = "registered", city: str = "Казань"
    ) -> None:
        """People from ``players.v1``."""
        self.apply(
            record_of(person(player, status, city), f"player:{player}") for player in players
        )

    def get(self, path: str, lang: str = "ru", **params: Any) -> Any:
        """The body of a successful read."""
        answer = self.http.get(path, params=params, headers={"Accept-Language": lang})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def pages(self, path: str, limit: int, **params: Any) -> Iterator[dict[str, Any]]:
        """Every item of a paged read, page after page."""
        cursor: str | None = None
        while True:
            at = {"cursor": cursor} if cursor else {}
            page = self.get(path, limit=limit, **params, **at)
            assert len(page["items"]) <= limit
            yield from page["items"]
            cursor = page["next"]
            if cursor is None:
                return

    def digest(self) -> str:
        """Of the ledger."""
        return str(self.get("/v1/ledger")["digest"])

    def published(self, kind: type[E]) -> list[E]:
        """What it told the world, in order; events of one type."""
        with self.db.read() as tx:
            rows = tx.scalars(select(col(Outbox.envelope)).order_by(col(Outbox.seq)))
            events = [Envelope.model_validate_json(row).event() for row in rows]
        return [event for event in events if isinstance(event, kind)]

    def parked(self) -> list[tuple[str, str]]:
        """(key, reason) of what could not be applied."""
        with self.db.read() as tx:
            return [(row.key, row.reason) for row in parked_of(tx)]

    def empty(self) -> None:
        """Forget everything: a fresh database, sooner had than migrated."""
        with self.db.write() as tx:
            for metadata in SERVICE.all_metadata:
                for table in metadata.sorted_tables:
                    tx.connection().execute(table.delete())
        self.app.state.digest = LedgerDigest()


@contextmanager
def rating_on(database_url: str) -> Iterator[Rating]:
    """The service on a migrated database of its own."""
    app = app_of("rating", Settings(database_url=database_url))
    try:
        yield Rating(app, TestClient(app))
    finally:
        app.state.db.close()


def corrected(body: TournamentFinished, revision: int) -> TournamentFinished:
    """The same tournament with every result turned round."""
    turned = tuple((a, b, 2 - halves) for a, b, halves in body.games)
    return replace(body, revision=revision, games=turned)
