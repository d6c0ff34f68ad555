"""Queries about leased blocks of serials (D.2.2)."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlmodel import Session, col

from services.registry.tables.people import Block, Player


def blocks(tx: Session, club: str | None, after: int, limit: int) -> list[Block]:
    """The blocks of a club or of all, by serial after one."""
    query = select(Block).where(col(Block.first) > after).order_by(col(Block.first)).limit(limit)
    if club is not None:
        query = query.where(col(Block.club) == club)
    return list(tx.scalars(query))


def used(tx: Session, firsts: Sequence[int]) -> dict[int, int]:
    """How many serials of each of these blocks, at most 500, people have; by its first serial."""
    query = (
        select(col(Block.first), func.count())
        .join(Player, col(Player.serial).between(col(Block.first), col(Block.last)))
        .where(col(Block.first).in_(firsts))
        .group_by(col(Block.first))
    )
    return dict(tx.execute(query).all())


def unused(tx: Session, club: str) -> int:
    """How many serials are leased to a club and nobody's yet."""
    size = func.sum(col(Block.last) - col(Block.first) + 1)
    leased = tx.scalar(select(size).where(col(Block.club) == club)) or 0
    inside = col(Player.serial).between(col(Block.first), col(Block.last))
    given = select(func.count()).select_from(Block).join(Player, inside)
    return int(leased) - int(tx.scalar(given.where(col(Block.club) == club)) or 0)


def leases(tx: Session) -> bool:
    """Whether this registry has leased any block: it is where all serials come from."""
    query = select(col(Block.first)).where(col(Block.next).is_(None)).limit(1)
    return tx.scalars(query).first() is not None


def sharing(tx: Session, first: int, last: int) -> Block | None:
    """A block that has some of these serials."""
    query = select(Block).where(col(Block.first) <= last, col(Block.last) >= first)
    return tx.scalars(query.order_by(col(Block.first)).limit(1)).first()
