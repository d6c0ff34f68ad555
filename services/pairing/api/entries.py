"""Routes about who plays."""

from typing import Annotated

from fastapi import APIRouter, Path, Response
from sqlmodel import Session

from services.pairing import service_entries, service_questions, views
from services.pairing.api.parts import AtDesk, Lang, TournamentId
from services.pairing.schemas.entries import EntriesIn, EntriesOut, EntryOut
from shared.calls import Call, Creation, creates, needs
from shared.contract import PlayerId

router = APIRouter(tags=["entries"])


@router.post(
    "/v1/tournaments/{tournament}/entries",
    status_code=201,
    response_model=EntriesOut,
)
def add_entries(
    tournament: TournamentId,
    body: EntriesIn,
    call: Annotated[Creation, creates("entries")],
    desk: AtDesk,
    lang: Lang,
) -> Response:
    """Enter players, all or none (2.1.1); after round 1 they join from the next round on (S.7).

    An ID that the registry doesn't know is refused; a registry that is away is a warning, and so
    is a person who is in already under another ID (D.2.4).
    """
    service_questions.may_enter(call.db, desk, str(tournament), call.caller)
    told = service_questions.registered(call.db, desk, body.players)

    def use_case(tx: Session) -> EntriesOut:
        state, entries = service_entries.enter(
            tx, desk.journal, str(tournament), body.players, call.caller
        )
        return views.view(tx, state, lang).entries(tx, entries, told)

    return call.once(use_case)


@router.post("/v1/tournaments/{tournament}/entries/{player}/drop")
def drop_entry(
    tournament: TournamentId,
    player: Annotated[PlayerId, Path(description="His ID.")],
    call: Annotated[Call, needs("entries")],
    desk: AtDesk,
    lang: Lang,
) -> EntryOut:
    """A player leaves (S.7): not paired again, his results stand. Twice is harmless."""

    def use_case(tx: Session) -> EntryOut:
        state, entry = service_entries.drop(tx, desk.journal, str(tournament), player, call.caller)
        return views.view(tx, state, lang).entry(entry)

    return call.write(use_case)
