"""``players.v1``: compacted; the newest public state per key, the highest revision wins.

Never a patronymic, e-mail or phone: those stay in the registry (law 11).
"""

from collections.abc import Iterable
from typing import Any, Literal, TypeVar

from shared.events.base import Event, event

TOPIC = "players.v1"

PlayerStatus = Literal["provisional", "registered"]
Span = TypeVar("Span", bound=tuple[Any, ...])


def on_day(spans: Iterable[Span], day: str) -> Span | None:
    """Which of the spans has a day: the latest that began by then, unless it has ended.

    spans: ``(first day, …, last day or None)``; a later one takes the place of an earlier one, so
    the end of a judge's newest level (6.1–6.3) brings no former level back.
    """
    begun = [span for span in spans if span[0] <= day]
    newest = max(begun, key=lambda span: str(span[0]), default=None)
    return newest if newest and (newest[-1] is None or day <= newest[-1]) else None


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

    level, since: the newest; level 0: he has no certificate at all, it was given by mistake.
    levels: all, ``(since, level, until or None)``, oldest first; ``on_day`` tells which counts.
    """

    player: str
    revision: int
    level: int
    since: str
    levels: tuple[tuple[str, int, str | None], ...] = ()


@event(TOPIC, "club.changed.v1")
class ClubChanged(Event):
    """Key ``club:ID``. A club; ``accredited``: it may call its tournaments official (D.2.5).

    accredited: on the day of this event; accredited_in: on which days, ``(first, last or None)``,
    oldest first, by which a tournament is judged.
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
