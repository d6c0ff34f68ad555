"""Use cases about judges, clubs and cities. One transaction each: state + outbox."""

from sqlmodel import Session

from services.registry.schemas.directory import CityIn, ClubIn, JudgeIn
from services.registry.service_people import known
from services.registry.store import directory as store
from services.registry.tables.directory import Accreditation, City, Club, Judge, JudgeLevel
from shared.clock import now
from shared.db import wait_for
from shared.events.players import CityChanged, ClubChanged, JudgeChanged
from shared.folding import fold
from shared.outbox import publish
from shared.refusals import Refusal, Text


def set_judge(tx: Session, player: str, given: JudgeIn, who: str) -> JudgeLevel:
    """Rules 6.1–6.3: certify a judge, or change the level from a day on."""
    wait_for(tx, f"judge {player}")
    known(tx, player)
    judge = store.judge(tx, player) or Judge(player=player, revision=0)
    judge.revision += 1
    row = JudgeLevel(
        player=player,
        level=given.level,
        since=given.since.isoformat(),
        until=None,
        certified_by=given.certified_by,
        recorded_by=who,
        recorded_at=now(),
    )
    tx.add(judge)
    tx.add(row)
    state = JudgeChanged(player=player, revision=judge.revision, level=row.level, since=row.since)
    publish(tx, state, key=f"judge:{player}", who=who)
    return row


def add_club(tx: Session, given: ClubIn, who: str) -> ClubIn:
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
    if store.city(tx, given.city) is None:
        raise _no_city(given.city)
    row = Club(club=given.club, name=given.name, city=given.city)
    tx.add(row)
    if given.accredited:
        since = "2000-01-01"
        tx.add(
            Accreditation(
                kind="club",
                subject=given.club,
                since=since,
                until=None,
                given_by=who,
                given_at=now(),
            )
        )
    state = ClubChanged(**row.model_dump(), accredited=given.accredited)
    publish(tx, state, key=f"club:{row.club}", who=who)
    return given


def set_city(tx: Session, city: str, given: CityIn, who: str) -> City:
    """Add a city, or change its name or zone. Names are unique after folding."""
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
    row.name, row.name_key, row.zone = given.name, fold(given.name), given.zone
    row.revision += 1
    tx.add(row)
    state = CityChanged(city=city, revision=row.revision, name=row.name, zone=row.zone)
    publish(tx, state, key=f"city:{city}", who=who)
    return row


def _no_city(city: str) -> Refusal:
    return Refusal(
        "invalid",
        "city_not_found",
        Text(f"Города {city} в реестре нет.", f"The registry has no city {city}."),
        where="body.city",
        todo=Text("Добавьте его: PUT /v1/cities/{city}.", "Add it: PUT /v1/cities/{city}."),
    )
