"""D.2.2: numbers of older bases live on as aliases, for ever."""

from collections.abc import Iterable, Sequence

from sqlmodel import Session

from services.registry import service_people as people
from services.registry.domain.numbers import MOST_OLD, digits_of, largest, number_key, owners
from services.registry.registration_words import number_taken, too_many_numbers
from services.registry.schemas.people import PlayerOut
from services.registry.service_ids import start_above
from services.registry.store import aliases
from services.registry.store import numbers as store
from services.registry.store import people as people_store
from services.registry.tables.people import Player
from shared.refusals import Refusal, Text


def find(tx: Session, number: str) -> Player:
    """Who has this number: an ID, an ID that was merged (his survivor's), or an old number.

    IDs win over old numbers, however they are typed. Refuses what nobody has, and what two people
    have (never a guess).
    """
    row = people_store.player(tx, number_key(number))
    found = [row.player] if row else _owners(tx, [number])[number]
    rows = people_store.players_among(tx, aliases.survivors(tx, found).values())
    if not rows:
        raise people.not_found(number)
    if len(rows) > 1:
        raise _ambiguous(number, people.public(tx, rows))
    return rows[0]


def others_meant(tx: Session, player: str) -> list[PlayerOut]:
    """People who have this ID of another as an old number: whoever says it may mean them."""
    own = aliases.one_person(tx, player)
    owners_now = aliases.survivors(tx, _owners(tx, [player])[player])
    rows = people_store.players_among(tx, owners_now.values())
    return people.public(
        tx, [row for row in rows if row.player not in own and row.erased_at is None]
    )


def look_up(tx: Session, players: Sequence[str], old_numbers: Sequence[str]) -> list[PlayerOut]:
    """The public states of many people, each with the number that was asked.

    Of somebody who was merged, his survivor's. What nobody has is left out, and so is an old number
    that two people may mean.
    """
    there = {row.player for row in people_store.players_among(tx, players)}
    asked = [(player, player) for player in dict.fromkeys(players) if player in there]
    meant = _owners(tx, old_numbers)
    known_as = aliases.survivors(tx, [*there, *(each for ids in meant.values() for each in ids)])
    for number, ids in meant.items():
        if len({known_as[each] for each in ids}) == 1:
            asked.append((number, ids[0]))
    rows = {row.player: row for row in people_store.players_among(tx, known_as.values())}
    states = [rows[known_as[player]] for _, player in asked]
    return people.public(tx, states, [number for number, _ in asked])


def _owners(tx: Session, numbers: Iterable[str]) -> dict[str, list[str]]:
    """Old number -> IDs of those who may have it: as written, else as digits."""
    keys = {number: number_key(number) for number in numbers}
    by_key = store.old_numbers_with(tx, keys.values())
    digits = {key: each for key in keys.values() if (each := digits_of(key)) is not None}
    by_digits = store.owners_by_digits(tx, digits.values())
    return {
        number: owners(key, by_key, by_digits.get(digits.get(key, ""), ()))
        for number, key in keys.items()
    }


def claim(tx: Session, row: Player, numbers: Sequence[str]) -> list[str]:
    """Those of these numbers that nobody has yet; new serials start above them.

    Refuses a number that is another person's, and more than one person can have had.
    """
    taken = store.old_numbers_with(tx, map(number_key, numbers))
    known_as = aliases.survivors(tx, {row.player, *taken.values()})
    for number in numbers:
        owner = taken.get(number_key(number), row.player)
        if known_as[owner] != known_as[row.player]:
            his = people.known(tx, known_as[owner])
            raise number_taken(number, his.player, is_erased=his.erased_at is not None)
    fresh = [number for number in numbers if number_key(number) not in taken]
    held = store.old_numbers_of(tx, [row.player]).get(row.player, []) if fresh else []
    if len(held) + len(fresh) > MOST_OLD:
        raise too_many_numbers(row.player)
    make_room(tx, fresh)
    return fresh


def keep(tx: Session, fresh: Iterable[tuple[str, str]]) -> None:
    """Keep (ID, number) that nobody has yet."""
    rows: dict[str, dict[str, str | None]] = {}
    for player, number in fresh:
        key = number_key(number)
        rows[key] = {"key": key, "number": number, "digits": digits_of(key), "player": player}
    store.add(tx, list(rows.values()))


def make_room(tx: Session, numbers: Iterable[str]) -> None:
    """New serials start above these old numbers, so that none of them is ever an ID."""
    start_above(tx, largest(map(number_key, numbers)))


def _ambiguous(number: str, people_meant: Sequence[PlayerOut]) -> Refusal:
    return Refusal(
        "conflict",
        "number_ambiguous",
        Text(
            f"Номер {number} без нулей впереди есть у {len(people_meant)} человек.",
            f"Without leading zeros {number} is the number of {len(people_meant)} people.",
        ),
        rule="D.2.3",
        where="player",
        todo=Text(
            "Выберите человека из списка errors и спрашивайте по его ID.",
            "Choose a person from the list errors, and ask by the ID.",
        ),
        details=tuple(each.model_dump() for each in people_meant),
    )
