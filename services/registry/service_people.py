"""Use cases about people: registration and look-up. One transaction each: state + outbox."""

from collections import defaultdict

from sqlmodel import Session

from services.registry.domain.people import Identity, compare, identity, short_key
from services.registry.schemas.people import BulkReport, BulkRow, Identified, NewPlayer, PlayerOut
from services.registry.store import people as store
from services.registry.tables.people import Player
from shared.clock import now
from shared.db import wait_for
from shared.events.players import PlayerChanged
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
    there: defaultdict[str, dict[str, Player]] = defaultdict(dict)
    for row in store.namesakes(tx, (i.short for i in identities)):
        there[row.short_key][row.player] = row
    taken = store.with_nicknames(tx, (fold(p.nickname) for p in people if p.nickname))
    counter = store.counter(tx, "player")
    rows: list[BulkRow] = []
    for number, (person, key) in enumerate(zip(people, identities, strict=True)):
        namesakes = there[key.short]
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
        waiting_since=now(),
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
    publish(tx, state, key=f"player:{row.player}", who=who)


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
    return shown(known(tx, player))


def shown(row: Player) -> PlayerOut:
    """What anybody may see of a person."""
    return PlayerOut.model_validate(row.model_dump(include=set(PlayerOut.model_fields)))


def _identity(row: Player) -> Identity:
    return Identity(full=row.full_key, short=row.short_key, email=row.email_key)


def known(tx: Session, player: str) -> Player:
    """The person of an ID. Refuses one that nobody has (2.1.1)."""
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
