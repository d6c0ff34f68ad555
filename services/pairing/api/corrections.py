"""Routes about taking back: an event, the finish, rounds."""

from typing import Annotated

from fastapi import APIRouter, Body, Response
from sqlmodel import Session

from services.pairing import service_corrections, views, views_corrections
from services.pairing.api.parts import AtDesk, Lang, TournamentId
from services.pairing.domain.state import TournamentState
from services.pairing.schemas.corrections import ReopenIn, RewindIn, StandsOut, UndoIn, UndoneOut
from services.pairing.service_entries import At
from shared.calls import Call, Creation, creates, needs
from shared.problems import say
from shared.refusals import Text

router = APIRouter(tags=["corrections"])
Judging = Annotated[Call, needs("judging")]


@router.post("/v1/tournaments/{tournament}/undo", response_model=UndoneOut)
def undo_event(
    tournament: TournamentId,
    body: Annotated[UndoIn, Body(default_factory=UndoIn)],
    call: Annotated[Creation, creates("results")],
    desk: AtDesk,
    lang: Lang,
) -> Response:
    """Take back an event of the log: the named one, or your own last one that still stands.

    It takes the right to do such a thing, and to judge where somebody else did it. Everything stays
    in the log. What something later depends on is refused, and that is named. An undo is not
    undone: do the thing again. A repeat takes back one more, unless it has the same
    Idempotency-Key.
    """

    def use_case(tx: Session) -> UndoneOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        done = service_corrections.undo(at, body.event)
        said = Text(f"Отменено: {done.what.ru}.", f"Undone: {done.what.en}.")
        named = views_corrections.in_consequences(done.changed)
        view = views.view(tx, done.state, lang, named)
        return UndoneOut(
            event=done.event,
            message=say(said, lang),
            version=done.state.version,
            changed=views_corrections.consequences(view, done.changed),
        )

    return call.once(use_case, status=200)


@router.post("/v1/tournaments/{tournament}/reopen")
def reopen_tournament(
    tournament: TournamentId, body: ReopenIn, call: Judging, desk: AtDesk
) -> StandsOut:
    """A finished tournament is not finished after all (D.4.3). Twice is harmless.

    The rating keeps what it was told last until the next finish. Once the list that contains the
    tournament is out, the office's alone (D.4.10).
    """

    def use_case(tx: Session) -> StandsOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        return _stands(service_corrections.reopen(at, body.reason))

    return call.write(use_case)


@router.post("/v1/tournaments/{tournament}/rewind")
def rewind_tournament(
    tournament: TournamentId, body: RewindIn, call: Judging, desk: AtDesk
) -> StandsOut:
    """Take back every round after one, with the cut if it is among them (T.8); 0: all of them.

    They stay in the log, and `?at=` shows them. Who left or came meanwhile has left or come. What
    was finished is running again (D.4.10).
    """

    def use_case(tx: Session) -> StandsOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        return _stands(service_corrections.rewind(at, body.round, body.reason))

    return call.write(use_case)


def _stands(state: TournamentState) -> StandsOut:
    return StandsOut(
        tournament=state.id,
        status=state.status,
        rounds=len(state.rounds),
        version=state.version,
    )
