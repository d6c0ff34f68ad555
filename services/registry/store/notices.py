"""Queries about what waits for the office."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import select, update
from sqlmodel import Session, col

from services.registry.tables.discipline import Notice


def notice(tx: Session, seq: int) -> Notice | None:
    """One notice, locked."""
    return tx.get(Notice, seq, with_for_update=True)


def notices(tx: Session, waiting: bool | None, after: int, limit: int) -> list[Notice]:
    """Notices in order, after one; those that wait, those that are done, or all."""
    query = select(Notice).where(col(Notice.seq) > after).order_by(col(Notice.seq))
    if waiting is not None:
        done = col(Notice.done_at)
        query = query.where(done.is_(None) if waiting else done.is_not(None))
    return list(tx.scalars(query.limit(limit)))


def close(
    tx: Session, kinds: Collection[str], subjects: Collection[str], who: str, at: datetime
) -> None:
    """What waits about these subjects is dealt with."""
    mine = update(Notice).where(col(Notice.kind).in_(kinds), col(Notice.subject).in_(subjects))
    tx.execute(mine.where(col(Notice.done_at).is_(None)).values(done_by=who, done_at=at))
