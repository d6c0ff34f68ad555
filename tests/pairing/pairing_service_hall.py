"""The pairing service behind HTTP, without threads, its neighbours away, and people to play."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlmodel import col

from deploy.server import free_ports
from shared.db import Database
from shared.events.base import REGISTRY, Event
from shared.events.decks import DeckListJudged
from shared.events.players import CityChanged, ClubChanged, JudgeChanged, PlayerChanged
from shared.events.ratings import RatingChanged
from shared.settings import Settings
from shared.tables import Outbox
from tests.house import app_of, ok
from tests.shared.copies import record
from tests.tokens import bearer

TODAY = "2026-10-01"
"""When everything here is announced, whatever the clock says."""
DAY = "2026-11-05"
CLASSIC = "constructed-classic"
SURNAMES = ("Ёлкина", "Щукин", "Жар-Птицын", "О’Нил", "Цой")


@dataclass
class Hall:
    """A client of the service, headers of its callers, and the players it has heard of."""

    app: FastAPI
    http: TestClient
    db: Database
    office: dict[str, str]
    kazan: dict[str, str]
    omsk: dict[str, str]
    offset: int = 0
    players: list[str] = field(default_factory=list)

    def hear(self, *events: tuple[str, Event]) -> None:
        """Apply (key, event) as if they came from the log."""
        records = []
        for key, event in events:
            self.offset += 1
            records.append(record(event, key, self.offset))
        self.app.state.applier.apply(records)

    def meet(self, count: int) -> list[str]:
        """News of so many more people; their IDs."""
        first = 1000 + len(self.players)
        fresh = [str(number) for number in range(first, first + count)]
        self.hear(*((f"player:{player}", self.person(player)) for player in fresh))
        self.players += fresh
        return fresh

    def person(self, player: str) -> PlayerChanged:
        """A person's public state."""
        surname = SURNAMES[int(player) % len(SURNAMES)]
        return PlayerChanged(player, 1, "Алёна", surname, None, "Казань", "registered")

    def rate(self, player: str, rating_milli: int, version: int = 1) -> None:
        """News of a live rating."""
        self.hear((f"player:{player}", RatingChanged(player, rating_milli, 5, version)))

    def judge_list(
        self, tournament: str, player: str, legal: bool = True, revision: int = 1
    ) -> None:
        """News of a verdict."""
        event = DeckListJudged(
            "list", tournament, player, revision, CLASSIC, DAY, legal, () if legal else ("7.8.2",)
        )
        self.hear((f"list:{tournament}:{player}", event))

    def announce(self, by: dict[str, str] | None = None, **more: Any) -> Any:
        """Create a tournament with four fields and more; the answer."""
        body = {"name": "Кубок Казани", "city": "Казань", "date": DAY, "format": CLASSIC, **more}
        return self.http.post("/v1/tournaments", json=body, headers=by or self.kazan)

    def tournament(self, players: int = 0, **more: Any) -> str:
        """A new tournament with so many players in it; its id."""
        made: str = ok(self.announce(**more))["tournament"]
        if players:
            ok(self.enter(made, self.meet(players)))
        return made

    def enter(
        self, tournament: str, players: Sequence[str], by: dict[str, str] | None = None
    ) -> Any:
        """Enter players."""
        path = f"/v1/tournaments/{tournament}/entries"
        return self.http.post(path, json={"players": list(players)}, headers=by or self.kazan)

    def pair(self, tournament: str, by: dict[str, str] | None = None, **how: Any) -> Any:
        """Pair the next round."""
        path = f"/v1/tournaments/{tournament}/rounds"
        return self.http.post(path, json=how, headers=by or self.kazan)

    def result(
        self,
        tournament: str,
        number: int,
        table: int,
        kind: str,
        winner: str | None = None,
        **headers: str,
    ) -> Any:
        """Record a result; keyword headers with _ for -."""
        extra = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.put(
            f"/v1/tournaments/{tournament}/rounds/{number}/tables/{table}/result",
            json={"kind": kind, "winner": winner},
            headers={**self.kazan, **extra},
        )

    def favourites_win(self, tournament: str, played: Any) -> None:
        """Whoever has the lower ID wins each table without a result."""
        for table in played["tables"]:
            if table["result"] is None:
                winner = min(table["a"]["player"], table["b"]["player"])
                ok(self.result(tournament, played["round"], table["table"], "clean", winner))

    def do(
        self, tournament: str, action: str, by: dict[str, str] | None = None, **body: Any
    ) -> Any:
        """Finish, annul or reinstate."""
        path = f"/v1/tournaments/{tournament}/{action}"
        return self.http.post(path, json=body or None, headers=by or self.kazan)

    def get(self, tournament: str, what: str = "", **params: Any) -> Any:
        """Read something of a tournament without a token."""
        return ok(self.http.get(f"/v1/tournaments/{tournament}{what}", params=params))

    def published(self, tournament: str) -> list[tuple[str, Any]]:
        """(type, data) of what waits in the outbox for a tournament, in order."""
        query = select(col(Outbox.envelope)).where(col(Outbox.key) == tournament)
        with self.db.read() as tx:
            found = [json.loads(text) for text in tx.scalars(query.order_by(col(Outbox.seq)))]
        return [(event["type"], event["data"]) for event in found]

    def public(self, tournament: str) -> list[tuple[str, Any]]:
        """The same as everybody may see it."""
        return [
            (type_, {k: v for k, v in data.items() if k not in REGISTRY[type_].spec.private})
            for type_, data in self.published(tournament)
        ]


def hall_on(
    database_url: str,
    event_log_url: str = "sqlite:///unused.sqlite",
    registry_url: str | None = None,
    decks_url: str | None = None,
) -> Hall:
    """The service on a fresh database; two clubs, one of them accredited; no neighbour answers."""
    nobody = f"http://127.0.0.1:{free_ports(1)[0]}"
    settings = Settings(
        database_url=database_url,
        event_log_url=event_log_url,
        registry_url=registry_url or nobody,
        decks_url=decks_url or nobody,
        neighbour_timeout=1.0,
    )
    app = app_of("pairing", settings)
    app.state.desk = replace(app.state.desk, today=lambda _zone: TODAY)
    db = app.state.db
    hall = Hall(
        app=app,
        http=TestClient(app),
        db=db,
        office=bearer(db, role="office", who="office:federation:1"),
        kazan=bearer(db, role="club", club="kazan", who="club:kazan:2"),
        omsk=bearer(db, role="club", club="omsk", who="club:omsk:3"),
    )
    hall.hear(
        ("city:kazan", CityChanged("kazan", 1, "Казань", "Europe/Moscow")),
        ("city:omsk", CityChanged("omsk", 1, "Омск", "Asia/Omsk")),
        ("club:kazan", ClubChanged("kazan", 1, "Клуб «Степной ветер»", "kazan", True)),
        ("club:omsk", ClubChanged("omsk", 1, "Клуб «Ёж»", "omsk", False)),
        ("judge:9001", JudgeChanged("9001", 1, 2, "2020-01-01")),
        ("judge:9002", JudgeChanged("9002", 1, 4, "2020-01-01")),
        ("judge:9003", JudgeChanged("9003", 1, 4, "2027-01-01")),
    )
    return hall
