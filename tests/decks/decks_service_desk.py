"""The decks service behind HTTP, without its threads, and decks to hand in."""

import json
from dataclasses import dataclass
from itertools import count
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlmodel import col

from services.decks.library import sample_catalogue
from services.decks.tables import DeckList
from shared.db import Database
from shared.events.tournaments import TournamentChanged, TournamentCreated
from shared.rulesets import DEFAULT
from shared.settings import Settings
from shared.tables import Outbox
from tests.house import app_of, inside, ok
from tests.shared.copies import record
from tests.tokens import bearer

CLASSIC = "constructed-classic"
DAY = "2011-11-05"
_OFFSETS = count(1)
TOURNAMENT = "0c0a4d27-9b1f-4b0e-8a53-6d2f3f0c9a11"
OTHER_TOURNAMENT = "7f1d9c55-3b42-4d7a-9a35-0f6f7b1e2c22"
PLAYER = "1008"
LEGAL = """#Болотный дозор
5 Топляк
5x Комариный рой
Болотная кикимора x3
3 Жаба-вещунья
3 Снежный екай
3× Огонёк-обманка
3 Костяной счетовод
1 Вергельд

3 Гончая бездны // из Тьмы
Сфера смерти
"""
"""Thirty cards, each rule kept to its edge, a card written with е for its ё."""

BROKEN = """4 Кром
2 Вергельд
Тень Повелителя
6 Топляк
1 Кит-остров
1 Болотная кикимра
3
"""
"""One of every violation that a list can have, and a deck too small."""


@dataclass
class Desk:
    """A client of the service, and tokens of three callers."""

    http: TestClient
    db: Database
    office: dict[str, str]
    kazan: dict[str, str]
    omsk: dict[str, str]

    def bearer(self, scopes: list[str]) -> dict[str, str]:
        """The header of a caller with these scopes and no club."""
        return bearer(self.db, scopes)

    def load_sample(self) -> Any:
        """The office loads the shipped catalogue."""
        return ok(self.http.put("/v1/catalogue", json=sample_catalogue(), headers=self.office))

    def hear_of(self, tournament: str, **more: Any) -> None:
        """News of a tournament, Kazan's on the day unless told otherwise."""
        told: dict[str, Any] = {
            "name": "Кубок Казани",
            "city": "kazan",
            "zone": "Europe/Moscow",
            "date": DAY,
            "club": "kazan",
            "format": CLASSIC,
            "rule_set": DEFAULT,
            "level": "highest",
            "official": True,
            "seed": 1,
        }
        news = record(TournamentCreated(**{**told, **more}), tournament, 0)
        inside(self.http).applier.apply([news])

    def hear_of_change(self, tournament: str, **more: Any) -> None:
        """News of other settings of a tournament, as Kazan's on the day unless told otherwise."""
        told: dict[str, Any] = {
            "name": "Кубок Казани",
            "city": "kazan",
            "zone": "Europe/Moscow",
            "date": DAY,
            "club": "kazan",
            "format": CLASSIC,
            "level": "highest",
            "official": True,
            "preset": None,
            "head_judge": None,
            "capacity": None,
            "expected": None,
            "minutes": 50,
        }
        news = record(TournamentChanged(**{**told, **more}), tournament, next(_OFFSETS))
        inside(self.http).applier.apply([news])

    def check(self, text: str, **more: Any) -> Any:
        """A verdict on the Classic list as of the day."""
        body = {"format": CLASSIC, "text": text, "as_of": DAY, **more}
        return ok(self.http.post("/v1/checks", json=body))

    def submit(self, text: str = LEGAL, by: dict[str, str] | None = None, **more: Any) -> Any:
        """Hand in a list for the player at the tournament, by Kazan's club if by nobody else."""
        body = {
            "tournament": TOURNAMENT,
            "player": PLAYER,
            "text": text,
            **more,
        }
        return self.http.post("/v1/lists", json=body, headers=by or self.kazan)

    def verdict(self, tournament: str = TOURNAMENT, player: str = PLAYER) -> Any:
        """The public verdict."""
        return self.http.get(f"/v1/lists/{tournament}/{player}/verdict")

    def whole(self, by: dict[str, str], **params: Any) -> Any:
        """The list with its cards."""
        return self.http.get(f"/v1/lists/{TOURNAMENT}/{PLAYER}", headers=by, params=params)

    def published(self) -> list[tuple[str, dict[str, Any]]]:
        """(key, data) of what waits in the outbox, in order."""
        with self.db.read() as tx:
            rows = tx.scalars(select(Outbox).order_by(col(Outbox.seq)))
            return [(row.key, json.loads(row.envelope)["data"]) for row in rows]

    def stored(self) -> list[DeckList]:
        """Every stored version."""
        with self.db.read() as tx:
            return list(tx.scalars(select(DeckList).order_by(col(DeckList.revision))))


def desk_on(database_url: str) -> Desk:
    """The service on a fresh database, without a catalogue."""
    settings = Settings(database_url=database_url, event_log_url="sqlite:///unused.sqlite")
    app = app_of("decks", settings)
    db = app.state.db
    return Desk(
        http=TestClient(app),
        db=db,
        office=bearer(db, role="office", who="office:federation:1"),
        kazan=bearer(db, role="club", club="kazan", who="club:kazan:2"),
        omsk=bearer(db, role="club", club="omsk", who="club:omsk:3"),
    )
