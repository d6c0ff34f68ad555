"""Queries of uploads that wait, or waited, for a decision."""

from sqlalchemy import false, or_, select
from sqlmodel import Session, col

from services.pairing.store_lists import run_by
from services.pairing.tables import Tournament, Upload
from shared.roles import Principal


def upload(tx: Session, upload_id: str, *, lock: bool = False) -> Upload | None:
    """One of them; locked, nobody else decides about it until this transaction ends."""
    query = select(Upload).where(col(Upload.upload) == upload_id)
    if lock:
        query = query.with_for_update().execution_options(populate_existing=True)
    return tx.scalars(query).first()


def add(tx: Session, row: Upload) -> None:
    """A new one."""
    tx.add(row)


def uploads(
    tx: Session, caller: Principal, state: str | None, before: int | None, limit: int
) -> list[Upload]:
    """The newest first: of tournaments that the caller runs, and his own club's.

    before: ``seq`` of the last one seen.
    """
    mine = run_by(caller)
    known = select(col(Tournament.tournament)).where(false() if mine is None else mine)
    own = false() if caller.club is None else col(Upload.club) == caller.club
    query = select(Upload).where(or_(col(Upload.tournament).in_(known), own))
    if state is not None:
        query = query.where(col(Upload.state) == state)
    if before is not None:
        query = query.where(col(Upload.seq) < before)
    return list(tx.scalars(query.order_by(col(Upload.seq).desc()).limit(limit)))
