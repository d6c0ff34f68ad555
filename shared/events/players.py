"""``players.v1``: compacted; the newest public state per key, the highest revision wins.

Never a patronymic, e-mail or phone: those stay in the registry (law 11).
"""

from typing import Literal

from shared.events.base import Event, event

TOPIC = "players.v1"

PlayerStatus = Literal["provisional", "registered"]


@event(TOPIC, "player.changed.v1")
class PlayerChanged(Event):
    """Key ``player:ID``. A person's public state."""

    player: str
    revision: int
    first_name: str
    surname: str
    nickname: str | None
    city: str
    status: PlayerStatus


@event(TOPIC, "judge.changed.v1")
class JudgeChanged(Event):
    """Key ``judge:ID``. A judge's level, 1–4, from a date on (6.x)."""

    player: str
    revision: int
    level: int
    since: str


@event(TOPIC, "club.changed.v1")
class ClubChanged(Event):
    """Key ``club:ID``. A club; ``accredited``: it may call its tournaments official (D.2.5)."""

    club: str
    revision: int
    name: str
    city: str
    accredited: bool


@event(TOPIC, "city.changed.v1")
class CityChanged(Event):
    """Key ``city:ID``. A city and its IANA time zone."""

    city: str
    revision: int
    name: str
    zone: str
