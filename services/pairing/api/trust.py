"""Routes for whoever doubts: why a round is drawn as it is, what the checker finds."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from services.pairing import service_trust, store, views
from services.pairing.api.parts import AtDesk, Lang, RoundNumber, TournamentId
from services.pairing.schemas.trust import CheckOut, ExplanationOut
from services.pairing.views_trust import check_out, explanation_out
from shared.calls import Reads
from shared.contract import PlayerId

router = APIRouter(tags=["trust"])


@router.get("/v1/tournaments/{tournament}/rounds/{number}/explain")
def explain_round(
    tournament: TournamentId,
    number: RoundNumber,
    player: Annotated[PlayerId, Query(description="His ID, or another one of his (D.2.4).")],
    db: Reads,
    desk: AtDesk,
    lang: Lang,
) -> ExplanationOut:
    """Why a player meets whom he meets in a round, and what the best other draw was (S.2–S.6).

    Computed by the engine itself, as things stood when the round was published, whatever was
    corrected since. Also who has the bye and why (S.3, S.4). Pairs by hand (S.8) and those of the
    TOP (T.9) are no draw's, and it says so.
    """
    with db.read() as tx:
        state, found = service_trust.explained(tx, desk.journal, str(tournament), number, player)
        return explanation_out(views.view(tx, state, lang), found)


@router.get("/v1/tournaments/{tournament}/check", response_model=CheckOut)
def check_tournament(tournament: TournamentId, db: Reads, desk: AtDesk, lang: Lang) -> Response:
    """Every rule that this tournament broke, with its id: draws, results, places, bracket.

    By code of its own that shares nothing with the engine; uploads are judged as ours are. A round
    is judged as things stood when it was published, and what the judge set himself is only
    remarked (S.8). What could not be looked at is listed with the reason.
    """
    with db.read() as tx:
        state = desk.journal.load(tx, str(tournament))
        body = desk.shown.body(
            (state.id, "check", lang),
            state.version,
            store.people_seen(tx, state.id),
            lambda: (
                check_out(
                    views.view(tx, state, lang), service_trust.checked(tx, desk.journal, state)
                )
                .model_dump_json()
                .encode()
            ),
        )
    return Response(body, media_type="application/json")
