"""Routes about the ledger: one tournament's table, the whole in figures, what can't be rated."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from services.rating import views
from services.rating.api.ratings import NOT_FOUND, TournamentId
from services.rating.schemas import LedgerState, QueuedTournament, TournamentRatings
from services.rating.views import LedgerDigest
from shared.calls import Reads
from shared.paging import Cursor, Limit, Page
from shared.problems import language

router = APIRouter(tags=["ledger"])


def _digest(request: Request) -> LedgerDigest:
    kept: LedgerDigest = request.app.state.digest
    return kept


@router.get("/v1/tournaments/{tournament}/ratings", responses=NOT_FOUND)
def read_tournament_ratings(tournament: TournamentId, db: Reads) -> TournamentRatings:
    """What a tournament did to everyone in it, or why the ledger does not count it."""
    with db.read() as tx:
        return views.tournament_ratings(tx, tournament)


@router.get("/v1/ledger")
def read_ledger(db: Reads, kept: Annotated[LedgerDigest, Depends(_digest)]) -> LedgerState:
    """The ledger in figures, and its digest: equal digests mean equal ledgers (law 4)."""
    with db.read() as tx:
        return kept.state(tx)


@router.get("/v1/queue")
def read_rating_queue(
    request: Request, db: Reads, cursor: Cursor = None, limit: Limit = 100
) -> Page[QueuedTournament]:
    """Tournaments that should count and can't be rated as they were stated, with the reason.

    A new statement (a correction by its organiser) takes a tournament out by itself.
    """
    with db.read() as tx:
        return views.queue(tx, cursor, limit, language(request))
