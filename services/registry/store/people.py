"""Queries about people."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Select, or_, select
from sqlmodel import Session, col

from services.registry.tables.people import Player, Serial

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


def players_among(tx: Session, ids: Sequence[str]) -> list[Player]:
    """The known ones of these IDs, by ID."""
    return _among(tx, ids, select(Player))


def newcomers_among(tx: Session, ids: Sequence[str]) -> list[Player]:
    """The provisional ones of these IDs, locked, by ID."""
    provisional = col(Player.status) == "provisional"
    return _among(tx, ids, select(Player).where(provisional).with_for_update())


def _among(tx: Session, ids: Sequence[str], query: Select[Player]) -> list[Player]:
    found: list[Player] = []
    for start in range(0, len(ids), 500):
        part = query.where(col(Player.player).in_(ids[start : start + 500]))
        found.extend(tx.scalars(part.order_by(col(Player.player))))
    return found


def namesakes(tx: Session, short_keys: Iterable[str]) -> list[Player]:
    """Everybody with one of these first name and surname, in either order."""
    keys = sorted(set(short_keys))
    query = select(Player).where(col(Player.short_key).in_(keys))
    return list(tx.scalars(query.order_by(col(Player.serial))))


def with_nicknames(tx: Session, keys: Iterable[str]) -> dict[str, str]:
    """Folded nickname -> ID, of those that are taken."""
    query = select(col(Player.nickname_key), col(Player.player))
    rows = tx.execute(query.where(col(Player.nickname_key).in_(sorted(set(keys)))))
    return {str(key): player_id for key, player_id in rows}


def matching(
    tx: Session, text: str, short_key: str, nickname_key: str, surname: str | None
) -> list[Player]:
    """D.2.3: by ID, by name in either order, by nickname or by surname alone; at most 20."""
    wanted = [
        col(Player.player) == text,
        col(Player.short_key) == short_key,
        col(Player.nickname_key) == nickname_key,
    ]
    if surname is not None:
        wanted.append(col(Player.full_key).startswith(f"{surname}|", autoescape=True))
    query = select(Player).where(or_(*wanted))
    return list(tx.scalars(query.order_by(col(Player.serial)).limit(20)))


def registered(tx: Session, city_key: str | None, after: int, limit: int) -> list[Player]:
    """Registered players by serial, after one."""
    query = select(Player).where(col(Player.status) == "registered", col(Player.serial) > after)
    if city_key is not None:
        query = query.where(col(Player.city_key) == city_key)
    return list(tx.scalars(query.order_by(col(Player.serial)).limit(limit)))
