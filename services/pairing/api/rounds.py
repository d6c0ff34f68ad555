"""Routes about rounds: pairing, drafting, swapping and reading them."""

from datetime import datetime
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Body, Query, Response
from sqlmodel import Session

from services.pairing import (
    notes,
    notices,
    service_questions,
    service_rounds,
    store,
    views,
    views_rounds,
)
from services.pairing.api.parts import AtDesk, AtMoment, Lang, RoundNumber, TournamentId
from services.pairing.clients import Asked
from services.pairing.domain.state import TournamentState
from services.pairing.schemas.rounds import By, DraftIn, DraftOut, RoundIn, RoundOut, SwapIn
from services.pairing.service_questions import Desk
from shared.calls import Call, Creation, Reads, creates, needs
from shared.db import Database
from shared.refusals import Refusal, Text

router = APIRouter(tags=["play"])
Judging = Annotated[Call, needs("judging")]
Pairing = Annotated[Creation, creates("judging")]
ListedBy = Annotated[By, Query(description="As tables, players by surname, or open tables first.")]


@router.post("/v1/tournaments/{tournament}/rounds", status_code=201, response_model=RoundOut)
def pair_round(
    tournament: TournamentId,
    body: Annotated[RoundIn, Body(default_factory=RoundIn)],
    call: Pairing,
    desk: AtDesk,
    lang: Lang,
) -> Response:
    """Pair and publish the round that is due (S.1–S.8, T.9); the first one starts the tournament.

    Nothing needs to be sent; with `round` two calls at once give one round. If the round was
    drafted and nothing is said of its pairs, the draft is what is published. Rounds and TOP follow
    7.2.2 unless the judge names his own before round 1. Without a head judge of the level that the
    tournament needs, and where deck lists are required without a player's legal one, it is refused
    unless `override` (6.1–6.3); where lists are desirable (6.2) it is a warning.
    """
    asked = service_questions.deck_lists(call.db, desk, str(tournament), call.caller)

    def use_case(tx: Session) -> RoundOut:
        state, at = service_rounds.pair(tx, desk.journal, str(tournament), body, asked, call.caller)
        return views_rounds.round_of(views.view(tx, state, lang), at)

    return call.once(use_case)


@router.post("/v1/tournaments/{tournament}/rounds/draft", status_code=201, response_model=DraftOut)
def draft_round(
    tournament: TournamentId,
    body: Annotated[DraftIn, Body(default_factory=DraftIn)],
    call: Pairing,
    desk: AtDesk,
    lang: Lang,
) -> Response:
    """Draw the round that is due without publishing it, to look at it (S.1, S.8, T.9).

    The same again gives the same draft; `redraw` draws with the next lots. What changes who plays,
    who sits where, or a result, takes the draft away.
    """

    def use_case(tx: Session) -> DraftOut:
        state, _ = service_rounds.draft(tx, desk.journal, str(tournament), body, call.caller)
        return _draft(tx, state, lang)

    return call.once(use_case)


@router.get("/v1/tournaments/{tournament}/rounds/draft")
def get_draft(tournament: TournamentId, call: Judging, desk: AtDesk, lang: Lang) -> DraftOut:
    """The draft, for those who may publish it."""
    with call.db.read() as tx:
        state = service_rounds.look(tx, desk.journal, str(tournament), call.caller)
        return _draft(tx, state, lang)


@router.delete("/v1/tournaments/{tournament}/rounds/draft", status_code=204)
def discard_draft(tournament: TournamentId, call: Judging, desk: AtDesk) -> None:
    """Discard the draft; it stays in the log. Without one nothing changes."""
    call.write(lambda tx: service_rounds.discard(tx, desk.journal, str(tournament), call.caller))


@router.post("/v1/tournaments/{tournament}/rounds/{number}/swap", response_model=RoundOut)
def swap_players(
    tournament: TournamentId,
    number: RoundNumber,
    body: SwapIn,
    call: Pairing,
    desk: AtDesk,
    lang: Lang,
) -> Response:
    """Two players of the round published last take each other's place, or a bye's (S.8).

    Their tables must be without a result. What it breaks is refused by name unless `confirm`.
    """

    def use_case(tx: Session) -> RoundOut:
        state, at = service_rounds.swap(
            tx, desk.journal, str(tournament), number, body, call.caller
        )
        return views_rounds.round_of(views.view(tx, state, lang), at)

    return call.once(use_case, status=200)


@router.get("/v1/tournaments/{tournament}/rounds/current", response_model=RoundOut)
def get_current_round(
    tournament: TournamentId,
    db: Reads,
    desk: AtDesk,
    lang: Lang,
    moment: AtMoment,
    by: ListedBy = "table",
) -> Response:
    """The round published last: tables, byes, results, the clock.

    Nothing in it ticks: ask again with If-None-Match, and what has not changed is a 304.
    """
    return _round(_Asked(str(tournament), None, by, lang, moment), db, desk)


@router.get("/v1/tournaments/{tournament}/rounds/{number}", response_model=RoundOut)
def get_round(
    tournament: TournamentId,
    number: RoundNumber,
    db: Reads,
    desk: AtDesk,
    lang: Lang,
    moment: AtMoment,
    by: ListedBy = "table",
) -> Response:
    """A published round."""
    return _round(_Asked(str(tournament), number, by, lang, moment), db, desk)


class _Asked(NamedTuple):
    """Which round, how it is listed, in which language, as it was when."""

    tournament: str
    number: int | None
    by: By
    lang: str
    moment: int | datetime | None


def _round(asked: _Asked, db: Database, desk: Desk) -> Response:
    """Made once for each state, however many ask for it."""
    tournament, number, by, lang, moment = asked
    with db.read() as tx:
        state = desk.journal.seen(tx, tournament, moment)
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

        def make() -> bytes:
            shown = views_rounds.round_of(views.view(tx, state, lang), at, by)
            return shown.model_dump_json().encode()

        key = (tournament, "round", str(at.number), by, lang)
        seen = store.people_seen(tx, tournament)
        body = desk.shown.body(key, state.version, seen, make)
    return Response(body, media_type="application/json")


def _draft(tx: Session, state: TournamentState, lang: str) -> DraftOut:
    at = service_rounds.drafted(state)
    reason = notes.texts(tx, state.id).get(at.reason) if at.reason else None
    missing = service_rounds.without_list(tx, state, Asked())
    more = [notices.lists_missing(state, missing)] if missing else []
    return views_rounds.draft_of(views.view(tx, state, lang), at, reason, more)
