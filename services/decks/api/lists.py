"""Routes about players' lists at tournaments."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Query, Response

from services.decks import service
from services.decks.api.given import NO_CATALOGUE, Books, Lang
from services.decks.schemas import (
    DeckListIn,
    DeckListOut,
    DeckListSubmittedOut,
    DeckListVerdictOut,
    DeckListVerdictRow,
)
from shared.calls import Call, Creation, Reads, creates, needs
from shared.contract import PlayerId

router = APIRouter(tags=["lists"])
Running = Annotated[Call, needs("decks")]
Submitting = Annotated[Creation, creates("decks")]
NO_LIST: dict[int | str, dict[str, Any]] = {404: {"description": "No such list"}}


@router.post(
    "/v1/lists", status_code=201, response_model=DeckListSubmittedOut, responses=NO_CATALOGUE
)
def submit_deck_list(body: DeckListIn, call: Submitting, books: Books, lang: Lang) -> Response:
    """Submit a player's list (6.2, 6.3). A changed list is the next version; the same, no new one.

    Whoever runs the tournament does; format, rules and date are the tournament's own. One
    announced a moment ago may be unknown here for some seconds: 409 `tournament_unknown`. An
    illegal list is refused with `deck_illegal`, a row of `errors` for each violation (P.1.1).
    """
    return call.once(lambda tx: service.submit(tx, books, body, call.caller, lang))


@router.get("/v1/lists/{tournament}/verdicts")
def list_deck_list_verdicts(tournament: UUID, db: Reads) -> list[DeckListVerdictRow]:
    """The verdicts on all players' newest lists at a tournament, for anybody; never the cards."""
    with db.read() as tx:
        return service.list_verdicts(tx, tournament)


@router.get("/v1/lists/{tournament}/{player}/verdict", responses=NO_LIST)
def get_deck_list_verdict(tournament: UUID, player: PlayerId, db: Reads) -> DeckListVerdictOut:
    """The verdict on a player's newest list, for anybody; never the cards."""
    with db.read() as tx:
        return service.list_verdict(tx, tournament, player)


@router.get("/v1/lists/{tournament}/{player}", responses=NO_LIST)
def get_deck_list(
    tournament: UUID,
    player: PlayerId,
    call: Running,
    version: Annotated[
        int | None, Query(ge=1, le=2**31 - 1, description="Without it, the newest.")
    ] = None,
) -> DeckListOut:
    """A list with its cards, for the office and whoever runs the tournament."""
    with call.db.read() as tx:
        return service.whole_list(tx, tournament, player, version, call.caller)
