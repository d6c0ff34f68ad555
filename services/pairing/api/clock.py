"""Routes about the round's clock."""

from typing import Annotated

from fastapi import APIRouter
from sqlmodel import Session

from services.pairing import service_clock, views_rounds
from services.pairing.api.parts import AtDesk, RoundNumber, TableNumber, TournamentId
from services.pairing.schemas.clock import ClockIn, ClockOut, TableTimeIn
from shared.calls import Call, Reads, needs
from shared.clock import now

router = APIRouter(tags=["play"])


@router.get("/v1/tournaments/{tournament}/clock")
def get_clock(tournament: TournamentId, db: Reads, desk: AtDesk) -> ClockOut:
    """The clock of the round published last, at this moment; round 0 before the first."""
    with db.read() as tx:
        return views_rounds.clock_of(desk.journal.load(tx, str(tournament)), now())


@router.post("/v1/tournaments/{tournament}/clock")
def set_clock(
    tournament: TournamentId, body: ClockIn, call: Annotated[Call, needs("judging")], desk: AtDesk
) -> ClockOut:
    """Start, pause, resume or set the clock of the current round; twice is harmless.

    A new round begins without one. The round's time is the tournament's, else 50 minutes.
    """
    moment = now()

    def use_case(tx: Session) -> ClockOut:
        state = service_clock.set_clock(
            tx, desk.journal, str(tournament), body, moment, call.caller
        )
        return views_rounds.clock_of(state, moment)

    return call.write(use_case)


@router.post("/v1/tournaments/{tournament}/rounds/{number}/tables/{table}/time")
def give_table_time(
    tournament: TournamentId,
    number: RoundNumber,
    table: TableNumber,
    body: TableTimeIn,
    call: Annotated[Call, needs("results")],
    desk: AtDesk,
) -> ClockOut:
    """Give a table of the current round so many minutes more than the clock's, all told."""

    def use_case(tx: Session) -> ClockOut:
        state = service_clock.give_time(
            tx, desk.journal, str(tournament), (number, table), body.minutes, call.caller
        )
        return views_rounds.clock_of(state, now())

    return call.write(use_case)
