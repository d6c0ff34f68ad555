"""Routes about penalties and suspensions outside tournaments (3.2, P.x): for the staff alone."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from sqlmodel import Session

from services.registry import service_discipline as service
from services.registry import views_discipline as views
from services.registry.api.parts import Named
from services.registry.schemas.discipline import (
    PenaltyGivenOut,
    PenaltyHistoryOut,
    PenaltyIn,
    PenaltyRevokedOut,
    PlayerPenalties,
    PlayerStanding,
    Revocation,
    SuspensionChange,
    SuspensionGivenOut,
    SuspensionHistoryOut,
    SuspensionIn,
    SuspensionOut,
    TextsWiped,
)
from services.registry.service_people import known
from services.registry.store import discipline as store
from services.registry.store.aliases import one_person
from shared import paging
from shared.calls import Call, Creation, creates, needs
from shared.contract import Day, PlayerId
from shared.paging import Cursor, Limit, Page
from shared.versions import SeenRevision, etag

router = APIRouter(tags=["discipline"])
Discipline = Annotated[Call, needs("discipline")]
NewDiscipline = Annotated[Creation, creates("discipline")]
Desk = Annotated[Call, needs("players")]
PenaltyId = Annotated[str, Path(max_length=40, description="The penalty's id.")]
SuspensionId = Annotated[str, Path(max_length=40, description="The suspension's id.")]


@router.post("/v1/penalties", status_code=201, response_model=PenaltyGivenOut)
def give_penalty(body: PenaltyIn, call: NewDiscipline) -> Response:
    """Give a penalty for what happened outside tournaments (3.2, P.x).

    The answer shows what the person has already. A coordinator does it for people of his city.
    """

    def use_case(tx: Session) -> PenaltyGivenOut:
        return views.penalty_given(tx, service.give_penalty(tx, body, call.caller))

    return call.once(use_case)


@router.get("/v1/penalties/{penalty}")
def get_penalty(penalty: PenaltyId, call: Discipline) -> PenaltyHistoryOut:
    """A penalty with its history."""
    with call.db.read() as tx:
        return views.penalty_with_history(tx, service.penalty_of(tx, penalty, call.caller))


@router.post("/v1/penalties/{penalty}/revoke")
def revoke_penalty(penalty: PenaltyId, body: Revocation, call: Discipline) -> PenaltyRevokedOut:
    """Take a penalty back, and the suspensions that rest on it; its history stays.

    Suspensions of a person whom you may not deal with (a merge was undone since) stay in force,
    and `suspensions_left` names them: the office takes them back by the same call. Beyond that a
    second call changes nothing.
    """

    def use_case(tx: Session) -> PenaltyRevokedOut:
        return views.penalty_revoked(
            tx, service.revoke_penalty(tx, penalty, body.reason, call.caller)
        )

    return call.write(use_case)


@router.delete("/v1/penalties/{penalty}/text")
def wipe_penalty_texts(penalty: PenaltyId, call: Discipline) -> TextsWiped:
    """Wipe the free texts of a penalty; codes, days and who did what stay.

    Also why suspensions that rested on it were taken back with it, in their own histories.
    """
    wiped = call.write(lambda tx: service.wipe_penalty_texts(tx, penalty, call.caller))
    return TextsWiped(subject=penalty, wiped=wiped)


@router.get("/v1/players/{player}/penalties")
def get_player_penalties(player: Named, call: Discipline) -> PlayerPenalties:
    """All penalties of a person: outside tournaments with their history, and at tables (P.11)."""
    with call.db.read() as tx:
        return views.penalties_of(tx, player, call.caller)


@router.post("/v1/suspensions", status_code=201, response_model=SuspensionGivenOut)
def give_suspension(body: SuspensionIn, call: NewDiscipline) -> Response:
    """Suspend a person's membership from a day to a day (3.2, P.10); all desks hear of it.

    It is judged by a tournament's local start date (D.3.1).
    """
    return call.once(
        lambda tx: views.suspension_given(service.give_suspension(tx, body, call.caller))
    )


@router.get("/v1/suspensions", responses={404: {"description": "Nobody has this ID"}})
def list_suspensions(
    call: Desk,
    player: Annotated[PlayerId | None, Query(description="Of this person, by any ID.")] = None,
    at: Annotated[Day | None, Query(description="In force on this day (D.3.1).")] = None,
    no_end: Annotated[
        bool | None, Query(alias="open", description="True: without an end; false: with one.")
    ] = None,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[SuspensionOut]:
    """Suspensions by their first days, never what for; revoked ones where neither is asked for."""
    after: tuple[str, str] = paging.decode(cursor, str, str)[:2] if cursor else ("", "")
    day = at.isoformat() if at else None
    with call.db.read() as tx:
        ids = one_person(tx, known(tx, player).player) if player else None
        rows = store.suspensions(tx, ids, day, no_end, after, limit + 1)
    page, more = paging.cut(rows, limit)
    return Page(
        items=[views.suspension(row) for row in page],
        next=paging.encode(page[-1].since, page[-1].suspension) if more else None,
    )


@router.get("/v1/suspensions/{suspension}")
def get_suspension(
    suspension: SuspensionId, call: Discipline, response: Response
) -> SuspensionHistoryOut:
    """A suspension with its history."""
    with call.db.read() as tx:
        row = service.suspension_of(tx, suspension, call.caller)
        response.headers["ETag"] = etag(row.revision)
        return views.suspension_with_history(tx, row)


@router.patch("/v1/suspensions/{suspension}")
def change_suspension(
    suspension: SuspensionId,
    body: SuspensionChange,
    call: Discipline,
    expected: SeenRevision,
    response: Response,
) -> SuspensionHistoryOut:
    """Set another end, or none; it needs the state's ETag as If-Match.

    The same end again is harmless.
    """

    def use_case(tx: Session) -> SuspensionHistoryOut:
        row = service.change_suspension(tx, suspension, body, expected, call.caller)
        response.headers["ETag"] = etag(row.revision)
        return views.suspension_with_history(tx, row)

    return call.write(use_case)


@router.post("/v1/suspensions/{suspension}/revoke")
def revoke_suspension(
    suspension: SuspensionId, body: Revocation, call: Discipline
) -> SuspensionHistoryOut:
    """Take a suspension back: it is as if it had never been, its history stays (D.3.1).

    A second call changes nothing.
    """

    def use_case(tx: Session) -> SuspensionHistoryOut:
        row = service.revoke_suspension(tx, suspension, body.reason, call.caller)
        return views.suspension_with_history(tx, row)

    return call.write(use_case)


@router.delete("/v1/suspensions/{suspension}/text")
def wipe_suspension_texts(suspension: SuspensionId, call: Discipline) -> TextsWiped:
    """Wipe the free texts of a suspension; codes, days and who did what stay."""
    wiped = call.write(lambda tx: service.wipe_suspension_texts(tx, suspension, call.caller))
    return TextsWiped(subject=suspension, wiped=wiped)


@router.get("/v1/players/{player}/standing")
def get_player_standing(
    player: Named,
    call: Desk,
    at: Annotated[
        Day, Query(description="The tournament's local start date.", examples=["2026-11-05"])
    ],
) -> PlayerStanding:
    """Whether a person is suspended on a tournament's local start date (D.3.1); never what for."""
    with call.db.read() as tx:
        return service.standing_of(tx, player, at)
