"""Routes about people: registration and look-up."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from services.registry import service_people as service
from services.registry.schemas.people import (
    BulkPlayers,
    BulkReport,
    Lookup,
    NewPlayer,
    PlayerOut,
)
from services.registry.store import people as store
from shared import paging
from shared.calls import Creation, Reads, creates
from shared.folding import fold
from shared.paging import Cursor, Limit, Page

router = APIRouter(tags=["people"])


@router.post("/v1/players", status_code=201, response_model=PlayerOut)
def register_player(body: NewPlayer, call: Annotated[Creation, creates("players")]) -> Response:
    """Register a newcomer and give him his permanent ID (rules 2.1.2, 2.1.3).

    A person we know and likely twins are refused with who they are (D.2.4).
    """
    return call.once(lambda tx: service.register(tx, body, call.who))


@router.post("/v1/players:bulk", status_code=200, response_model=BulkReport)
def register_players(body: BulkPlayers, call: Annotated[Creation, creates("players")]) -> Response:
    """Register many; answers row by row, and doing it again changes nothing.

    Known people keep their ID; likely twins and taken nicknames are left out and named.
    """
    return call.once(lambda tx: service.register_many(tx, body.players, call.who), status=200)


@router.post("/v1/players:lookup")
def lookup_players(body: Lookup, db: Reads) -> list[PlayerOut]:
    """The public states of many people; IDs that nobody has are left out."""
    with db.read() as tx:
        return [service.shown(row) for row in store.players_among(tx, body.players)]


@router.get("/v1/players/{player}")
def get_player(player: str, db: Reads) -> PlayerOut:
    """A person's public state."""
    with db.read() as tx:
        return service.get_player(tx, player)


@router.get("/v1/players")
def list_players(
    db: Reads,
    city: Annotated[str | None, Query(max_length=80, examples=["Казань"])] = None,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[PlayerOut]:
    """Registered players in the order of their IDs; provisional ones are in no list (D.2.2)."""
    after = paging.decode(cursor, int)[0] if cursor else 0
    with db.read() as tx:
        rows = store.registered(tx, fold(city) if city else None, after, limit + 1)
        page, more = paging.cut(rows, limit)
        return Page(
            items=[service.shown(row) for row in page],
            next=paging.encode(page[-1].serial) if more else None,
        )
