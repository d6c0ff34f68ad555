"""Routes about people: registration and look-up by number."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response
from sqlmodel import Session

from services.registry import service_changes, service_numbers
from services.registry import service_people as people
from services.registry import service_registration as registration
from services.registry.api.parts import Named
from services.registry.registration_words import Remark
from services.registry.schemas.people import (
    BulkPlayers,
    BulkReport,
    BulkRow,
    Lookup,
    NewPlayer,
    PlayerChange,
    PlayerOut,
    RegisteredOut,
    RemarkOut,
)
from services.registry.service_registration import Registered
from services.registry.store import people as store
from shared import paging
from shared.calls import Call, Creation, Reads, creates, needs
from shared.contract import Slug
from shared.paging import Cursor, Limit, Page
from shared.problems import language, say
from shared.versions import SeenRevision, etag

router = APIRouter(tags=["people"])
Lang = Annotated[str, Depends(language)]


@router.post("/v1/players", status_code=201, response_model=RegisteredOut)
def register_player(
    body: NewPlayer, call: Annotated[Creation, creates("players")], lang: Lang
) -> Response:
    """Register a newcomer and give him his permanent ID (rules 2.1.2, 2.1.3).

    A person we know and likely twins are refused with who they are (D.2.4). Whose ID has lapsed
    gets it back (D.2.2). A name that mixes Latin and Cyrillic letters is kept, and noticed.
    """
    return call.once(lambda tx: _registered(*registration.register(tx, body, call.caller), lang))


@router.post("/v1/players:bulk", status_code=200, response_model=BulkReport)
def register_players(
    body: BulkPlayers,
    call: Annotated[Creation, creates("players")],
    lang: Lang,
    dry_run: Annotated[bool, Query(description="Only say what would become of them.")] = False,
) -> Response:
    """Register many; answers row by row, and doing it again changes nothing.

    Known people keep their ID; likely twins, taken nicknames and old numbers, unknown cities and
    clubs are left out and named. A dry run answers the same and changes nothing: an ID that is not
    given yet is `+` and the row of whom it is for.
    """
    if dry_run:
        with call.db.read() as tx:
            report = _report(registration.foresee(tx, body.players, call.caller), lang)
        return Response(report.model_dump_json(), media_type="application/json")
    return call.once(
        lambda tx: _report(registration.register_many(tx, body.players, call.caller), lang),
        status=200,
    )


@router.post("/v1/players:lookup")
def lookup_players(body: Lookup, db: Reads) -> list[PlayerOut]:
    """The public states of many people, by IDs and old numbers; `asked` says what a row answers.

    Of a merged ID the survivor's state. What nobody has is left out, and so is an old number that
    two people may mean.
    """
    with db.read() as tx:
        return service_numbers.look_up(tx, body.players, body.old_numbers)


@router.get(
    "/v1/players/{player}",
    responses={409: {"description": "Two people have this old number as digits"}},
)
def get_player(
    player: Annotated[
        str,
        Path(
            max_length=40,
            description="An ID, a merged one, or an old number; one with a slash is asked by "
            "POST /v1/players:lookup.",
        ),
    ],
    db: Reads,
    response: Response,
) -> PlayerOut:
    """A person's public state, by ID, by an ID that was merged (the survivor's), or by old number.

    An old number counts as written, else without leading zeros; if it is two people's so: 409.
    """
    with db.read() as tx:
        row = service_numbers.find(tx, player)
        state = people.public(tx, [row], [player])[0]
        response.headers["ETag"] = _etag(row.revision, state)
        return state


@router.patch("/v1/players/{player}")
def change_player(
    player: Named,
    body: PlayerChange,
    call: Annotated[Call, needs("contacts")],
    lang: Lang,
    response: Response,
    expected: SeenRevision,
) -> RegisteredOut:
    """Change a person's data: the office anybody's, a coordinator and a club their own people's.

    What is left out stays. It needs the ETag that GET /v1/players/{player} gave as If-Match:
    without it, or with an old one, the answer is 412. Likely twins of a new name are refused with
    who they are, and confirmed with `namesake` (D.2.4).
    """

    def use_case(tx: Session) -> RegisteredOut:
        row, notices = service_changes.change(tx, player, body, expected, call.caller)
        state = people.public(tx, [row])[0]
        response.headers["ETag"] = _etag(row.revision, state)
        return _registered(state, notices, lang)

    return call.write(use_case)


@router.get("/v1/players")
def list_players(
    db: Reads,
    city: Annotated[
        str | None, Query(max_length=80, description="Name or id.", examples=["Казань"])
    ] = None,
    club: Annotated[Slug | None, Query(examples=["kazan"])] = None,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[PlayerOut]:
    """Registered players in the order of their IDs; provisional ones are in no list (D.2.2)."""
    after = paging.decode(cursor, int)[0] if cursor else 0
    with db.read() as tx:
        city_key = people.city_key(tx, city) if city else None
        page, more = paging.cut(store.registered(tx, city_key, club, after, limit + 1), limit)
        return Page(
            items=people.public(tx, page),
            next=paging.encode(page[-1].serial) if more else None,
        )


def _etag(revision: int, state: PlayerOut) -> str:
    """A state's version: lapse and merges change it without a revision."""
    return etag(revision, state.status, state.player)


def _registered(state: PlayerOut, notices: Sequence[Remark], lang: str) -> RegisteredOut:
    return RegisteredOut(**state.model_dump(), notices=_notices(notices, lang))


def _report(done: Sequence[Registered], lang: str) -> BulkReport:
    rows = [
        BulkRow(
            row=number,
            outcome=each.outcome,
            player=each.player,
            candidates=list(each.candidates),
            message=_reason(each, lang),
            notices=_notices(each.notices, lang),
        )
        for number, each in enumerate(done)
    ]
    return BulkReport(
        registered=sum(row.outcome == "registered" for row in rows),
        known=sum(row.outcome == "known" for row in rows),
        refused=sum(row.player is None for row in rows),
        rows=rows,
    )


def _reason(done: Registered, lang: str) -> str | None:
    if done.refusal is None:
        return None
    said = (done.refusal.message, done.refusal.todo)
    return " ".join(say(text, lang) for text in said if text)


def _notices(notices: Sequence[Remark], lang: str) -> list[RemarkOut]:
    return [RemarkOut(code=n.code, where=n.where, message=say(n.text, lang)) for n in notices]
