"""Routes for whoever doubts: why a round is drawn as it is."""

from typing import Annotated

from fastapi import APIRouter, Query

from services.pairing import service_trust, views
from services.pairing.api.parts import AtDesk, Lang, RoundNumber, TournamentId
from services.pairing.schemas.trust import ExplanationOut
from services.pairing.views_trust import explanation_out
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
