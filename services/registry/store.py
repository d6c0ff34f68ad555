"""Every query of the registry."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Select, or_, select
from sqlmodel import Session, col

from services.registry.tables import ApiKey, City, Club, Judge, Player, Serial, SigningKey

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


def judge(tx: Session, player_id: str) -> Judge | None:
    """A judge."""
    return tx.get(Judge, player_id)


def club(tx: Session, club_id: str) -> Club | None:
    """A club."""
    return tx.get(Club, club_id)


def clubs(tx: Session, after: str, limit: int) -> list[Club]:
    """Clubs by id, after one."""
    query = select(Club).where(col(Club.club) > after).order_by(col(Club.club))
    return list(tx.scalars(query.limit(limit)))


def city(tx: Session, city_id: str) -> City | None:
    """A city."""
    return tx.get(City, city_id)


def city_named(tx: Session, name_key: str) -> City | None:
    """A city by its folded name."""
    return tx.scalars(select(City).where(col(City.name_key) == name_key)).one_or_none()


def cities(tx: Session, after: str, limit: int) -> list[City]:
    """Cities by id, after one."""
    query = select(City).where(col(City.city) > after).order_by(col(City.city))
    return list(tx.scalars(query.limit(limit)))


def api_key(tx: Session, prefix: str) -> ApiKey | None:
    """A client's key by its prefix."""
    return tx.get(ApiKey, prefix)


def has_office_key(tx: Session) -> bool:
    """Whether anybody can act for the office."""
    query = select(col(ApiKey.prefix)).where(
        col(ApiKey.role) == "office", col(ApiKey.revoked_at).is_(None)
    )
    return tx.scalars(query.limit(1)).first() is not None


def signing_key(tx: Session) -> SigningKey | None:
    """The key that signs now: the newest."""
    query = select(SigningKey).order_by(col(SigningKey.created_at).desc())
    return tx.scalars(query.limit(1)).first()
