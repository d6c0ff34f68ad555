"""Queries of the look-up (2.1.4, D.2.3). Nothing here selects a contact."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select
from sqlmodel import Session, col

from services.registry.domain.search import Known, slips, trigrams
from services.registry.store import aliases
from services.registry.tables.people import NameWord, OldNumber, Player, Trigram
from services.registry.tables.played import Entrant, Tournament
from shared.among import Among

_LAST = "\U0010ffff"
"""Sorts after every letter: the end of the range of a word's beginning."""
_FIRST_DAYS = Among(
    select(col(Entrant.player), func.min(col(Tournament.day)))
    .join(Tournament, col(Tournament.tournament) == col(Entrant.tournament))
    .where(col(Entrant.paired))
    .group_by(col(Entrant.player)),
    col(Entrant.player),
)


def named(
    tx: Session, short_keys: Collection[str], nickname_key: str, not_lapsed: datetime, limit: int
) -> list[Known]:
    """People with one of these short keys or this nickname, by serial."""
    called = or_(col(Player.short_key).in_(short_keys), col(Player.nickname_key) == nickname_key)
    query = _known(not_lapsed).where(called).order_by(col(Player.serial)).limit(limit)
    return [Known(*row) for row in tx.execute(query)]


def bearers(
    tx: Session,
    words: Collection[str],
    not_lapsed: datetime,
    limit: int,
    also: Collection[str] = (),
) -> list[Known]:
    """People who bear one of these words, each once; of more than ``limit`` any.

    also: of those, who bear one of these too.
    """
    query = _bearing(words)
    if also:
        query = query.where(col(NameWord.player).in_(_bearing(also)))
    query = query.order_by(col(NameWord.word), col(NameWord.player)).limit(limit)
    found = col(Player.player).in_(query.scalar_subquery())
    return [Known(*row) for row in tx.execute(_known(not_lapsed).where(found))]


def count_bearers(tx: Session, words: Collection[str], limit: int) -> int:
    """How many bear one of these words, counted up to a limit."""
    few = _bearing(words).limit(limit).subquery()
    return tx.scalar(select(func.count()).select_from(few)) or 0


def words_within_a_slip(tx: Session, *typed: str) -> list[str]:
    """Words that a letter missing, doubled, wrong or swapped could have made of one of these."""
    pieces = {piece for word in typed for piece in slips(word)}
    query = select(col(Trigram.word)).distinct().where(col(Trigram.gram).in_(pieces))
    return list(tx.scalars(query))


def words_beginning(tx: Session, bit: str, limit: int) -> list[str]:
    """Words that begin so, in their order."""
    first = f" {bit}"[:3]
    query = select(col(Trigram.word)).where(
        col(Trigram.gram) >= first,
        col(Trigram.gram) <= (first if len(first) == 3 else first + _LAST),
        col(Trigram.word) >= bit,
        col(Trigram.word) <= bit + _LAST,
    )
    return list(tx.scalars(query.order_by(col(Trigram.gram), col(Trigram.word)).limit(limit)))


def words_with(tx: Session, bit: str, limit: int) -> list[str]:
    """Words that have these letters within, three at least; the shortest first."""
    query = select(col(Trigram.word)).where(
        col(Trigram.gram) == bit[:3], col(Trigram.word).contains(bit, autoescape=True)
    )
    length = func.length(col(Trigram.word))
    return list(tx.scalars(query.order_by(length, col(Trigram.word)).limit(limit)))


def words_alike(tx: Session, word: str, limit: int) -> list[str]:
    """Words with the most trigrams of this one; of equals those of its length."""
    shared = func.count().desc()
    length = func.abs(func.length(col(Trigram.word)) - len(word))
    query = select(col(Trigram.word)).where(col(Trigram.gram).in_(trigrams(word)))
    query = query.group_by(col(Trigram.word)).order_by(shared, length, col(Trigram.word))
    return list(tx.scalars(query.limit(limit)))


def with_serials(
    tx: Session, ranges: Iterable[tuple[int, int]], not_lapsed: datetime, limit: int
) -> list[str]:
    """IDs of these ranges of serials, in their order, up to a limit; nobody erased."""
    found: list[str] = []
    for first, last in ranges:
        query = _known(not_lapsed).where(
            col(Player.serial).between(first, last), col(Player.erased_at).is_(None)
        )
        query = query.order_by(col(Player.serial)).limit(limit - len(found))
        found += [row.player for row in tx.execute(query)] if len(found) < limit else []
    return found


def with_old_numbers_begun(
    tx: Session, bits: Iterable[str], digits: str | None, not_lapsed: datetime, limit: int
) -> list[tuple[str, str]]:
    """(ID, old number) of those that begin so, also without leading zeros; the shortest first.

    Nobody erased. All old numbers are looked through: a range of them would need an order of its
    own on PostgreSQL.
    """
    key = col(OldNumber.key)
    begun = [key.startswith(bit, autoescape=True) for bit in sorted(bits)]
    if digits and len(digits) > 1:
        begun.append(col(OldNumber.digits).startswith(digits, autoescape=True))
    people = _known(not_lapsed).where(col(Player.erased_at).is_(None)).subquery()
    query = select(col(OldNumber.player), key).join(people, people.c.player == OldNumber.player)
    query = query.where(or_(*begun)).order_by(func.length(key), key).limit(limit)
    return [(player, number) for player, number in tx.execute(query)]


def first_days(tx: Session, ids: Iterable[str]) -> dict[str, str]:
    """ID -> the day of the first finished tournament that the person was paired in.

    Under this ID or one that is merged into it.
    """
    person = aliases.known_as_these(tx, ids)
    days: dict[str, str] = {}
    for player, day in _FIRST_DAYS.rows(tx, person):
        known = person[player]
        days[known] = min(day, days.get(known, day))
    return days


def _bearing(words: Collection[str]) -> Any:
    return select(col(NameWord.player)).where(col(NameWord.word).in_(words))


def _known(not_lapsed: datetime) -> Any:
    """D.2.2: a newcomer who waits since before ``not_lapsed`` has lapsed, and is not looked up."""
    there: ColumnElement[bool] = or_(
        col(Player.status) != "provisional", col(Player.waiting_since) >= not_lapsed
    )
    return select(
        col(Player.player),
        col(Player.serial),
        col(Player.full_key),
        col(Player.short_key),
        col(Player.nickname_key),
    ).where(there)
