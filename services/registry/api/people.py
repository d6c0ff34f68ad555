"""Routes about people: registration and look-up by number."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response

from services.registry import service_numbers
from services.registry import service_people as people
from services.registry import service_registration as registration
from services.registry.registration_words import Notice
from services.registry.schemas.people import (
    BulkPlayers,
    BulkReport,
    BulkRow,
    Lookup,
    NewPlayer,
    NoticeOut,
    PlayerOut,
    RegisteredOut,
)
from services.registry.service_registration import Registered
from services.registry.store import people as store
from shared import paging
from shared.calls import Creation, Reads, creates
from shared.contract import Slug
from shared.paging import Cursor, Limit, Page
from shared.problems import language
from shared.refusals import Text

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
    body: BulkPlayers, call: Annotated[Creation, creates("players")], lang: Lang
) -> Response:
    """Register many; answers row by row, and doing it again changes nothing.

    Known people keep their ID; likely twins, taken nicknames and old numbers, unknown cities and
    clubs are left out and named.
    """
    return call.once(
        lambda tx: _report(registration.register_many(tx, body.players, call.caller), lang),
        status=200,
    )


@router.post("/v1/players:lookup")
def lookup_players(body: Lookup, db: Reads) -> list[PlayerOut]:
    """The public states of many people; IDs that nobody has are left out.

    Of a merged ID the survivor's state; `asked` says which ID a row answers.
    """
    with db.read() as tx:
        return people.look_up(tx, body.players)


@router.get("/v1/players/{player}")
def get_player(
    player: Annotated[str, Path(description="An ID, a merged one, or an old number.")], db: Reads
) -> PlayerOut:
    """A person's public state, by ID, by an ID that was merged (the survivor's), or by old number.

    An old number counts as written, else without leading zeros; if it is two people's so: 409.
    """
    with db.read() as tx:
        return service_numbers.get_player(tx, player)


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


def _registered(state: PlayerOut, notices: Sequence[Notice], lang: str) -> RegisteredOut:
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
    return " ".join(_in(text, lang) for text in said if text)


def _notices(notices: Sequence[Notice], lang: str) -> list[NoticeOut]:
    return [NoticeOut(code=n.code, where=n.where, message=_in(n.text, lang)) for n in notices]


def _in(text: Text, lang: str) -> str:
    return text.en if lang == "en" else text.ru
