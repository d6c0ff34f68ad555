"""Routes about judges."""

from typing import Annotated

from fastapi import APIRouter, Query

from services.registry import service_judges as service
from services.registry.api.directory import At, Office, Since, day_of
from services.registry.api.parts import Named
from services.registry.schemas.judges import JudgeIn, JudgeOut
from shared import paging
from shared.calls import Reads
from shared.paging import Cursor, Limit, Page

router = APIRouter(tags=["directory"])


@router.put("/v1/judges/{player}")
def set_judge(player: Named, body: JudgeIn, call: Office) -> JudgeOut:
    """Certify a judge, level 1–4 (6.x), from a day on; with ``until`` withdraw it after a day.

    The same again changes nothing. The answer shows today's level (UTC) and all certificates.
    """
    return call.write(lambda tx: service.set_judge(tx, player, body, call.who))


@router.delete("/v1/judges/{player}/levels/{since}")
def void_judge_level(player: Named, since: Since, call: Office) -> JudgeOut:
    """Void a certificate given by mistake, as if it had never been; a repeat changes nothing."""
    return call.write(lambda tx: service.void_judge_level(tx, player, since.isoformat(), call.who))


@router.get("/v1/judges/{player}")
def get_judge(player: Named, db: Reads, at: At = None) -> JudgeOut:
    """A judge and his level on a day, by default today (UTC); 404 if he is none then."""
    with db.read() as tx:
        return service.get_judge(tx, player, day_of(at))


@router.get("/v1/judges")
def list_judges(
    db: Reads,
    level: Annotated[int, Query(ge=1, le=4, description="6.1–6.3: this one or higher.")] = 1,
    city: Annotated[
        str | None, Query(max_length=80, description="By name or id.", examples=["Казань"])
    ] = None,
    at: At = None,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[JudgeOut]:
    """Who can be a head judge: those with a level on a day, by default today (UTC)."""
    after = paging.decode(cursor, int)[0] if cursor else 0
    with db.read() as tx:
        page, rest = service.list_judges(tx, level, city, day_of(at), after, limit)
        return Page(items=page, next=paging.encode(rest) if rest is not None else None)
