"""``players.v1``: compacted; the newest public state per key, the highest revision wins.

Never a patronymic, e-mail or phone: those stay in the registry (law 11).
"""

from typing import Literal

from shared.events.base import Event, event

TOPIC = "players.v1"

PlayerStatus = Literal["provisional", "registered"]


@event(TOPIC, "player.changed.v1")
class PlayerChanged(Event):
    """Key ``player:ID``. A person's public state.

    club: where he belongs; old_numbers: aliases of older bases (D.2.2); erased: names are blank for
    ever, he is shown as "player N".
    """

    player: str
    revision: int
    first_name: str
    surname: str
    nickname: str | None
    city: str
    status: PlayerStatus
    club: str | None = None
    old_numbers: tuple[str, ...] = ()
    erased: bool = False


@event(TOPIC, "judge.changed.v1")
class JudgeChanged(Event):
    """Key ``judge:ID``. A judge's level, 1–4, from a date on (6.x).

    level, since: the newest; levels: all, ``(since, level, until or None)``, oldest first.
    """

    player: str
    revision: int
    level: int
    since: str
    levels: tuple[tuple[str, int, str | None], ...] = ()


@event(TOPIC, "club.changed.v1")
class ClubChanged(Event):
    """Key ``club:ID``. A club; ``accredited``: it may call its tournaments official (D.2.5).

    accredited_in: on which days, ``(first, last or None)``, oldest first.
    """

    club: str
    revision: int
    name: str
    city: str
    accredited: bool
    accredited_in: tuple[tuple[str, str | None], ...] = ()


@event(TOPIC, "city.changed.v1")
class CityChanged(Event):
    """Key ``city:ID``. A city and its IANA time zone.

    series_in: days on which it may run an Overlord series (7.5.1), ``(first, last or None)``.
    """

    city: str
    revision: int
    name: str
    zone: str
    series_in: tuple[tuple[str, str | None], ...] = ()


@event(TOPIC, "merge.changed.v1")
class MergeChanged(Event):
    """Key ``merge:ID``. ``player`` is known as ``into`` while the state is active.

    suspended: both were paired in one finished tournament; the office decides. The alias table is
    the set of active merges, so their order can't matter.
    """

    merge: str
    revision: int
    player: str
    into: str
    state: Literal["active", "suspended", "undone"]


@event(TOPIC, "suspension.changed.v1", public=False, reader="players")
class SuspensionChanged(Event):
    """Key ``suspension:ID``. Membership is suspended from a day to a day, both included (D.3.1).

    until: None while no end is set; revoked: as if it had never been.
    """

    suspension: str
    revision: int
    player: str
    since: str
    until: str | None
    revoked: bool
