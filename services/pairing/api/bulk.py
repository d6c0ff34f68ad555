"""The route of a pasted list."""

from typing import Annotated

from fastapi import APIRouter, Response
from sqlmodel import Session

from services.pairing import service_bulk, service_questions, views, views_bulk
from services.pairing.api.parts import AtDesk, Lang, Token, TournamentId
from services.pairing.schemas.bulk import EntriesBulkIn, EntriesBulkOut
from services.pairing.service_entries import At
from shared.calls import Creation, creates

router = APIRouter(tags=["entries"])


@router.post(
    "/v1/tournaments/{tournament}/entries:bulk", status_code=200, response_model=EntriesBulkOut
)
def add_pasted_entries(
    tournament: TournamentId,
    body: EntriesBulkIn,
    call: Annotated[Creation, creates("entries")],
    desk: AtDesk,
    lang: Lang,
    token: Token,
) -> Response:
    """Enter players from pasted lines, one a line: ID, old number, name or nickname (2.1.4).

    Answers line by line and enters the clear ones; never guesses between two (D.2.3): the judge
    chooses among the candidates. The same list again changes nothing. While the registry is away
    IDs still enter. With `dry_run` nobody is entered.
    """
    service_questions.may_enter(call.db, desk, str(tournament), call.caller)
    lines = service_bulk.read(call.db, desk, body.lines, token)

    def use_case(tx: Session) -> EntriesBulkOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        state, told = service_bulk.enter(at, lines, dry_run=body.dry_run)
        return views_bulk.bulk(views.view(tx, state, lang), told, dry_run=body.dry_run)

    return call.once(use_case, status=200)
