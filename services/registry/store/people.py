"""Queries about people."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Select, func, insert, select
from sqlmodel import Session, col

from services.registry.store.parts import rows_among
from services.registry.tables.directory import City, Club
from services.registry.tables.people import Merge, Player, Serial, Trigram

FIRST_SERIAL = 100
"""So that the shortest ID has four digits."""


def counter(tx: Session, kind: str) -> Serial:
    """The counter of a kind, locked: whoever has it takes ``next`` and adds one, nobody else."""
    row = tx.get(Serial, kind, with_for_update=True) or Serial(kind=kind, next=FIRST_SERIAL)
    tx.add(row)
    return row


def player(tx: Session, player_id: str) -> Player | None:
    """One person."""
    return tx.get(Player, player_id)


def locked(tx: Session, player_id: str) -> Player | None:
    """One person, locked until the transaction ends."""
    return tx.get(Player, player_id, with_for_update=True)


def players_among(tx: Session, ids: Iterable[str]) -> list[Player]:
    """The known ones of these IDs, by ID."""
    return _among(tx, col(Player.player), ids, select(Player))


def locked_among(tx: Session, ids: Iterable[str]) -> list[Player]:
    """The known ones of these IDs by serial, locked, as they are now."""
    query = select(Player).with_for_update().execution_options(populate_existing=True)
    return _among(tx, col(Player.player), ids, query)


def namesakes(tx: Session, short_keys: Iterable[str]) -> list[Player]:
    """Everybody with one of these first name and surname, in either order; nobody erased."""
    return _among(tx, col(Player.short_key), short_keys, _there())


def sharing(tx: Session, email_keys: Iterable[str]) -> list[Player]:
    """Everybody with one of these e-mails; nobody erased."""
    return _among(tx, col(Player.email_key), email_keys, _there())


def with_nicknames(tx: Session, keys: Iterable[str]) -> dict[str, str]:
    """Folded nickname -> ID, of those that are taken."""
    query = select(col(Player.nickname_key), col(Player.player))
    return dict(rows_among(tx, query, col(Player.nickname_key), keys))


def words_found_by(tx: Session, grams: Iterable[str]) -> list[tuple[str, str]]:
    """(gram, word) of the words that people bear, by these grams."""
    query = select(col(Trigram.gram), col(Trigram.word))
    return rows_among(tx, query, col(Trigram.gram), grams)


def called(tx: Session, short_keys: Iterable[str]) -> list[tuple[str, str, str, str]]:
    """(ID, short key, full key, folded city) of everybody with one of these short keys, by ID.

    Nobody erased. What people are compared by and no more, for there may be thousands.
    """
    who = (col(Player.player), col(Player.short_key), col(Player.full_key), col(Player.city_key))
    query = select(*who).where(col(Player.erased_at).is_(None)).order_by(col(Player.serial))
    return rows_among(tx, query, col(Player.short_key), short_keys)


def cities(tx: Session, keys: Iterable[str]) -> list[tuple[str, str, str]]:
    """(id, folded name, name) of the cities with one of these folded names, or ids.

    A folded id is without hyphens.
    """
    wanted = set(keys)
    query = select(col(City.city), col(City.name_key), col(City.name))
    by_name = rows_among(tx, query, col(City.name_key), wanted)
    ids = func.replace(col(City.city), "-", " ")
    return [*by_name, *rows_among(tx, query, ids, wanted)]


def clubs_among(tx: Session, ids: Iterable[str]) -> set[str]:
    """The known ones of these clubs."""
    return {club for (club,) in rows_among(tx, select(col(Club.club)), col(Club.club), ids)}


def registered(
    tx: Session, city_key: str | None, club: str | None, after: int, limit: int
) -> list[Player]:
    """Registered people by serial, after one; nobody merged away or erased."""
    merged = select(col(Merge.merge)).where(
        col(Merge.player) == col(Player.player), col(Merge.state) == "active"
    )
    query = _there().where(col(Player.status) == "registered", col(Player.serial) > after)
    query = query.where(~merged.exists())
    if city_key is not None:
        query = query.where(col(Player.city_key) == city_key)
    if club is not None:
        query = query.where(col(Player.club) == club)
    return list(tx.scalars(query.order_by(col(Player.serial)).limit(limit)))


def living_in(tx: Session, city_key: str, after: int, limit: int) -> list[Player]:
    """People of a city, the erased too, locked, by serial, after one."""
    query = select(Player).where(col(Player.city_key) == city_key, col(Player.serial) > after)
    return list(tx.scalars(query.order_by(col(Player.serial)).limit(limit).with_for_update()))


def add(tx: Session, people: Sequence[Player]) -> None:
    """Newcomers, thousands at once."""
    if people:
        tx.connection().execute(insert(Player), [row.model_dump() for row in people])


def _there() -> Select[Player]:
    return select(Player).where(col(Player.erased_at).is_(None))


def _among(tx: Session, column: Any, values: Iterable[str], query: Select[Player]) -> list[Player]:
    return [row for (row,) in rows_among(tx, query.order_by(col(Player.serial)), column, values)]
