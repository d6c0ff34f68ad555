"""Routes about penalties at tables (P.10, P.11). All of it is the staff's alone."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Response
from sqlmodel import Session

from services.pairing import service_penalties, views, views_corrections
from services.pairing.api.parts import AtDesk, Lang, TournamentId
from services.pairing.schemas.penalties import (
    PenaltyGivingIn,
    PenaltyMadeOut,
    PenaltyRevocation,
    PenaltyStoryOut,
    StoryWiped,
)
from services.pairing.service_entries import At
from services.pairing.service_penalties import Done
from shared.calls import Call, Creation, creates, needs

router = APIRouter(tags=["penalties"])
Judging = Annotated[Call, needs("judging")]
PenaltyId = Annotated[UUID, Path(description="The penalty's id.")]


@router.post(
    "/v1/tournaments/{tournament}/penalties", status_code=201, response_model=PenaltyMadeOut
)
def give_penalty(
    tournament: TournamentId,
    body: PenaltyGivingIn,
    call: Annotated[Creation, creates("judging")],
    desk: AtDesk,
    lang: Lang,
) -> Response:
    """Give a penalty (P.10); what comes of it happens at once.

    A game loss: his open game of the round is a technical win of his opponent (R.2), or a double
    loss if he has lost it by a penalty too (R.7). A disqualification, with or without prizes, or a
    suspension: every open game of his is lost, he is paired no more, past results stand (R.9).
    The registry shows it; the text is for the staff alone and can be wiped.
    """

    def use_case(tx: Session) -> PenaltyMadeOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        return _made(tx, service_penalties.give(at, body), lang)

    return call.once(use_case)


@router.get("/v1/tournaments/{tournament}/penalties")
def list_penalties(
    tournament: TournamentId, call: Judging, desk: AtDesk, lang: Lang
) -> list[PenaltyStoryOut]:
    """All penalties of a tournament in the order given, revoked ones too, with their texts."""
    with call.db.read() as tx:
        state, told = service_penalties.told(tx, desk.journal, str(tournament), call.caller)
        only = {each.entry for each in state.penalties.values()}
        return views_corrections.stories(views.view(tx, state, lang, only), told)


@router.post("/v1/tournaments/{tournament}/penalties/{penalty}/revoke")
def revoke_penalty(
    tournament: TournamentId,
    penalty: PenaltyId,
    body: PenaltyRevocation,
    call: Judging,
    desk: AtDesk,
    lang: Lang,
) -> PenaltyMadeOut:
    """Take a penalty back, by appeal or correction (P.11). Twice is harmless.

    A result that it made is taken back with it, unless something came after: that is said, and
    left to the judge. Who was disqualified by it plays on from the next round.
    """

    def use_case(tx: Session) -> PenaltyMadeOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        return _made(tx, service_penalties.revoke(at, str(penalty), body.reason), lang)

    return call.write(use_case)


@router.delete("/v1/tournaments/{tournament}/penalties/{penalty}/text")
def wipe_penalty_text(
    tournament: TournamentId, penalty: PenaltyId, call: Judging, desk: AtDesk
) -> StoryWiped:
    """Wipe what was written of a penalty (law 11); what happened stays."""

    def use_case(tx: Session) -> StoryWiped:
        at = At(tx, desk.journal, str(tournament), call.caller)
        return StoryWiped(penalty=str(penalty), wiped=service_penalties.wipe(at, str(penalty)))

    return call.write(use_case)


def _made(tx: Session, done: Done, lang: str) -> PenaltyMadeOut:
    named = {done.penalty.entry, *views_corrections.in_consequences(done.changed)}
    view = views.view(tx, done.state, lang, named)
    return views_corrections.penalty_made(view, done)
