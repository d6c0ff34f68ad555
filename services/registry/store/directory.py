"""Queries about judges, clubs and cities."""

from sqlalchemy import select
from sqlmodel import Session, col

from services.registry.tables.directory import Accreditation, City, Club, Judge, JudgeLevel


def judge(tx: Session, player_id: str) -> Judge | None:
    """A judge."""
    return tx.get(Judge, player_id)


def judge_levels(tx: Session, player_id: str) -> list[JudgeLevel]:
    """A judge's levels, oldest first."""
    query = select(JudgeLevel).where(col(JudgeLevel.player) == player_id)
    return list(tx.scalars(query.order_by(col(JudgeLevel.since), col(JudgeLevel.seq))))


def accredited(tx: Session, kind: str, subjects: list[str]) -> list[Accreditation]:
    """The accreditations of these clubs or cities, oldest first."""
    query = select(Accreditation).where(col(Accreditation.kind) == kind)
    query = query.where(col(Accreditation.subject).in_(subjects))
    return list(tx.scalars(query.order_by(col(Accreditation.since), col(Accreditation.seq))))


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
