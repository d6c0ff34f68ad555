"""Queries about penalties, suspensions and their stories."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import or_, select, update
from sqlmodel import Session, col

from services.registry.tables.discipline import Penalty, Story, Suspension
from services.registry.tables.played import Entrant, TablePenalty, Tournament


def penalty(tx: Session, penalty_id: str) -> Penalty | None:
    """A penalty."""
    return tx.get(Penalty, penalty_id)


def suspension(tx: Session, suspension_id: str) -> Suspension | None:
    """A suspension."""
    return tx.get(Suspension, suspension_id)


def penalties_of(tx: Session, players: Collection[str]) -> list[Penalty]:
    """Penalties outside tournaments under any of these IDs, oldest first."""
    query = select(Penalty).where(col(Penalty.player).in_(players))
    return list(tx.scalars(query.order_by(col(Penalty.day), col(Penalty.given_at))))


def suspensions_of(tx: Session, players: Collection[str]) -> list[Suspension]:
    """Suspensions under any of these IDs, by their first days."""
    query = select(Suspension).where(col(Suspension.player).in_(players))
    return list(tx.scalars(query.order_by(col(Suspension.since), col(Suspension.suspension))))


def suspensions_for(tx: Session, penalty_id: str) -> list[Suspension]:
    """Suspensions that rest on a penalty."""
    query = select(Suspension).where(col(Suspension.penalty) == penalty_id)
    return list(tx.scalars(query.order_by(col(Suspension.suspension))))


def suspensions(
    tx: Session,
    players: Collection[str] | None,
    at: str | None,
    no_end: bool | None,
    after: tuple[str, str],
    limit: int,
) -> list[Suspension]:
    """Suspensions by first day and id, after one; of these IDs, in force on a day, without an end.

    Revoked ones are shown only where neither a day nor an end is asked for (D.3.1).
    """
    since, name = col(Suspension.since), col(Suspension.suspension)
    query = select(Suspension).where(or_(since > after[0], (since == after[0]) & (name > after[1])))
    if players is not None:
        query = query.where(col(Suspension.player).in_(players))
    if at is not None or no_end is not None:
        query = query.where(col(Suspension.revoked_at).is_(None))
    until = col(Suspension.until)
    if at is not None:
        query = query.where(since <= at, or_(until.is_(None), until >= at))
    if no_end is not None:
        query = query.where(until.is_(None) if no_end else until.is_not(None))
    return list(tx.scalars(query.order_by(since, name).limit(limit)))


def at_tables(
    tx: Session, players: Collection[str]
) -> list[tuple[TablePenalty, Entrant, Tournament | None]]:
    """P.11: penalties in tournaments, of entries under any of these IDs; oldest first."""
    query = (
        select(TablePenalty, Entrant, Tournament)
        .join(
            Entrant,
            (col(Entrant.tournament) == col(TablePenalty.tournament))
            & (col(Entrant.entry) == col(TablePenalty.entry)),
        )
        .outerjoin(Tournament, col(Tournament.tournament) == col(TablePenalty.tournament))
        .where(col(Entrant.player).in_(players), col(TablePenalty.infraction) != "")
        .order_by(col(TablePenalty.given_at), col(TablePenalty.penalty))
    )
    return [(row[0], row[1], row[2]) for row in tx.execute(query)]


def stories(tx: Session, subjects: Sequence[str]) -> dict[str, list[Story]]:
    """What happened to these penalties and suspensions, in order."""
    query = select(Story).where(col(Story.subject).in_(subjects)).order_by(col(Story.seq))
    found: dict[str, list[Story]] = {subject: [] for subject in subjects}
    for row in tx.scalars(query):
        found[row.subject].append(row)
    return found


def wipe_texts(tx: Session, subjects: Collection[str], at: datetime) -> int:
    """Law 11: blank every text of these penalties and suspensions; how many there were.

    A suspension that a penalty's revocation took along has its reason too: what was said of
    revoking one since its penalty was.
    """
    taken_along = (
        select(col(Suspension.suspension))
        .join(Penalty, col(Penalty.penalty) == col(Suspension.penalty))
        .where(
            col(Penalty.penalty).in_(subjects),
            col(Suspension.suspension) == col(Story.subject),
            col(Penalty.revoked_at) <= col(Story.at),
        )
        .exists()
    )
    own, copied = col(Story.subject).in_(subjects), (col(Story.action) == "revoked") & taken_along
    texts = update(Story).where(or_(own, copied), col(Story.text).is_not(None))
    wiped = tx.connection().execute(texts.values(text=None, wiped_at=at))
    return int(wiped.rowcount)
