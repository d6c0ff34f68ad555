"""Use cases about people, judges, clubs and cities. One transaction each: state + outbox."""

from collections import defaultdict

from sqlmodel import Session

from services.registry import store
from services.registry.domain.people import Identity, compare, identity, short_key
from services.registry.schemas import (
    BulkReport,
    BulkRow,
    CityIn,
    ClubIn,
    Identified,
    JudgeIn,
    NewPlayer,
    PlayerOut,
)
from services.registry.tables import City, Club, Judge, Player
from shared.clock import now
from shared.db import wait_for
from shared.events.players import CityChanged, ClubChanged, JudgeChanged, PlayerChanged
from shared.folding import fold
from shared.outbox import publish
from shared.player_ids import player_id
from shared.refusals import Refusal, Text


def register(tx: Session, new: NewPlayer, who: str) -> PlayerOut:
    """Rules 2.1.1–2.1.3: register one person and give the ID.

    Refuses a person we know, likely twins that are not confirmed (D.2.4), a taken nickname (2.1.4).
    """
    row = register_many(tx, [new], who).rows[0]
    if row.outcome == "registered" and row.player:
        return shown(store.players_among(tx, [row.player])[0])
    raise _not_registered(row, new)


def register_many(tx: Session, people: list[NewPlayer], who: str) -> BulkReport:
    """Register people; those known already keep their ID, so a repeated call does nothing twice."""
    wait_for(tx, "registration")  # two desks at once must see each other's newcomer
    identities = [identity(p.first_name, p.surname, p.patronymic, p.email) for p in people]
    known: defaultdict[str, dict[str, Player]] = defaultdict(dict)
    for row in store.namesakes(tx, (i.short for i in identities)):
        known[row.short_key][row.player] = row
    taken = store.with_nicknames(tx, (fold(p.nickname) for p in people if p.nickname))
    counter = store.counter(tx, "player")
    rows: list[BulkRow] = []
    for number, (person, key) in enumerate(zip(people, identities, strict=True)):
        namesakes = known[key.short]
        sameness, ids = compare(key, [(i, _identity(p)) for i, p in namesakes.items()])
        nickname = fold(person.nickname) if person.nickname else None
        if sameness == "known":
            rows.append(BulkRow(row=number, outcome="known", player=ids[0]))
        elif sameness == "twin" and not person.namesake:
            twins = [shown(namesakes[i]) for i in ids]
            rows.append(BulkRow(row=number, outcome="twin", player=None, candidates=twins))
        elif nickname in taken:
            rows.append(BulkRow(row=number, outcome="nickname_taken", player=None))
        else:
            made = _add(tx, person, key, counter.next, who)
            counter.next += 1
            namesakes[made.player] = made
            if nickname:
                taken[nickname] = made.player
            rows.append(BulkRow(row=number, outcome="registered", player=made.player))
    return BulkReport(
        registered=sum(row.outcome == "registered" for row in rows),
        known=sum(row.outcome == "known" for row in rows),
        refused=sum(row.player is None for row in rows),
        rows=rows,
    )


def _add(tx: Session, new: NewPlayer, key: Identity, serial: int, who: str) -> Player:
    row = Player(
        player=player_id(serial),
        serial=serial,
        first_name=new.first_name,
        surname=new.surname,
        patronymic=new.patronymic,
        no_patronymic=new.no_patronymic,
        nickname=new.nickname,
        nickname_key=fold(new.nickname) if new.nickname else None,
        email=new.email,
        email_key=key.email,
        phone=new.phone,
        city=new.city,
        city_key=fold(new.city),
        full_key=key.full,
        short_key=key.short,
        created_at=now(),
        created_by=who,
    )
    tx.add(row)
    announce(tx, row, who)
    return row


def announce(tx: Session, row: Player, who: str) -> None:
    """Publish a person's public state."""
    state = PlayerChanged(
        player=row.player,
        revision=row.revision,
        first_name=row.first_name,
        surname=row.surname,
        nickname=row.nickname,
        city=row.city,
        status="registered" if row.status == "registered" else "provisional",
    )
    _publish(tx, state, f"player:{row.player}", who)


def confirm_newcomers(tx: Session, players: list[str], who: str) -> None:
    """D.2.2: these were paired in a finished tournament: provisional ones become registered."""
    for row in store.newcomers_among(tx, players):
        row.status = "registered"
        row.revision += 1
        tx.add(row)
        announce(tx, row, who)


