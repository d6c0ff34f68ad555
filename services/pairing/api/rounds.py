"""Routes about rounds: pairing and reading them."""

from typing import Annotated

from fastapi import APIRouter, Body, Response
from sqlmodel import Session

from services.pairing import service_questions, service_rounds, views
from services.pairing.api.parts import AtDesk, Lang, RoundNumber, TournamentId
from services.pairing.schemas.rounds import RoundIn, RoundOut
from shared.calls import Creation, Reads, creates
from shared.refusals import Refusal, Text

router = APIRouter(tags=["play"])


@router.post("/v1/tournaments/{tournament}/rounds", status_code=201, response_model=RoundOut)
def pair_round(
    tournament: TournamentId,
    body: Annotated[RoundIn, Body(default_factory=RoundIn)],
    call: Annotated[Creation, creates("judging")],
    desk: AtDesk,
    lang: Lang,
) -> Response:
    """Pair and publish the round that is due (S.1–S.7, T.9); the first one starts the tournament.

    Nothing needs to be sent; with `round` two calls at once give one round. Rounds and TOP follow
    7.2.2 unless the judge names his own before round 1. Where deck lists are required (6.3) a
    player without a legal one is refused by name unless `override`; where desirable (6.2) it is a
    warning.
    """
    asked = service_questions.deck_lists(call.db, desk, str(tournament), call.caller)

    def use_case(tx: Session) -> RoundOut:
        state, at = service_rounds.pair(tx, desk.journal, str(tournament), body, asked, call.caller)
        return views.view(tx, state, lang).round(at)

    return call.once(use_case)


@router.get("/v1/tournaments/{tournament}/rounds/current")
def get_current_round(tournament: TournamentId, db: Reads, desk: AtDesk, lang: Lang) -> RoundOut:
    """The round published last."""
    return _round(tournament, None, db, desk, lang)


@router.get("/v1/tournaments/{tournament}/rounds/{number}")
def get_round(
    tournament: TournamentId, number: RoundNumber, db: Reads, desk: AtDesk, lang: Lang
) -> RoundOut:
    """A published round."""
    return _round(tournament, number, db, desk, lang)


def _round(
    tournament: TournamentId, number: int | None, db: Reads, desk: AtDesk, lang: Lang
) -> RoundOut:
    with db.read() as tx:
        state = desk.journal.load(tx, str(tournament))
        at = state.current if number is None else state.round(number)
        if at is None:
            raise Refusal(
                "not_found",
                "round_not_found",
                Text("Такого тура ещё нет.", "There is no such round yet."),
                rule="7.0.1",
                where="round",
                todo=Text(
                    "Составьте его: POST /v1/tournaments/{id}/rounds.",
                    "Pair it: POST /v1/tournaments/{id}/rounds.",
                ),
            )
        return views.view(tx, state, lang).round(at)
