"""Use cases about clubs and cities. One transaction each: state + outbox."""

from collections.abc import Sequence

from sqlmodel import Session

from services.registry import service_accreditation as accreditation
from services.registry.domain.names import mixed_alphabets
from services.registry.place_words import no_city, no_club
from services.registry.schemas.directory import (
    CityIn,
    CityOut,
    ClubChange,
    ClubIn,
    ClubOut,
    PeriodIn,
    PeriodOut,
)
from services.registry.service_accreditation import Period
from services.registry.service_people import rename_city
from services.registry.store import directory as store
from services.registry.tables.directory import City, Club
from shared.clock import today
from shared.contract import FIRST_DAY
from shared.db import wait_for
from shared.events.players import CityChanged, ClubChanged, on_day
from shared.folding import fold
from shared.outbox import publish
from shared.refusals import Refusal, Text


def add_club(tx: Session, given: ClubIn, who: str) -> ClubOut:
    """Found a club in a city that the federation knows."""
    wait_for(tx, f"club {given.club}")
    if store.club(tx, given.club):
        raise Refusal(
            "conflict",
            "club_exists",
            Text(f"Клуб {given.club} уже есть.", f"The club {given.club} exists already."),
            where="body.club",
            todo=Text("Возьмите другое имя.", "Choose another id."),
        )
    _city_of_club(tx, given.city)
    row = Club(club=given.club, revision=0, name=given.name, city=given.city)
    if given.accredited:
        accreditation.record(tx, "club", row.club, FIRST_DAY.isoformat(), None, who)
    return _club_now(tx, row, who, changed=True)


def change_club(tx: Session, club: str, given: ClubChange, who: str) -> ClubOut:
    """Change a club's name or city; what is so already is not changed."""
    row = _club_to_change(tx, club)
    _city_of_club(tx, given.city)
    changed = (row.name, row.city) != (given.name, given.city)
    row.name, row.city = given.name, given.city
    return _club_now(tx, row, who, changed=changed)


def accredit_club(tx: Session, club: str, given: PeriodIn, who: str) -> ClubOut:
    """D.2.5: days on which a club's tournaments may be official, or another end of such days."""
    row = _club_to_change(tx, club)
    return _club_now(tx, row, who, changed=accreditation.accredit(tx, "club", club, given, who))


def void_club_accreditation(tx: Session, club: str, since: str, who: str) -> ClubOut:
    """D.2.5: an accreditation given by mistake never was; doing it again changes nothing."""
    row = _club_to_change(tx, club)
    return _club_now(tx, row, who, changed=accreditation.void(tx, "club", club, since, who))


def set_city(tx: Session, city: str, given: CityIn, who: str) -> CityOut:
    """Add a city, or change its name or zone. Names are unique after folding, in one alphabet.

    Who lives in a renamed city is shown with its new name.
    """
    if mixed_alphabets(given.name):
        raise _mixed(given.name)
    wait_for(tx, "cities")
    namesake = store.city_named(tx, fold(given.name))
    if namesake and namesake.city != city:
        raise Refusal(
            "conflict",
            "city_exists",
            Text(
                f"{given.name} уже есть под именем {namesake.city}.",
                f"{given.name} exists already as {namesake.city}.",
            ),
            where="body.name",
            todo=Text(f"Пользуйтесь {namesake.city}.", f"Use {namesake.city}."),
        )
    row = store.city(tx, city) or City(city=city, revision=0, name="", name_key="", zone="")
    changed = (row.name, row.zone) != (given.name, given.zone)
    if row.revision and row.name != given.name:
        rename_city(tx, row.name_key, given.name, who)
    row.name, row.name_key, row.zone = given.name, fold(given.name), given.zone
    return _city_now(tx, row, who, changed=changed)


