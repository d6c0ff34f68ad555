"""Routes about places: standings and the bracket (T.1–T.9)."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel

from services.pairing import store, views
from services.pairing.api.parts import AtDesk, AtMoment, TournamentId
from services.pairing.schemas.standings import BracketOut, StandingsOut
from services.pairing.service_questions import Desk
from services.pairing.views_standings import bracket_out, standings_out
from shared.calls import Reads
from shared.db import Database

router = APIRouter(tags=["standings"])
AfterRound = Annotated[
    int | None,
    Query(ge=1, le=10_000, description="The Swiss table after this round, by all that is known."),
]


@router.get("/v1/tournaments/{tournament}/standings", response_model=StandingsOut)
def get_standings(
    tournament: TournamentId,
    db: Reads,
    desk: AtDesk,
    moment: AtMoment,
    after_round: AfterRound = None,
) -> Response:
    """T.1–T.8: the Swiss table from the results there are now; final places with a TOP (T.9).

    While a round is played it is provisional, and who still plays is marked. The disqualified have
    no place and come last (R.9). Ask again with If-None-Match: what has not changed is a 304.
    """

    def make(view: views.View) -> StandingsOut:
        return standings_out(view, after_round)

    return _shown(db, desk, str(tournament), ("standings", str(after_round)), make, moment)


@router.get("/v1/tournaments/{tournament}/bracket", response_model=BracketOut)
def get_bracket(tournament: TournamentId, db: Reads, desk: AtDesk, moment: AtMoment) -> Response:
    """T.9: the TOP for a board: slots by round, seeds, names, results, who went on.

    Rounds to come are there with whoever is in them by now. An import states no seeds: its rounds
    are in the order of their tables.
    """
    return _shown(db, desk, str(tournament), ("bracket",), bracket_out, moment)


def _shown(
    db: Database,
    desk: Desk,
    tournament: str,
    what: tuple[str, ...],
    make: Callable[[views.View], BaseModel],
    moment: int | datetime | None,
) -> Response:
    """An answer that is made once for each state, however many ask for it."""
    with db.read() as tx:
        state = desk.journal.seen(tx, tournament, moment)
        body = desk.shown.body(
            (tournament, *what),
            state.version,
            store.people_seen(tx, tournament),
            lambda: make(views.view(tx, state, "ru")).model_dump_json().encode(),
        )
    return Response(body, media_type="application/json")
