"""Queries about judges, clubs and cities."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlmodel import Session, col

from services.registry.tables.directory import Accreditation, City, Club, Judge, JudgeLevel
from services.registry.tables.people import Player


def judge(tx: Session, player_id: str) -> Judge | None:
    """A judge."""
    return tx.get(Judge, player_id)


def judge_levels(tx: Session, players: Sequence[str]) -> list[JudgeLevel]:
    """All that was ever recorded of these IDs' levels, in that order; at most 500 IDs."""
    query = select(JudgeLevel).where(col(JudgeLevel.player).in_(players))
    return list(tx.scalars(query.order_by(col(JudgeLevel.seq))))


def judges(tx: Session, city_key: str | None, after: int, limit: int) -> list[Player]:
    """Those who are or were judges, of a city or all, by serial after one; nobody erased."""
    query = select(Player).join(Judge, col(Judge.player) == col(Player.player))
    query = query.where(col(Player.serial) > after, col(Player.erased_at).is_(None))
    if city_key is not None:
        query = query.where(col(Player.city_key) == city_key)
    return list(tx.scalars(query.order_by(col(Player.serial)).limit(limit)))


def accredited(tx: Session, kind: str, subjects: Sequence[str]) -> list[Accreditation]:
    """All that was ever recorded of the days of these clubs or cities, at most 500, in order."""
    query = select(Accreditation).where(col(Accreditation.kind) == kind)
    query = query.where(col(Accreditation.subject).in_(subjects))
    return list(tx.scalars(query.order_by(col(Accreditation.seq))))


def club(tx: Session, club_id: str) -> Club | None:
    """A club."""
    return tx.get(Club, club_id)


def clubs(tx: Session, after: str, limit: int) -> list[Club]:
    """Clubs by id, after one."""
    query = select(Club).where(col(Club.club) > after).order_by(col(Club.club))
    return list(tx.scalars(query.limit(limit)))


def club_names(tx: Session) -> dict[str, str]:
    """Id -> name of every club; there are some hundreds."""
    return dict(tx.execute(select(col(Club.club), col(Club.name))).all())


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


def city_names(tx: Session) -> dict[str, str]:
    """Id -> name of every city; there are some hundreds."""
    return dict(tx.execute(select(col(City.city), col(City.name))).all())