def set_series(tx: Session, city: str, given: PeriodIn, who: str) -> CityOut:
    """Rule 7.5.1: days on which a city may run an Overlord series, or another end of such days."""
    wait_for(tx, "cities")
    row = known_city(tx, city)
    return _city_now(tx, row, who, changed=accreditation.accredit(tx, "city", city, given, who))


def void_series(tx: Session, city: str, since: str, who: str) -> CityOut:
    """Rule 7.5.1: a series given by mistake never was; doing it again changes nothing."""
    wait_for(tx, "cities")
    row = known_city(tx, city)
    return _city_now(tx, row, who, changed=accreditation.void(tx, "city", city, since, who))


def known_club(tx: Session, club: str) -> Club:
    """The club of an id. Refuses one that nobody has, with the likest there are."""
    row = store.club(tx, club)
    if row is None:
        raise no_club(club, store.club_names(tx), "club")
    return row


def known_city(tx: Session, city: str) -> City:
    """The city of an id. Refuses one that nobody has, with the likest there are."""
    row = store.city(tx, city)
    if row is None:
        raise no_city(city, store.city_names(tx), "city")
    return row


def shown_clubs(tx: Session, rows: Sequence[Club], day: str) -> list[ClubOut]:
    """Clubs, and whether they are accredited on a day (D.2.5)."""
    periods = accreditation.periods(tx, "club", [row.club for row in rows])
    return [
        ClubOut(
            club=row.club,
            name=row.name,
            city=row.city,
            accredited=on_day(periods[row.club], day) is not None,
            accredited_in=_shown(periods[row.club]),
        )
        for row in rows
    ]


def shown_cities(tx: Session, rows: Sequence[City], day: str) -> list[CityOut]:
    """Cities, and whether they may run a series on a day (7.5.1)."""
    periods = accreditation.periods(tx, "city", [row.city for row in rows])
    return [
        CityOut(
            city=row.city,
            name=row.name,
            zone=row.zone,
            series=on_day(periods[row.city], day) is not None,
            series_in=_shown(periods[row.city]),
        )
        for row in rows
    ]


def _club_to_change(tx: Session, club: str) -> Club:
    wait_for(tx, f"club {club}")
    return known_club(tx, club)


def _club_now(tx: Session, row: Club, who: str, *, changed: bool) -> ClubOut:
    """The answer about a club; its new state is published if anything changed."""
    if changed:
        row.revision += 1
        tx.add(row)
        periods = accreditation.periods(tx, "club", [row.club])[row.club]
        state = ClubChanged(
            **row.model_dump(),
            accredited=on_day(periods, today()) is not None,
            accredited_in=periods,
        )
        publish(tx, state, key=f"club:{row.club}", who=who)
    return shown_clubs(tx, [row], today())[0]


def _city_now(tx: Session, row: City, who: str, *, changed: bool) -> CityOut:
    """The answer about a city; its new state is published if anything changed."""
    if changed:
        row.revision += 1
        tx.add(row)
        state = CityChanged(
            **row.model_dump(exclude={"name_key"}),
            series_in=accreditation.periods(tx, "city", [row.city])[row.city],
        )
        publish(tx, state, key=f"city:{row.city}", who=who)
    return shown_cities(tx, [row], today())[0]


def _city_of_club(tx: Session, city: str) -> None:
    if store.city(tx, city) is None:
        raise no_city(city, store.city_names(tx), "body.city")


def _mixed(name: str) -> Refusal:
    return Refusal(
        "invalid",
        "mixed_alphabets",
        Text(
            f"В «{name}» смешаны русские и латинские буквы: такой город не отличить от другого.",
            f"“{name}” mixes Cyrillic and Latin letters: nobody could tell it from another city.",
        ),
        rule="D.2.3",
        where="body.name",
        todo=Text("Наберите название заново.", "Type the name again."),
    )


def _shown(periods: Sequence[Period]) -> list[PeriodOut]:
    return [PeriodOut.model_validate({"since": since, "until": until}) for since, until in periods]