def identify(tx: Session, text: str) -> Identified:
    """Rule 2.1.4, D.2.3: an ID, a name in either order, a nickname or a surname; never a guess."""
    folded, one_word = fold(text), len(text.split()) == 1
    found = store.matching(
        tx, text.strip(), short_key(text, ""), folded, surname=folded if one_word else None
    )
    outcome = {0: "none", 1: "exact"}.get(len(found), "several")
    return Identified.model_validate({"outcome": outcome, "players": [shown(p) for p in found]})


def get_player(tx: Session, player: str) -> PlayerOut:
    """One person's public state. Refuses an unknown ID."""
    return shown(_player(tx, player))


def set_judge(tx: Session, player: str, given: JudgeIn, who: str) -> Judge:
    """Rules 6.1–6.3: certify a judge, or change the level."""
    wait_for(tx, f"judge {player}")
    _player(tx, player)
    row = store.judge(tx, player) or Judge(
        player=player, revision=0, level=0, since="", certified_by=""
    )
    row.level, row.since = given.level, given.since.isoformat()
    row.certified_by = given.certified_by
    row.revision += 1
    tx.add(row)
    state = JudgeChanged(player=player, revision=row.revision, level=row.level, since=row.since)
    _publish(tx, state, f"judge:{player}", who)
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
    row = Club(**given.model_dump())
    tx.add(row)
    _publish(tx, ClubChanged(**row.model_dump()), f"club:{row.club}", who)
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
    _publish(tx, state, f"city:{city}", who)
    return row


def shown(row: Player) -> PlayerOut:
    """What anybody may see of a person."""
    return PlayerOut.model_validate(row.model_dump(include=set(PlayerOut.model_fields)))


def _identity(row: Player) -> Identity:
    return Identity(full=row.full_key, short=row.short_key, email=row.email_key)


def _player(tx: Session, player: str) -> Player:
    row = store.player(tx, player)
    if row is None:
        raise Refusal(
            "not_found",
            "player_not_found",
            Text(f"Игрока № {player} нет.", f"There is no player {player}."),
            rule="2.1.1",
            where="player",
            todo=Text(
                "Проверьте номер или найдите по имени: GET /v1/players:identify.",
                "Check the number, or look up the name: GET /v1/players:identify.",
            ),
        )
    return row


def _publish(
    tx: Session,
    event: PlayerChanged | JudgeChanged | ClubChanged | CityChanged,
    key: str,
    who: str,
) -> None:
    publish(tx, event, key=key, who=who)


def _no_city(city: str) -> Refusal:
    return Refusal(
        "invalid",
        "city_not_found",
        Text(f"Города {city} в реестре нет.", f"The registry has no city {city}."),
        where="body.city",
        todo=Text("Добавьте его: PUT /v1/cities/{city}.", "Add it: PUT /v1/cities/{city}."),
    )


def _not_registered(row: BulkRow, new: NewPlayer) -> Refusal:
    name = f"{new.surname} {new.first_name}"
    if row.outcome == "known":
        return Refusal(
            "conflict",
            "player_known",
            Text(
                f"{name} уже зарегистрирован: № {row.player}.",
                f"{name} is registered already: {row.player}.",
            ),
            rule="2.1.3",
            todo=Text("Пользуйтесь этим номером.", "Use that ID."),
            extra={"player": row.player},
        )
    if row.outcome == "twin":
        return Refusal(
            "conflict",
            "likely_twin",
            Text(
                f"Есть похожие люди ({len(row.candidates)}): {name}.",
                f"There are likely twins ({len(row.candidates)}): {name}.",
            ),
            rule="2.1.2",
            where="body.namesake",
            todo=Text(
                "Если это другой человек, повторите с namesake: true.",
                "If this is another person, send namesake: true.",
            ),
            details=tuple(candidate.model_dump() for candidate in row.candidates),
        )
    return Refusal(
        "conflict",
        "nickname_taken",
        Text(f"Прозвище «{new.nickname}» занято.", f"The nickname “{new.nickname}” is taken."),
        rule="2.1.4",
        where="body.nickname",
        todo=Text("Выберите другое или не указывайте.", "Choose another, or leave it out."),
    )
