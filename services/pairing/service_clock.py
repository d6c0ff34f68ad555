"""Use cases of the round's clock."""

from datetime import datetime

from sqlmodel import Session

from services.pairing.domain import decide
from services.pairing.domain.state import TournamentState
from services.pairing.journal import Journal
from services.pairing.schemas.clock import ClockIn
from services.pairing.service import change
from shared.auth import Principal
from shared.clock import iso


def set_clock(
    tx: Session, journal: Journal, tournament: str, given: ClockIn, now: datetime, caller: Principal
) -> TournamentState:
    """7.0.1: the clock of the current round runs, stands, or has another time."""
    return change(
        tx,
        journal,
        tournament,
        caller,
        lambda state, _: decide.set_clock(state, given.action, iso(now), given.minutes),
    )


def give_time(
    tx: Session,
    journal: Journal,
    tournament: str,
    at: tuple[int, int],
    minutes: int,
    caller: Principal,
) -> TournamentState:
    """7.0.1: the table ``at`` (round, table) has so many minutes more, all told."""
    return change(
        tx, journal, tournament, caller, lambda state, _: decide.give_time(state, *at, minutes)
    )
