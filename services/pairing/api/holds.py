"""Routes about a tournament's place in the rating: holding, striking out, releasing (D.2.5)."""

from typing import Annotated

from fastapi import APIRouter
from sqlmodel import Session

from services.pairing import service, views, views_setup
from services.pairing.api.parts import AtDesk, Lang, TournamentId
from services.pairing.schemas.tournaments import DecisionOut, HoldIn, ReleaseIn, TournamentOut
from shared.calls import Call, needs

router = APIRouter(tags=["tournaments"])
Holding = Annotated[Call, needs("holds")]


@router.post("/v1/tournaments/{tournament}/annul")
def annul_tournament(
    tournament: TournamentId, body: HoldIn, call: Holding, desk: AtDesk, lang: Lang
) -> TournamentOut:
    """Hold it from the rating, or strike it out, as the office may, with a reason (D.2.5).

    Before or after the finish; the reason is for its staff alone. Twice is harmless.
    """

    def use_case(tx: Session) -> TournamentOut:
        state = service.annul(
            tx, desk.journal, str(tournament), body.code, call.caller, body.reason
        )
        return views.view(tx, state, lang).tournament(tx)

    return call.write(use_case)


@router.post("/v1/tournaments/{tournament}/reinstate")
def reinstate_tournament(
    tournament: TournamentId, body: ReleaseIn, call: Holding, desk: AtDesk, lang: Lang
) -> TournamentOut:
    """Lift a hold, a quarantine, or an annulment, as the office may (D.2.5). Other codes stay."""

    def use_case(tx: Session) -> TournamentOut:
        state = service.reinstate(
            tx, desk.journal, str(tournament), body.code, call.caller, body.reason
        )
        return views.view(tx, state, lang).tournament(tx)

    return call.write(use_case)


@router.get("/v1/tournaments/{tournament}/decisions")
def tournament_decisions(
    tournament: TournamentId, call: Annotated[Call, needs("judging")], desk: AtDesk
) -> list[DecisionOut]:
    """Who held, released, cancelled or resumed it, paired by hand or against a rule (S.8), reopened
    or rewound it, when and why, oldest first; for its staff.
    """
    with call.db.read() as tx:
        state = desk.journal.load(tx, str(tournament))
        service.own(state, call.caller)
        return views_setup.decisions(tx, state)
