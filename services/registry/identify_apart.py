"""D.2.3: a line of a list in which more is written than a name: ``1007 Воронцова, Казань``."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import add

from sqlmodel import Session

from services.registry import identify_finding as finding
from services.registry.domain import pasted, search
from services.registry.domain.names import key_words, name_key
from services.registry.domain.pasted import Facts, Line
from services.registry.identify_finding import Meant
from services.registry.store import aliases, directory
from services.registry.store import people as people_store
from services.registry.store import search as store
from services.registry.tables.people import Player


@dataclass
class Parts:
    """Whom the parts of a line mean, each as he is known now.

    numbers: number -> its owners; named: IDs that have the whole name or the nickname; sole: those
    who alone own a number, or the name or nickname; asked: ID -> the number that is his; meant:
    owners of numbers, and under which IDs they were found.
    """

    line: Line
    numbers: dict[str, set[str]] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)
    sole: set[str] = field(default_factory=set)
    asked: dict[str, str] = field(default_factory=dict)
    meant: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


def parts_of(tx: Session, line: Line, lapse: datetime) -> Parts:
    """Whose the numbers of a line are, and whose the whole name, or the nickname before a comma."""
    parts = Parts(line)
    for number in line.numbers:
        asked = search.query(number)
        owners = finding.numbered(tx, asked)
        now = _add(tx, parts, [*owners, *finding.called(tx, asked, lapse)])
        parts.numbers[number] = set(now.values())
        parts.asked.update({now[player]: asked.said for player in owners})
        if len(parts.numbers[number]) == 1:
            parts.sole |= parts.numbers[number]
    name = " ".join(line.name)
    people = store.named(tx, pasted.name_keys(line.words), name, lapse, finding.BEARERS)
    whole = [each for each in people if each.nickname_key != name]
    fuller = [each for each in whole if pasted.has_patronymic(line.words, each)]
    nicknamed = [each for each in people if each.nickname_key == name]
    namesakes = finding.known_as(tx, [each.player for each in (*(fuller or whole), *nicknamed)])
    if len(set(namesakes.values())) == 1:
        parts.sole |= set(namesakes.values())
    parts.named = list(dict.fromkeys(each.player for each in (*fuller, *people)))
    return parts


def the_one(tx: Session, parts: Parts) -> str | None:
    """Who alone owns a number, or the name or nickname, if all else that is written agrees.

    There is never more than one: his are all the numbers and the name.
    """
    for player in sorted(parts.sole):
        rows = people_store.players_among(tx, aliases.one_person(tx, player))
        if _agrees(parts, player, reduce(add, _facts(tx, rows).values())):
            return player
    return None


def candidates(tx: Session, parts: Parts, lapse: datetime) -> tuple[Meant, bool]:
    """Whoever a part means, the likeliest first, and whether not all such were compared.

    If nobody has the whole name: who has one like it, or all of its words but one.
    """
    found, cut = parts.named, False
    if not found and parts.line.is_more_than_a_name:  # a name alone was looked for already
        likely, cut = finding.likely(tx, search.query(" ".join(parts.line.name)), lapse)
        found = [player for player, _ in likely]
    if not found:
        there = finding.bearers_of(tx, parts.line.name, lapse)
        found = [each.player for each in there if pasted.all_but_one(parts.line.name, each)]
    _add(tx, parts, found[: finding.CONSIDERED])
    ids = {player for found in parts.meant.values() for player in found}
    known = _facts(tx, people_store.players_among(tx, ids | parts.meant.keys()))
    scores = {
        player: _score(parts, player, reduce(add, (known[each] for each in {player, *under})))
        for player, under in parts.meant.items()
    }
    ranked = sorted(scores.items(), key=lambda each: (-each[1], len(each[0]), each[0]))
    return ranked, cut or len(found) > finding.CONSIDERED


def place_aside(tx: Session, line: Line) -> str | None:
    """The line with a comma before the city that ends it; None if none does."""
    asides = pasted.asides(line)
    cities = {name for _, name, _ in people_store.cities(tx, asides)}
    return next((aside for end, aside in asides.items() if end in cities), None)


def _add(tx: Session, parts: Parts, players: Sequence[str]) -> dict[str, str]:
    """Whoever else is meant; ID -> the ID he is known under now."""
    now = finding.known_as(tx, players)
    for player, survivor in now.items():
        parts.meant[survivor].add(player)
    return now


def _agrees(parts: Parts, player: str, known: Facts) -> bool:
    unowned = [number for number, owners in parts.numbers.items() if not owners]
    others = any(player not in owners for owners in parts.numbers.values() if owners)
    words = [word for number in unowned for word in key_words(name_key(number))]
    return not others and pasted.agrees((*parts.line.words, *words), known)


def _score(parts: Parts, player: str, known: Facts) -> int:
    """How much of what is written is true of a person."""
    own = [number for number, owners in parts.numbers.items() if player in owners]
    return search.closeness((*parts.line.words, *parts.line.numbers), (*known.words, *own))


def _facts(tx: Session, rows: Iterable[Player]) -> dict[str, Facts]:
    """ID -> what may be written of him."""
    clubs = directory.club_names(tx)
    return {
        row.player: pasted.facts(
            (row.surname, row.first_name),
            row.patronymic,
            (row.nickname, row.city, row.club, clubs.get(row.club or "")),
        )
        for row in rows
    }
