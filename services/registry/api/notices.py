"""Routes about what waits for the office."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from sqlmodel import Session

from services.registry import notices as service
from services.registry.schemas.merges import OfficeNotice
from services.registry.store import notices as store
from services.registry.store import played
from services.registry.tables.discipline import Notice
from shared import paging
from shared.calls import Call, needs
from shared.paging import Cursor, Limit, Page
from shared.problems import language, say

router = APIRouter(tags=["notices"])
Office = Annotated[Call, needs("office")]


@router.get("/v1/notices")
def list_notices(
    request: Request,
    call: Office,
    waiting: Annotated[
        bool | None,
        Query(alias="open", description="true: those that wait; false: those dealt with."),
    ] = None,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[OfficeNotice]:
    """What the office was told, in order, as sentences in the language asked for."""
    after = paging.decode(cursor, int)[0] if cursor else 0
    with call.db.read() as tx:
        page, more = paging.cut(store.notices(tx, waiting, after, limit + 1), limit)
        return Page(
            items=_shown(tx, page, language(request)),
            next=paging.encode(page[-1].seq or 0) if more else None,
        )


@router.post("/v1/notices/{seq}/done")
def notice_done(
    request: Request, seq: Annotated[int, Path(ge=1, le=2**31 - 1)], call: Office
) -> OfficeNotice:
    """Say that a notice was dealt with; a second call changes nothing."""
    return call.write(
        lambda tx: _shown(tx, [service.done(tx, seq, call.who)], language(request))[0]
    )


def _shown(tx: Session, rows: Sequence[Notice], lang: str) -> list[OfficeNotice]:
    known = played.tournaments_among(tx, (row.tournament for row in rows if row.tournament))
    shown = []
    for row in rows:
        changed = {
            "text": say(service.words(row, known.get(row.tournament or "")), lang),
            "players": row.players.split(),
        }
        shown.append(OfficeNotice.model_validate({**row.model_dump(), **changed}))
    return shown
