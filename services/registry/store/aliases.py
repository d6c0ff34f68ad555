"""Which IDs are one person: the set of active merges, read in either direction."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlmodel import Session, col

from services.registry.tables.people import Merge
from shared.among import Among

_ACTIVE = select(Merge).where(col(Merge.state) == "active")
_OF = Among(_ACTIVE, col(Merge.player))
_INTO = Among(_ACTIVE, col(Merge.into))


def survivors(tx: Session, ids: Iterable[str]) -> dict[str, str]:
    """ID -> the ID he is known under now: the end of the chain of active merges, or his own."""
    found = {player: player for player in ids}
    while step := _active(tx, set(found.values()), by_survivor=False):
        into = {merge.player: merge.into for merge in step}
        found = {player: into.get(last, last) for player, last in found.items()}
    return found


def one_person(tx: Session, player: str) -> list[str]:
    """Every ID of the person who has this one, the survivor first."""
    found = [survivors(tx, [player])[player]]
    fresh = set(found)
    while fresh:
        fresh = {merge.player for merge in _active(tx, fresh, by_survivor=True)}
        found += sorted(fresh)
    return found


def known_as_these(tx: Session, ids: Iterable[str]) -> dict[str, str]:
    """Every ID of the persons who are known as these -> the one of these."""
    found = {player: player for player in ids}
    fresh = set(found)
    while fresh:
        step = {merge.player: found[merge.into] for merge in _active(tx, fresh, by_survivor=True)}
        fresh = step.keys() - found.keys()
        found |= step
    return found


def active_around(tx: Session, ids: Iterable[str]) -> list[Merge]:
    """Every active merge of the persons who have these IDs, the oldest first."""
    found: dict[str, Merge] = {}
    seen: set[str] = set()
    fresh = set(ids)
    while fresh:
        for by_survivor in (False, True):
            found |= {each.merge: each for each in _active(tx, fresh, by_survivor=by_survivor)}
        seen |= fresh
        fresh = {end for merge in found.values() for end in (merge.player, merge.into)} - seen
    return sorted(found.values(), key=lambda merge: merge.number)


def merged_into(tx: Session, ids: Iterable[str]) -> set[str]:
    """Those of these IDs that another one is known as."""
    return {merge.into for merge in _active(tx, set(ids), by_survivor=True)}


def _active(tx: Session, ids: set[str], *, by_survivor: bool) -> list[Merge]:
    """The active merges of these IDs, or into them."""
    return [merge for (merge,) in (_INTO if by_survivor else _OF).rows(tx, ids)]
