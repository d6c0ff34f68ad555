"""Queries of lists of tournaments: of all, and of one player's."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, or_, select, true
from sqlmodel import Session, col

from services.pairing.tables import Participation, Tournament
from shared.roles import Principal


@dataclass(frozen=True)
class Wanted:
    """What a list of tournaments is narrowed to; since, until: ISO dates, both included.

    statuses: none for any. drafts: a condition that a draft must meet to be in it, None: no draft.
    """

    city: str | None = None
    since: str | None = None
    until: str | None = None
    statuses: tuple[str, ...] = ()
    format: str | None = None
    club: str | None = None
    official: bool | None = None
    drafts: ColumnElement[bool] | None = None


def run_by(caller: Principal | None) -> ColumnElement[bool] | None:
    """Which tournaments a caller runs (``Principal.may_run``); None: none."""
    if caller is None:
        return None
    if caller.is_office:
        return true()
    if caller.tournament is not None:
        return col(Tournament.tournament) == caller.tournament
    if caller.club is not None:
        return col(Tournament.club) == caller.club
    return None if caller.city is None else col(Tournament.city) == caller.city


def tournaments(
    tx: Session, wanted: Wanted, after: tuple[str, str] | None, limit: int
) -> list[Tournament]:
    """Tournaments by date, the newest first; ``after``: (date, id) of the last one seen."""
    date, key = col(Tournament.date), col(Tournament.tournament)
    query = select(Tournament).order_by(date.desc(), key.desc()).limit(limit)
    same = {
        col(Tournament.city): wanted.city,
        col(Tournament.format): wanted.format,
        col(Tournament.club): wanted.club,
        col(Tournament.official): wanted.official,
    }
    query = query.where(*(column == value for column, value in same.items() if value is not None))
    if wanted.since is not None:
        query = query.where(date >= wanted.since)
    if wanted.until is not None:
        query = query.where(date <= wanted.until)
    if wanted.statuses:
        query = query.where(col(Tournament.status).in_(wanted.statuses))
    public = col(Tournament.status) != "draft"
    query = query.where(public if wanted.drafts is None else or_(public, wanted.drafts))
    if after is not None:
        query = query.where(or_(date < after[0], and_(date == after[0], key < after[1])))
    return list(tx.scalars(query))


def played_by(
    tx: Session, players: Iterable[str], after: tuple[str, str, int] | None, limit: int
) -> list[tuple[Tournament, Participation]]:
    """The tournaments that these IDs have an entry in, the newest first, without drafts.

    after: (date, id, entry) of the last one seen.
    """
    date, key, entry = col(Tournament.date), col(Tournament.tournament), col(Participation.entry)
    query = (
        select(Tournament, Participation)
        .join(Participation, key == col(Participation.tournament))
        .where(col(Participation.player).in_(sorted(players)), col(Tournament.status) != "draft")
        .order_by(date.desc(), key.desc(), entry)
        .limit(limit)
    )
    if after is not None:
        later = and_(key == after[1], entry > after[2])
        query = query.where(
            or_(date < after[0], and_(date == after[0], or_(key < after[1], later)))
        )
    return [(row[0], row[1]) for row in tx.execute(query)]
