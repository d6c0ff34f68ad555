"""Routes about lists of tournaments: all of them, as a calendar, a player's."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from sqlmodel import Session

from services.pairing import ical, service, store, store_lists, views_lists
from services.pairing.api.parts import AtDesk
from services.pairing.domain.state import Status
from services.pairing.fields import Code, Name
from services.pairing.schemas.tournaments import PlayedRow, TournamentRow
from shared import paging
from shared.auth import Principal
from shared.calls import EITHER, Reads, Whoever
from shared.contract import Day, PlayerId, Slug
from shared.paging import Cursor, Limit, Page

router = APIRouter(tags=["tournaments"])
MOST_IN_A_CALENDAR = 500


@dataclass(frozen=True)
class Filters:
    """What a list is narrowed to, as it was asked for."""

    city: Annotated[Name | None, Query(description="Id or name.", examples=["Казань"])] = None
    since: Annotated[Day | None, Query(alias="from", description="The earliest day.")] = None
    until: Annotated[Day | None, Query(alias="to", description="The latest day.")] = None
    format: Annotated[
        Code | None, Query(description="Id of a format.", examples=["constructed-classic"])
    ] = None
    status: Annotated[
        list[Status] | None,
        Query(description="May be given more than once: any of them.", max_length=6),
    ] = None
    club: Annotated[Slug | None, Query(description="Whose they are.", examples=["kazan"])] = None
    official: Annotated[bool | None, Query(description="D.2.5: whether it is rated.")] = None

    def wanted(self, tx: Session, caller: Principal | None) -> store_lists.Wanted:
        """The same as a query has it; drafts are for who runs them."""
        return store_lists.Wanted(
            city=service.city_of(tx, self.city, "query.city").city if self.city else None,
            since=self.since.isoformat() if self.since else None,
            until=self.until.isoformat() if self.until else None,
            statuses=tuple(self.status or ()),
            format=self.format,
            club=self.club,
            official=self.official,
            drafts=store_lists.run_by(caller),
        )


Asked = Annotated[Filters, Depends()]


class Calendar(Response):
    """A calendar of RFC 5545."""

    media_type = ical.MEDIA_TYPE


@router.get("/v1/tournaments", openapi_extra=EITHER)
def list_tournaments(
    db: Reads, asked: Asked, caller: Whoever, cursor: Cursor = None, limit: Limit = 100
) -> Page[TournamentRow]:
    """Tournaments, the newest date first. Drafts are listed with the token of who runs them."""
    last = paging.decode(cursor, str, str) if cursor else None
    with db.read() as tx:
        after = (last[0], last[1]) if last else None
        found = store_lists.tournaments(tx, asked.wanted(tx, caller), after, limit + 1)
        page, more = paging.cut(found, limit)
        return Page(
            items=views_lists.rows(tx, page),
            next=paging.encode(page[-1].date, page[-1].tournament) if more else None,
        )


@router.get("/v1/tournaments.ics", response_class=Calendar, openapi_extra=EITHER)
def calendar_of_tournaments(db: Reads, asked: Asked, caller: Whoever, request: Request) -> Calendar:
    """The same list as a calendar to subscribe to (RFC 5545), an all-day event for each.

    A cancelled tournament stays in it as cancelled. It has the 500 latest days: narrow it with
    `from`, `to` and the rest.
    """
    with db.read() as tx:
        found = store_lists.tournaments(tx, asked.wanted(tx, caller), None, MOST_IN_A_CALENDAR)
        cities = store.city_names(tx, [row.city for row in found])
    return Calendar(ical.calendar(found, cities, str(request.base_url)))


@router.get("/v1/players/{player}/tournaments")
def tournaments_of_player(
    player: PlayerId,
    db: Reads,
    desk: AtDesk,
    cursor: Cursor = None,
    limit: Annotated[int, Query(ge=1, le=100, description="Rows on a page.")] = 20,
) -> Page[PlayedRow]:
    """A player's tournaments, the newest first, with his points and place.

    Under all IDs that are one person by the merges of today (D.2.4); a person entered twice in one
    tournament has two rows. Drafts are left out; who has played nowhere has none.
    """
    last = paging.decode(cursor, str, str, int) if cursor else None
    with db.read() as tx:
        after = (last[0], last[1], last[2]) if last else None
        found = store_lists.played_by(tx, store.same_person(tx, player), after, limit + 1)
        page, more = paging.cut(found, limit)
        end = page[-1] if more else None
        return Page(
            items=views_lists.played(tx, desk.journal, page),
            next=paging.encode(end[0].date, end[0].tournament, end[1].entry) if end else None,
        )
