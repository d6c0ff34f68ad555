"""Queries about serials, leased blocks and numbers of older bases."""

from collections.abc import Collection, Iterable

from sqlalchemy import BigInteger, insert, literal, select
from sqlmodel import Session, col

from services.registry.tables.people import Block, OldNumber, Player
from shared.among import Among

_OWNERS = Among(select(col(OldNumber.key), col(OldNumber.player)), col(OldNumber.key))
_BY_DIGITS = Among(select(col(OldNumber.digits), col(OldNumber.player)), col(OldNumber.digits))
_NUMBERS = Among(
    select(col(OldNumber.player), col(OldNumber.number)).order_by(col(OldNumber.key)),
    col(OldNumber.player),
)


def own_blocks(tx: Session) -> list[Block]:
    """The blocks that this node draws serials from, locked, by serial; on a club's node alone."""
    query = select(Block).where(col(Block.next).is_not(None)).order_by(col(Block.first))
    return list(tx.scalars(query.with_for_update()))


def block_of(tx: Session, serial: int) -> Block | None:
    """The leased block that a serial is in."""
    asked = literal(serial, BigInteger())  # an ID may be longer than any serial
    query = select(Block).where(col(Block.first) <= asked, col(Block.last) >= asked)
    return tx.scalars(query.limit(1)).first()


def used_serials(tx: Session, first: int, last: int) -> set[int]:
    """Serials of a range that people have."""
    query = select(col(Player.serial)).where(col(Player.serial).between(first, last))
    return set(tx.scalars(query))


def old_numbers_with(tx: Session, keys: Iterable[str]) -> dict[str, str]:
    """Folded old number -> ID, of those that somebody has."""
    return dict(_OWNERS.rows(tx, keys))


def owners_by_digits(tx: Session, digits: Iterable[str]) -> dict[str, set[str]]:
    """Digits -> IDs of people who have a number of these, but for leading zeros."""
    found: dict[str, set[str]] = {}
    for each, player in _BY_DIGITS.rows(tx, digits):
        found.setdefault(each, set()).add(player)
    return found


def old_numbers_of(tx: Session, ids: Collection[str]) -> dict[str, list[str]]:
    """ID -> his old numbers as written, sorted; people with none are left out."""
    found: dict[str, list[str]] = {}
    for player, number in _NUMBERS.rows(tx, ids):
        found.setdefault(player, []).append(number)
    return found


def add(tx: Session, rows: list[dict[str, str | None]]) -> None:
    """Old numbers, as rows of the table."""
    if rows:
        tx.execute(insert(OldNumber), rows)
