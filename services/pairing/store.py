"""Every query of pairing."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import and_, delete, or_, select
from sqlmodel import Session, col

from services.pairing.domain.permits import Certificate
from services.pairing.domain.state import TournamentState
from services.pairing.tables import (
    City,
    Club,
    Judge,
    LiveRating,
    Merge,
    Participation,
    Suspension,
    Tournament,
    TournamentEvent,
    Verdict,
)
from shared.among import Among
from shared.events.base import Event
from shared.events.entries import EntryAdded, EntryIdentified
from shared.events.players import on_day
from shared.events.tournaments import TournamentImported
from shared.folding import fold

_RATINGS = Among(
    select(col(LiveRating.player), col(LiveRating.rating_milli)), col(LiveRating.player)
)
_MERGED = Among(
    select(col(Merge.player), col(Merge.into)).where(col(Merge.state) == "active"),
    col(Merge.player),
)

_VERSIONS = Among(
    select(col(Tournament.tournament), col(Tournament.version)), col(Tournament.tournament)
)


def tournament(tx: Session, tournament_id: str, *, lock: bool = False) -> Tournament | None:
    """A tournament's row; locked, nobody else appends to its log until this transaction ends."""
    return tx.get(Tournament, tournament_id, with_for_update=True if lock else None)


@dataclass(frozen=True)
class Wanted:
    """What a list of tournaments is narrowed to; ``since``: an ISO date."""

    city: str | None = None
    since: str | None = None
    status: str | None = None
    format: str | None = None


def tournaments(
    tx: Session, wanted: Wanted, after: tuple[str, str] | None, limit: int
) -> list[Tournament]:
    """Tournaments by date, the newest first; ``after``: (date, id) of the last one seen."""
    date, key = col(Tournament.date), col(Tournament.tournament)
    query = select(Tournament).order_by(date.desc(), key.desc()).limit(limit)
    if wanted.city is not None:
        query = query.where(col(Tournament.city) == wanted.city)
    if wanted.since is not None:
        query = query.where(date >= wanted.since)
    if wanted.status is not None:
        query = query.where(col(Tournament.status) == wanted.status)
    if wanted.format is not None:
        query = query.where(col(Tournament.format) == wanted.format)
    if after is not None:
        query = query.where(or_(date < after[0], and_(date == after[0], key < after[1])))
    return list(tx.scalars(query))


def events(
    tx: Session, tournament_id: str, after: int, limit: int | None = None
) -> list[TournamentEvent]:
    """A tournament's log after one of its numbers."""
    query = (
        select(TournamentEvent)
        .where(col(TournamentEvent.tournament) == tournament_id)
        .where(col(TournamentEvent.number) > after)
        .order_by(col(TournamentEvent.number))
        .limit(limit)
    )
    return list(tx.scalars(query))


def take_part(tx: Session, state: TournamentState, events: Sequence[Event]) -> None:
    """Who has an entry here now, where these events say something of it."""
    entries = {
        number
        for event in events
        if isinstance(event, EntryAdded | EntryIdentified | TournamentImported)
        for number in (state.entries if isinstance(event, TournamentImported) else (event.entry,))
    }
    if not entries:
        return
    gone = delete(Participation).where(col(Participation.tournament) == state.id)
    if len(entries) < len(state.entries):
        gone = gone.where(col(Participation.entry).in_(entries))
    tx.execute(gone)
    tx.add_all(
        Participation(player=state.entries[number].player, tournament=state.id, entry=number)
        for number in sorted(entries)
    )


def versions(tx: Session, tournaments: Iterable[str]) -> dict[str, int]:
    """How many events the logs of these tournaments have."""
    return dict(_VERSIONS.rows(tx, tournaments))


def ratings(tx: Session, players: Sequence[str]) -> dict[str, int]:
    """Live ratings of these IDs by the own copy, in thousandths."""
    return dict(_RATINGS.rows(tx, players))


def verdicts(tx: Session, tournament_id: str) -> dict[str, bool]:
    """Player -> whether his newest list for a tournament is legal, by the own copy."""
    query = select(col(Verdict.player), col(Verdict.legal)).where(
        col(Verdict.tournament) == tournament_id
    )
    return dict(tx.execute(query).all())


def city(tx: Session, text: str) -> City | None:
    """A city by its id, or by its name however it is spelt."""
    known = tx.get(City, text)
    if known is None:
        named = select(City).where(col(City.name_folded) == fold(text)).order_by(col(City.city))
        known = tx.scalars(named.limit(1)).first()
    return known


def some_cities(tx: Session, most: int = 10) -> list[str]:
    """Names of the first cities known here, to choose from."""
    return list(tx.scalars(select(col(City.name)).order_by(col(City.name)).limit(most)))


def city_names(tx: Session, cities: Sequence[str]) -> dict[str, str]:
    """Names of cities by id; the id itself where one is not known."""
    query = select(col(City.city), col(City.name)).where(col(City.city).in_(set(cities)))
    return {city_id: city_id for city_id in cities} | dict(tx.execute(query).all())


def club(tx: Session, club_id: str) -> Club | None:
    """A club by the own copy."""
    return tx.get(Club, club_id)


def some_clubs(tx: Session, city_id: str | None, most: int = 10) -> list[str]:
    """Ids of the first clubs known here, of one city if it is named, to choose from."""
    query = select(col(Club.club)).order_by(col(Club.club)).limit(most)
    return list(tx.scalars(query if city_id is None else query.where(col(Club.city) == city_id)))


def accredited(tx: Session, club_id: str, day: str) -> bool:
    """D.2.5: whether a club is accredited on a day, by the own copy."""
    known = tx.get(Club, club_id)
    if known is None:
        return False
    periods = [tuple(period) for period in json.loads(known.accredited_in)]
    return on_day(periods, day) is not None if periods else known.accredited


def suspensions(tx: Session, day: str) -> list[Suspension]:
    """D.3.1: the suspensions in force on an ISO date, by the own copy."""
    until = col(Suspension.until)
    query = select(Suspension).where(col(Suspension.revoked).is_(False))
    query = query.where(col(Suspension.since) <= day, or_(until.is_(None), until >= day))
    return list(tx.scalars(query.order_by(col(Suspension.suspension))))


def aliases(tx: Session, players: Iterable[str]) -> dict[str, str]:
    """D.2.4: ID -> the ID it is merged into, by the own copy: all that active merges lead to.

    Copies of merges arrive in any order, so they may make a circle for a while.
    """
    found: dict[str, str] = {}
    asked: set[str] = set()
    while fresh := {*players} - asked:
        asked |= fresh
        step: dict[str, str] = dict(_MERGED.rows(tx, fresh))
        found |= step
        players = step.values()
    return found


def judge_levels(tx: Session, player: str) -> list[Certificate]:
    """6.1–6.3: a judge's levels by the own copy, oldest first; none of who is not known as one."""
    known = tx.get(Judge, player)
    if known is None:
        return []
    levels = [Certificate(*level) for level in json.loads(known.levels)]
    if not levels and known.level:
        return [Certificate(known.since, known.level, None)]
    return levels
