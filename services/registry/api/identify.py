"""Routes of the look-up: who is this?"""

from typing import Annotated

from fastapi import APIRouter, Query

from services.registry import service_identify as service
from services.registry.schemas.identify import (
    ASKED,
    Identified,
    IdentifiedLines,
    IdentifyLines,
)
from shared.calls import Call, needs

router = APIRouter(tags=["people"])
Desk = Annotated[Call, needs("players")]


@router.get("/v1/players:identify")
def identify_player(
    q: Annotated[str, Query(min_length=1, max_length=ASKED, examples=["Воронцова Алёна"])],
    call: Desk,
) -> Identified:
    """Who is this: ID, old number, name in either order, nickname, or a bit of any (2.1.4).

    One match, several to choose from, or none (D.2.3): never a guess, and never by contacts.
    A slip is forgiven: a letter wrong, missing, doubled or swapped with its neighbour. More may be
    said of a person than his name: his number, city, club.
    """
    with call.db.read() as tx:
        return service.identify(tx, q)


@router.post("/v1/players:identify")
def identify_players(body: IdentifyLines, call: Desk) -> IdentifiedLines:
    """Who are these: a pasted list, answered line by line (2.1.4, D.2.3). It changes nothing."""
    with call.db.read() as tx:
        return service.identify_lines(tx, body.placed)
