"""Routes about leased blocks of IDs (D.2.2)."""

from typing import Annotated

from fastapi import APIRouter, Response

from services.registry import service_blocks as service
from services.registry.api.directory import Id, Office
from services.registry.schemas.blocks import BlockIn, BlockOut, LeasedBlock, TakenBlock
from services.registry.store import blocks as store
from shared import paging
from shared.calls import Call, Creation, creates, needs
from shared.paging import Cursor, Limit, Page

router = APIRouter(tags=["blocks"])


@router.post("/v1/clubs/{club}/blocks", status_code=201, response_model=LeasedBlock)
def lease_block(club: Id, body: BlockIn, call: Annotated[Creation, creates("keys")]) -> Response:
    """Lease IDs to a club, so that its newcomers have theirs without a network (D.2.2).

    For one node of the club alone: two with one block would give one ID twice. The office leases to
    every club, a coordinator to those of his city, a club to itself.
    """
    return call.once(lambda tx: service.lease(tx, club, body.size, call.caller))


@router.get("/v1/clubs/{club}/blocks")
def list_blocks_of_club(
    club: Id,
    call: Annotated[Call, needs("keys")],
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[BlockOut]:
    """A club's blocks, and how much of each is used, by their serials."""
    with call.db.read() as tx:
        service.his_club(tx, club, call.caller)
    return _page(call, club, cursor, limit)


@router.post("/v1/blocks", status_code=201, response_model=BlockOut)
def take_block(body: TakenBlock, call: Annotated[Creation, creates("office")]) -> Response:
    """On a club's own node: take over a leased block; newcomers get its IDs from now on (D.2.2).

    Not for the federation's registry, which refuses it. The same again changes nothing.
    """
    return call.once(lambda tx: service.take(tx, body.first_id, body.last_id, body.club, call.who))


@router.get("/v1/blocks")
def list_blocks(call: Office, cursor: Cursor = None, limit: Limit = 100) -> Page[BlockOut]:
    """All blocks that this registry leased, or on a club's node those it draws from."""
    return _page(call, None, cursor, limit)


def _page(call: Call, club: str | None, cursor: str | None, limit: int) -> Page[BlockOut]:
    after = paging.decode(cursor, int)[0] if cursor else 0
    with call.db.read() as tx:
        page, more = paging.cut(store.blocks(tx, club, after, limit + 1), limit)
        return Page(
            items=service.shown(tx, page), next=paging.encode(page[-1].first) if more else None
        )
