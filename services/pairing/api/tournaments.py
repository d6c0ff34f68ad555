"""Routes about tournaments as a whole: announcing, looking, changing, finishing."""

import hashlib
import secrets
from typing import Annotated
from uuid import uuid4

from fastapi import APIRouter, Body, Response
from sqlmodel import Session

from services.pairing import (
    service,
    service_settings,
    views,
)
from services.pairing.api.parts import AtDesk, AtMoment, Lang, TournamentId
from services.pairing.schemas.tournaments import (
    LogRow,
    PlanIn,
    ReasonIn,
    TournamentChange,
    TournamentIn,
    TournamentOut,
)
from shared import paging
from shared.calls import Call, Creation, Reads, creates, needs
from shared.paging import Cursor, Limit, Page
from shared.versions import SeenRevision, etag

router = APIRouter(tags=["tournaments"])
Announcing = Annotated[Creation, creates("tournaments")]
Judging = Annotated[Call, needs("judging")]
SEED_BITS = 48


@router.post("/v1/tournaments", status_code=201, response_model=TournamentOut)
def create_tournament(body: TournamentIn, call: Announcing, desk: AtDesk, lang: Lang) -> Response:
    """Announce a tournament: name, city, date and format are enough, the rest is filled in.

    The answer shows what the rule set made of it. Official (D.2.5) if the caller may make it so;
    the head judge's level is checked (6.1–6.3). What has no sense is pointed out in `warnings` and
    stops nothing; that a large one is announced late is recorded (5.1).
    """

    def use_case(tx: Session) -> TournamentOut:
        state = service_settings.create(
            tx,
            desk.journal,
            body,
            call.caller,
            desk.today,
            tournament=str(uuid4()),
            seed=secrets.randbits(SEED_BITS),
        )
        return views.view(tx, state, lang).tournament(tx)

    return call.once(use_case)


@router.get("/v1/tournaments/{tournament}")
def get_tournament(
    tournament: TournamentId,
    db: Reads,
    desk: AtDesk,
    lang: Lang,
    response: Response,
    moment: AtMoment,
) -> TournamentOut:
    """One tournament. Its ETag is what a change of its settings names as If-Match."""
    with db.read() as tx:
        state = desk.journal.seen(tx, str(tournament), moment)
        return _tagged(response, views.view(tx, state, lang).tournament(tx))


def _tagged(response: Response, shown: TournamentOut) -> TournamentOut:
    """Law 10: settings have a version; what else is shown changes with every result and name."""
    whole = hashlib.sha256(shown.model_dump_json().encode()).hexdigest()
    response.headers["ETag"] = etag(shown.settings_version, whole[:16])
    return shown


@router.patch("/v1/tournaments/{tournament}")
def change_tournament(
    tournament: TournamentId,
    body: TournamentChange,
    call: Judging,
    desk: AtDesk,
    lang: Lang,
    response: Response,
    expected: SeenRevision,
) -> TournamentOut:
    """Change settings: before round 1 any, after it what disturbs no play; the rest stays.

    It needs the ETag that GET gave as If-Match: without it, or once somebody changed the settings,
    the answer is 412; results move no settings. After round 1 these can be changed: name, official,
    head_judge, judges, minutes, capacity, expected. City, club and official are for who announces
    tournaments; official for who may call it so (D.2.5): after the finish the rating follows. More
    places let in who waits. What is so already changes nothing.
    """

    def use_case(tx: Session) -> TournamentOut:
        state = service_settings.change(
            tx, desk.journal, str(tournament), body, expected, call.caller, desk.today
        )
        return _tagged(response, views.view(tx, state, lang).tournament(tx))

    return call.write(use_case)


@router.post("/v1/tournaments/{tournament}/plan")
def plan_tournament(
    tournament: TournamentId, body: PlanIn, call: Judging, desk: AtDesk, lang: Lang
) -> TournamentOut:
    """Announce a draft, open registration, or go back, before round 1. Twice is harmless.

    Pairing round 1 needs none of it: it starts a tournament from any of the three.
    """

    def use_case(tx: Session) -> TournamentOut:
        state = service_settings.plan(
            tx, desk.journal, str(tournament), body.plan, call.caller, desk.today
        )
        return views.view(tx, state, lang).tournament(tx)

    return call.write(use_case)


@router.post("/v1/tournaments/{tournament}/cancel")
def cancel_tournament(
    tournament: TournamentId,
    call: Judging,
    desk: AtDesk,
    lang: Lang,
    body: Annotated[ReasonIn, Body(default_factory=ReasonIn)],
) -> TournamentOut:
    """Call it off, at any time before it was ever finished: it is not rated. Twice is harmless.

    What was played is kept; nothing more is played unless it is resumed.
    """

    def use_case(tx: Session) -> TournamentOut:
        state = service.cancel(tx, desk.journal, str(tournament), body.reason, call.caller)
        return views.view(tx, state, lang).tournament(tx)

    return call.write(use_case)


@router.post("/v1/tournaments/{tournament}/resume")
def resume_tournament(
    tournament: TournamentId,
    call: Judging,
    desk: AtDesk,
    lang: Lang,
    body: Annotated[ReasonIn, Body(default_factory=ReasonIn)],
) -> TournamentOut:
    """It takes place after all, and stands where it stood. Twice is harmless."""

    def use_case(tx: Session) -> TournamentOut:
        state = service.resume(tx, desk.journal, str(tournament), body.reason, call.caller)
        return views.view(tx, state, lang).tournament(tx)

    return call.write(use_case)


@router.get("/v1/tournaments/{tournament}/log")
def tournament_log(
    tournament: TournamentId,
    db: Reads,
    desk: AtDesk,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[LogRow]:
    """The tournament's own events in their order (law 2): all that ever happened to it.

    Fields that are the staff's alone are left out: a draft's pairs, whose a penalty is.
    """
    after = paging.decode(cursor, int)[0] if cursor else 0
    with db.read() as tx:
        page, more = paging.cut(desk.journal.log(tx, str(tournament), after, limit + 1), limit)
        return Page(
            items=[views.log_row(row) for row in page],
            next=paging.encode(page[-1].number) if more else None,
        )


@router.post("/v1/tournaments/{tournament}/finish")
def finish_tournament(
    tournament: TournamentId, call: Judging, desk: AtDesk, lang: Lang
) -> TournamentOut:
    """Finish it, all being played (D.4.3); official ones are rated now. Twice is harmless."""

    def use_case(tx: Session) -> TournamentOut:
        state = service.finish(tx, desk.journal, str(tournament), call.caller)
        return views.view(tx, state, lang).tournament(tx)

    return call.write(use_case)
