"""The person and the place that a right names, known here or refused; when staff's rights end."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from services.registry.domain import rights
from services.registry.place_words import no_city, no_club
from services.registry.schemas.signin import StaffIn
from services.registry.service_people import not_found
from services.registry.store import directory, people, played
from services.registry.tables.played import Tournament
from shared.folding import fold
from shared.refusals import Refusal, Text


def person(tx: Session, player: str) -> str:
    """The ID of a person, locked: no erasure misses a right given meanwhile.

    The one that was named, also if it was merged, so that a merge undone leaves the right with him
    (D.2.4). Refuses an ID of nobody, and an erased one.
    """
    row = people.locked(tx, player)
    if row is None or row.erased_at is not None:
        raise not_found(player, "body.player")
    return row.player


def homes(tx: Session, cities: Iterable[str]) -> dict[str, tuple[str, str]]:
    """City as somebody writes it, folded -> its folded name and its name: by name, else by id."""
    found = people.cities(tx, map(fold, cities))
    by_id = {fold(city): (key, name) for city, key, name in found}
    return by_id | {key: (key, name) for _, key, name in found}


def right_asked(tx: Session, given: StaffIn) -> tuple[rights.Right, Tournament | None]:
    """The right with the place's city and club. Refuses an unknown place."""
    if given.tournament is not None:
        held = played.tournament(tx, given.tournament)
        if held is None:
            raise Refusal(
                "invalid",
                "tournament_unknown",
                Text("Реестр ещё не слышал об этом турнире.", "The registry has not heard of it."),
                where="body.tournament",
                todo=Text(
                    "Если его объявили только что, повторите через несколько секунд.",
                    "If it was announced just now, try again in a moment.",
                ),
            )
        return rights.Right(given.role, held.city, held.club, held.tournament), held
    if given.club is not None:
        club = directory.club(tx, given.club)
        if club is None:
            raise no_club(given.club, directory.club_names(tx))
        return rights.Right(given.role, club.city, club.club), None
    if given.city is not None and directory.city(tx, given.city) is None:
        raise no_city(given.city, directory.city_names(tx), "body.city")
    return rights.Right(given.role, given.city), None


_LAST_DAY = date(2099, 12, 31)
"""A tournament announced for later is a slip; at the edge of time no zone converts."""


def staff_ends(tx: Session, held: Tournament) -> datetime:
    """D.4.10: the end of the last day of a tournament's staff, by the tournament's own clock."""
    city = directory.city(tx, held.city)
    zone = ZoneInfo(city.zone if city else "Europe/Moscow")
    day = min(date.fromisoformat(held.day), _LAST_DAY)
    last = day + timedelta(days=rights.STAFF_DAYS)
    return datetime.combine(last, time.max, zone).astimezone(UTC)
