"""Routes about rounds and results."""

from typing import Annotated

from fastapi import APIRouter, Body, Response
from sqlmodel import Session

from services.pairing import service_play, service_questions, views
from services.pairing.api.parts import (
    AtDesk,
    Lang,
    RoundNumber,
    TableNumber,
    TournamentId,
)
from services.pairing.schemas.rounds import ResultIn, RoundIn, RoundOut, TableOut
from shared.calls import Call, Creation, Reads, creates, needs
from shared.refusals import Refusal, Text
from shared.versions import SeenRevision, etag

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
        state, at = service_play.pair(tx, desk.journal, str(tournament), body, asked, call.caller)
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


@router.put("/v1/tournaments/{tournament}/rounds/{number}/tables/{table}/result")
def set_result(
    tournament: TournamentId,
    number: RoundNumber,
    table: TableNumber,
    body: ResultIn,
    call: Annotated[Call, needs("results")],
    desk: AtDesk,
    lang: Lang,
    response: Response,
    expected: SeenRevision,
) -> TableOut:
    """Record a table's result (R.1–R.6), or correct it (T.8).

    The same result again is harmless. To replace another one send its version as If-Match; without
    it, or with an old one, the answer is 412 result_differs with the present result.
    """
    at = service_play.TableRef(str(tournament), number, table)

    def use_case(tx: Session) -> TableOut:
        state, played, match = service_play.record(
            tx, desk.journal, at, body, expected, call.caller
        )
        response.headers["ETag"] = etag(match.version)
        return views.view(tx, state, lang, match.players).table(played, match)

    return call.write(use_case)
