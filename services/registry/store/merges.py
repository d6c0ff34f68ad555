"""Queries about merges and their trail."""

from collections.abc import Sequence

from sqlalchemy import func, or_, select
from sqlmodel import Session, col

from services.registry.tables.people import Merge, MergeAction


def merge(tx: Session, merge_id: str) -> Merge | None:
    """One merge."""
    return tx.get(Merge, merge_id)


def next_number(tx: Session) -> int:
    """The number of a new merge; the caller has his turn at merges."""
    return (tx.scalar(select(func.max(col(Merge.number)))) or 0) + 1


def merges(
    tx: Session, state: str | None, ids: Sequence[str] | None, before: int | None, limit: int
) -> list[Merge]:
    """Merges, the newest first, before a number; in one state; of these IDs or into them."""
    query = select(Merge).order_by(col(Merge.number).desc())
    if state is not None:
        query = query.where(col(Merge.state) == state)
    if ids is not None:
        query = query.where(or_(col(Merge.player).in_(ids), col(Merge.into).in_(ids)))
    if before is not None:
        query = query.where(col(Merge.number) < before)
    return list(tx.scalars(query.limit(limit)))


def trail(tx: Session, merge_id: str) -> list[MergeAction]:
    """What was done about a merge, in order."""
    query = select(MergeAction).where(col(MergeAction.merge) == merge_id)
    return list(tx.scalars(query.order_by(col(MergeAction.seq))))
