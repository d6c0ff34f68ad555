"""Routes about players: the leaderboard, a rating, its history."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from services.rating import views
from services.rating.schemas import Leader, LiveRating, RatedTournament, TournamentOfPlayer
from shared.calls import Reads
from shared.paging import Cursor, Limit, Page

router = APIRouter(tags=["ratings"])

_ID = r"^[0-9A-Za-z-]{1,64}$"
PlayerId = Annotated[str, Path(pattern=_ID, examples=["1007"])]
TournamentId = Annotated[
    str,
    Path(pattern=_ID, examples=["6f1c9a52-6f0b-5f0e-9a53-0b0f6f0e7d11"]),
]
NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"description": "Not found"}}


@router.get("/v1/leaderboard")
def read_leaderboard(
    db: Reads,
    city: Annotated[
        str | None, Query(max_length=80, pattern=r"^[^\x00]*$", examples=["Казань"])
    ] = None,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[Leader]:
    """Registered players with a rated game, best first; of one city, or all (D.2.2, D.4.7)."""
    with db.read() as tx:
        return views.leaderboard(tx, city, cursor, limit)


@router.get("/v1/ratings/{player}", responses=NOT_FOUND)
def read_rating(player: PlayerId, db: Reads) -> LiveRating:
    """A player's live rating; 1200 for one without a rated game (4.1)."""
    with db.read() as tx:
        return views.live_rating(tx, player)


@router.get("/v1/ratings/{player}/history", responses=NOT_FOUND)
def read_rating_history(
    player: PlayerId, db: Reads, cursor: Cursor = None, limit: Limit = 50
) -> Page[RatedTournament]:
    """The tournaments that made a rating, newest first (D.4.3)."""
    with db.read() as tx:
        return views.history(tx, player, cursor, limit)


@router.get("/v1/ratings/{player}/history/{tournament}", responses=NOT_FOUND)
def read_rated_games(player: PlayerId, tournament: TournamentId, db: Reads) -> TournamentOfPlayer:
    """The games that made one change: against whom, expected, scored; their sum is the change."""
    with db.read() as tx:
        return views.games_of(tx, player, tournament)
