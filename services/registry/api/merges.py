"""Routes about merges: two IDs that are one person (D.2.4)."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from services.registry import service_merges as service
from services.registry.api.parts import MergeId
from services.registry.schemas.merges import MergeIn, MergeOut, MergeState, MergeStep, MergeTrail
from services.registry.store import aliases
from services.registry.store import merges as store
from services.registry.tables.people import Merge
from shared import paging
from shared.calls import Call, Creation, creates, needs
from shared.contract import PLAYER_ID
from shared.paging import Cursor, Limit, Page

router = APIRouter(tags=["merges"])
Office = Annotated[Call, needs("office")]


@router.post("/v1/merges", status_code=201, response_model=MergeOut)
def make_merge(body: MergeIn, call: Annotated[Creation, creates("office")]) -> Response:
    """Say that two IDs are one person: `player` is known as `into` from now on (D.2.4).

    Refused for two who were both paired in one finished tournament, under any of their IDs. It can
    be undone exactly at any time.
    """
    return call.once(lambda tx: _shown(service.make(tx, body.player, body.into, call.who)))


@router.get("/v1/merges")
def list_merges(
    call: Office,
    state: Annotated[MergeState | None, Query(description="Only these.")] = None,
    player: Annotated[
        str | None,
        Query(pattern=PLAYER_ID, description="Only those of this person.", examples=["1007"]),
    ] = None,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[MergeOut]:
    """Merges, the newest first; of a person, under any of his IDs."""
    before = paging.decode(cursor, int)[0] if cursor else None
    with call.db.read() as tx:
        ids = aliases.one_person(tx, player) if player else None
        rows = store.merges(tx, state, ids, before, limit + 1)
        page, more = paging.cut(rows, limit)
        return Page(
            items=[_shown(row) for row in page],
            next=paging.encode(page[-1].number) if more else None,
        )


@router.get("/v1/merges/{merge}")
def get_merge(merge: MergeId, call: Office) -> MergeTrail:
    """A merge and its trail: who did what and when."""
    with call.db.read() as tx:
        row = service.known(tx, merge)
        steps = [MergeStep.model_validate(step.model_dump()) for step in store.trail(tx, merge)]
        return MergeTrail(**_shown(row).model_dump(), trail=steps)


@router.post("/v1/merges/{merge}/undo")
def undo_merge(merge: MergeId, call: Office) -> MergeOut:
    """Take a merge back, also in the middle of a chain; a second call changes nothing (D.2.4)."""
    return call.write(lambda tx: _shown(service.undo(tx, merge, call.who)))


@router.post("/v1/merges/{merge}/resume")
def resume_merge(merge: MergeId, call: Office) -> MergeOut:
    """Let a suspended merge stand again; refused while both are paired in one tournament."""
    return call.write(lambda tx: _shown(service.resume(tx, merge, call.who)))


def _shown(row: Merge) -> MergeOut:
    return MergeOut.model_validate(row.model_dump())
