"""Queries of tournaments' logs that are asked seldom: who did what, and when."""

from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import Session, col

from services.pairing.tables import TournamentEvent


def who_did(tx: Session, tournament_id: str) -> dict[int, str]:
    """Number of an event -> who did it."""
    query = select(col(TournamentEvent.number), col(TournamentEvent.who)).where(
        col(TournamentEvent.tournament) == tournament_id
    )
    return dict(tx.execute(query).all())


def last_until(tx: Session, tournament_id: str, moment: datetime) -> int:
    """The number of the last event not later than an instant; 0 if there is none."""
    query = select(func.max(col(TournamentEvent.number))).where(
        col(TournamentEvent.tournament) == tournament_id, col(TournamentEvent.at) <= moment
    )
    return tx.scalars(query).one() or 0
