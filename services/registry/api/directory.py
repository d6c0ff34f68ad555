"""Routes about clubs and cities."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from services.registry import service_directory as service
from services.registry.schemas.directory import (
    CityIn,
    CityOut,
    ClubChange,
    ClubIn,
    ClubOut,
    PeriodIn,
)
from services.registry.store import directory as store
from shared import paging
from shared.calls import Call, Creation, Reads, creates, needs
from shared.clock import today
from shared.contract import SLUG, Day
from shared.paging import Cursor, Limit, Page

router = APIRouter(tags=["directory"])
Office = Annotated[Call, needs("office")]
At = Annotated[Day | None, Query(description="The day that is asked about; by default today, UTC.")]
Since = Annotated[Day, Path(description="The first day.", examples=["2026-01-15"])]
Id = Annotated[str, Path(pattern=SLUG, examples=["kazan"])]


def day_of(at: date | None) -> str:
    """The day that is asked about."""
    return at.isoformat() if at else today()


@router.post("/v1/clubs", status_code=201, response_model=ClubOut)
def add_club(body: ClubIn, call: Annotated[Creation, creates("office")]) -> Response:
    """Found a club; give it a key with POST /v1/keys."""
    return call.once(lambda tx: service.add_club(tx, body, call.who))


@router.put("/v1/clubs/{club}")
def change_club(club: Id, body: ClubChange, call: Office) -> ClubOut:
    """Change a club's name or city; the same again changes nothing."""
    return call.write(lambda tx: service.change_club(tx, club, body, call.who))


@router.put("/v1/clubs/{club}/accreditation")
def accredit_club(club: Id, body: PeriodIn, call: Office) -> ClubOut:
    """Days on which a club's tournaments may be official, by their own date (D.2.5).

    Another ``until`` of the same ``since`` prolongs or ends that period; periods share no day.
    """
    return call.write(lambda tx: service.accredit_club(tx, club, body, call.who))


@router.delete("/v1/clubs/{club}/accreditation/{since}")
def void_club_accreditation(club: Id, since: Since, call: Office) -> ClubOut:
    """Void an accreditation given by mistake, as if it had never been (D.2.5)."""
    return call.write(
        lambda tx: service.void_club_accreditation(tx, club, since.isoformat(), call.who)
    )


@router.get("/v1/clubs/{club}")
def get_club(club: Id, db: Reads, at: At = None) -> ClubOut:
    """A club, and whether it is accredited on a day (D.2.5)."""
    with db.read() as tx:
        return service.shown_clubs(tx, [service.known_club(tx, club)], day_of(at))[0]


@router.get("/v1/clubs")
def list_clubs(
    db: Reads, at: At = None, cursor: Cursor = None, limit: Limit = 100
) -> Page[ClubOut]:
    """Clubs in the order of their ids."""
    after = paging.decode(cursor, str)[0] if cursor else ""
    with db.read() as tx:
        page, more = paging.cut(store.clubs(tx, after, limit + 1), limit)
        return Page(
            items=service.shown_clubs(tx, page, day_of(at)),
            next=paging.encode(page[-1].club) if more else None,
        )


@router.put("/v1/cities/{city}")
def set_city(city: Id, body: CityIn, call: Office) -> CityOut:
    """Add a city with its time zone, or change it; the same again changes nothing."""
    return call.write(lambda tx: service.set_city(tx, city, body, call.who))


@router.put("/v1/cities/{city}/series")
def set_series(city: Id, body: PeriodIn, call: Office) -> CityOut:
    """Days on which a city may run an Overlord series (7.5.1).

    Another ``until`` of the same ``since`` prolongs or ends that period; periods share no day.
    """
    return call.write(lambda tx: service.set_series(tx, city, body, call.who))


@router.delete("/v1/cities/{city}/series/{since}")
def void_series(city: Id, since: Since, call: Office) -> CityOut:
    """Void a series given by mistake, as if it had never been (7.5.1)."""
    return call.write(lambda tx: service.void_series(tx, city, since.isoformat(), call.who))


@router.get("/v1/cities/{city}")
def get_city(city: Id, db: Reads, at: At = None) -> CityOut:
    """A city, and whether it may run a series on a day (7.5.1)."""
    with db.read() as tx:
        return service.shown_cities(tx, [service.known_city(tx, city)], day_of(at))[0]


@router.get("/v1/cities")
def list_cities(
    db: Reads, at: At = None, cursor: Cursor = None, limit: Limit = 100
) -> Page[CityOut]:
    """Cities in the order of their ids."""
    after = paging.decode(cursor, str)[0] if cursor else ""
    with db.read() as tx:
        page, more = paging.cut(store.cities(tx, after, limit + 1), limit)
        return Page(
            items=service.shown_cities(tx, page, day_of(at)),
            next=paging.encode(page[-1].city) if more else None,
        )
