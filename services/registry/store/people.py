"""Queries about people."""

from collections.abc import Iterable, Sequence

from sqlalchemy import func, insert, select, update
from sqlmodel import Session, col

from services.registry.tables.directory import City, Club
from services.registry.tables.people import Merge, Player, Serial, Trigram
from shared.among import Among

FIRST_SERIAL = 100
"""So that the shortest ID has four digits."""

_EVERYBODY = select(Player).order_by(col(Player.serial))
_THERE = _EVERYBODY.where(col(Player.erased_at).is_(None))
_LOCKED = _EVERYBODY.with_for_update().execution_options(populate_existing=True)
_BY_ID = Among(_EVERYBODY, col(Player.player))
_LOCKED_BY_ID = Among(_LOCKED, col(Player.player))
_NAMESAKES = Among(_THERE, col(Player.short_key))
_SHARING = Among(_THERE, col(Player.email_key))
_NICKNAMES = Among(select(col(Player.nickname_key), col(Player.player)), col(Player.nickname_key))
_WORDS = Among(select(col(Trigram.gram), col(Trigram.word)), col(Trigram.gram))
_CALLED = Among(
    select(col(Player.player), col(Player.short_key), col(Player.full_key), col(Player.city_key))
    .where(col(Player.erased_at).is_(None))
    .order_by(col(Player.serial)),
    col(Player.short_key),
)
_CITY = select(col(City.city), col(City.name_key), col(City.name))
_CITIES_BY_NAME = Among(_CITY, col(City.name_key))
_CITIES_BY_ID = Among(_CITY, func.replace(col(City.city), "-", " "))
_CLUBS = Among(select(col(Club.club)), col(Club.club))


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
    return [row for (row,) in _BY_ID.rows(tx, ids)]


def locked_among(tx: Session, ids: Iterable[str]) -> list[Player]:
    """The known ones of these IDs by serial, locked, as they are now."""
    return [row for (row,) in _LOCKED_BY_ID.rows(tx, ids)]


def namesakes(tx: Session, short_keys: Iterable[str]) -> list[Player]:
    """Everybody with one of these first name and surname, in either order; nobody erased."""
    return [row for (row,) in _NAMESAKES.rows(tx, short_keys)]


def sharing(tx: Session, email_keys: Iterable[str]) -> list[Player]:
    """Everybody with one of these e-mails; nobody erased."""
    return [row for (row,) in _SHARING.rows(tx, email_keys)]


def with_nicknames(tx: Session, keys: Iterable[str]) -> dict[str, str]:
    """Folded nickname -> ID, of those that are taken."""
    return dict(_NICKNAMES.rows(tx, keys))


def words_found_by(tx: Session, grams: Iterable[str]) -> list[tuple[str, str]]:
    """(gram, word) of the words that people bear, by these grams."""
    return _WORDS.rows(tx, grams)


def called(tx: Session, short_keys: Iterable[str]) -> list[tuple[str, str, str, str]]:
    """(ID, short key, full key, folded city) of everybody with one of these short keys, by ID.

    Nobody erased. What people are compared by and no more, for there may be thousands.
    """
    return _CALLED.rows(tx, short_keys)


def cities(tx: Session, keys: Iterable[str]) -> list[tuple[str, str, str]]:
    """(id, folded name, name) of the cities with one of these folded names, or ids.

    A folded id is without hyphens.
    """
    wanted = set(keys)
    return [*_CITIES_BY_NAME.rows(tx, wanted), *_CITIES_BY_ID.rows(tx, wanted)]


def clubs_among(tx: Session, ids: Iterable[str]) -> set[str]:
    """The known ones of these clubs."""
    return {club for (club,) in _CLUBS.rows(tx, ids)}


def registered(
    tx: Session, city_key: str | None, club: str | None, after: int, limit: int
) -> list[Player]:
    """Registered people by serial, after one; nobody merged away or erased."""
    merged = select(col(Merge.merge)).where(
        col(Merge.player) == col(Player.player), col(Merge.state) == "active"
    )
    query = _THERE.where(col(Player.status) == "registered", col(Player.serial) > after)
    query = query.where(~merged.exists())
    if city_key is not None:
        query = query.where(col(Player.city_key) == city_key)
    if club is not None:
        query = query.where(col(Player.club) == club)
    return list(tx.scalars(query.limit(limit)))


def living_in(tx: Session, city_key: str, after: int, limit: int) -> list[Player]:
    """People of a city, the erased too, locked, by serial, after one."""
    query = select(Player).where(col(Player.city_key) == city_key, col(Player.serial) > after)
    return list(tx.scalars(query.order_by(col(Player.serial)).limit(limit).with_for_update()))


def without_nickname(tx: Session, player_id: str) -> Player:
    """Take a nickname away at once, so that another row may have it in this transaction."""
    gone = update(Player).where(col(Player.player) == player_id)
    tx.execute(
        gone.values(nickname=None, nickname_key=None, revision=col(Player.revision) + 1),
        execution_options={"synchronize_session": False},
    )
    row = tx.get_one(Player, player_id)
    tx.refresh(row)
    return row


def add(tx: Session, people: Sequence[Player]) -> None:
    """Newcomers, thousands at once."""
    if people:
        tx.connection().execute(insert(Player), [row.model_dump() for row in people])
