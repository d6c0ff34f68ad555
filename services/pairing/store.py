"""Every query of pairing."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import delete, func, or_, select
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
from shared.people import Person

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


_MERGED_INTO = Among(
    select(col(Merge.player), col(Merge.into)).where(col(Merge.state) == "active"),
    col(Merge.into),
)


def tournament(tx: Session, tournament_id: str, *, lock: bool = False) -> Tournament | None:
    """A tournament's row; locked, nobody else appends to its log until this transaction ends.

    A locked one is asked for once: a session by itself forgets a row that nobody holds.
    """
    row = tx.get(Tournament, tournament_id, with_for_update=True if lock else None)
    if lock:
        tx.info[f"tournament {tournament_id}"] = row
    return row


def events_of(
    tx: Session, tournament_id: str, types: Sequence[str]
) -> list[tuple[TournamentEvent, dict[str, Any]]]:
    """A tournament's events of some types, in order, each with its data."""
    query = (
        select(TournamentEvent)
        .where(col(TournamentEvent.tournament) == tournament_id)
        .where(col(TournamentEvent.type).in_(types))
        .order_by(col(TournamentEvent.number))
    )
    return [(row, json.loads(row.data)) for row in tx.scalars(query)]


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


def same_person(tx: Session, player: str) -> set[str]:
    """D.2.4: all IDs that are one person with this one, by the own copy of active merges."""
    found, fresh = {player}, {player}
    while fresh:
        steps = [*_MERGED.rows(tx, fresh), *_MERGED_INTO.rows(tx, fresh)]
        fresh = {each for step in steps for each in step} - found
        found |= fresh
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


def people_seen(tx: Session, tournament_id: str) -> int:
    """A number that rises whenever more, or something else, is known of who is entered here."""
    entered = select(col(Participation.player)).where(
        col(Participation.tournament) == tournament_id
    )
    query = select(func.coalesce(func.sum(col(Person.revision)), 0))
    return int(tx.execute(query.where(col(Person.player).in_(entered))).scalar_one())
