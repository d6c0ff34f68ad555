"""Every query of the rating that reads for people; ``book`` has those of a re-rating."""

from collections.abc import Iterator
from typing import Any, TypeVarTuple

from sqlalchemy import ColumnElement, Row, Select, and_, func, or_, select, tuple_
from sqlmodel import Session, col

from services.rating.tables import LedgerRow, LedgerVersion, Place, PlayerRating, Queued, Tournament
from shared.people import Person

Columns = TypeVarTuple("Columns")

_ROWS = 5000


def version(tx: Session) -> int:
    """How many times the ledger's rows have changed."""
    return tx.scalar(select(col(LedgerVersion.version))) or 0


def live(tx: Session, player: str) -> tuple[int, int] | None:
    """(rating in thousandths, games) of a player who has a rated game."""
    query = select(col(PlayerRating.rating_milli), col(PlayerRating.games))
    row = tx.execute(query.where(col(PlayerRating.player) == player)).first()
    return (row[0], row[1]) if row else None


def leaders(
    tx: Session, city: str | None, after: tuple[int, str] | None, limit: int
) -> list[Row[Any]]:
    """D.2.2: registered players, best first, after a (rating, player); city is folded."""
    query = select(
        col(PlayerRating.player),
        col(PlayerRating.rating_milli),
        col(PlayerRating.games),
        Person,
    )
    if after:
        rating, player = after
        query = query.where(
            col(PlayerRating.rating_milli) <= rating,
            or_(col(PlayerRating.rating_milli) < rating, col(PlayerRating.player) > player),
        )
    query = _listed(query, city).order_by(
        col(PlayerRating.rating_milli).desc(), col(PlayerRating.player)
    )
    return list(tx.execute(query.limit(limit)))


def leaders_before(tx: Session, city: str | None, rating: int, player: str) -> tuple[int, int]:
    """How many of the list stand higher, and how many of the same rating come before ``player``."""
    level = and_(col(PlayerRating.rating_milli) == rating, col(PlayerRating.player) < player)
    return _count(tx, city, col(PlayerRating.rating_milli) > rating), _count(tx, city, level)


def _count(tx: Session, city: str | None, where: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(PlayerRating).where(where)
    return tx.scalar(_listed(query, city)) or 0


def _listed(query: Select[*Columns], city: str | None) -> Select[*Columns]:
    query = query.join(Person, col(Person.player) == col(PlayerRating.player))
    query = query.where(col(Person.status) == "registered")
    return query if city is None else query.where(col(Person.city_folded) == city)


def history(
    tx: Session,
    player: str,
    *,
    after: tuple[str, str] | None = None,
    tournament: str | None = None,
    limit: int = 1,
) -> list[Row[Any]]:
    """A player's tournaments, newest first, before a place of the ledger; or one of them."""
    order = tuple_(col(LedgerRow.finished_at), col(LedgerRow.tournament))
    query = (
        select(
            col(LedgerRow.tournament),
            col(LedgerRow.finished_at),
            col(LedgerRow.before),
            col(LedgerRow.delta),
            col(LedgerRow.games),
            col(Place.name),
            col(Place.date),
            col(Place.participants),
            col(Place.coefficient_tenths),
            col(Place.k_tenths),
        )
        .join(Place, col(Place.tournament) == col(LedgerRow.tournament))
        .where(col(LedgerRow.player) == player)
        .order_by(col(LedgerRow.finished_at).desc(), col(LedgerRow.tournament).desc())
        .limit(limit)
    )
    if after:
        query = query.where(order < after)
    if tournament:
        query = query.where(col(LedgerRow.tournament) == tournament)
    return list(tx.execute(query))


def rows_of(tx: Session, finished_at: str, tournament: str) -> list[Row[Any]]:
    """(player, before, delta, games) of everyone in a tournament."""
    query = select(
        col(LedgerRow.player), col(LedgerRow.before), col(LedgerRow.delta), col(LedgerRow.games)
    )
    return list(
        tx.execute(
            query.where(
                col(LedgerRow.finished_at) == finished_at, col(LedgerRow.tournament) == tournament
            )
        )
    )


def record(tx: Session, tournament: str) -> str | None:
    """All that arrived of a tournament, as JSON."""
    return tx.scalar(select(col(Tournament.record)).where(col(Tournament.tournament) == tournament))


def place(tx: Session, tournament: str) -> Place | None:
    """Where a tournament stands in the ledger; None: it does not count."""
    return tx.get(Place, tournament)


def totals(tx: Session) -> tuple[int, int, int]:
    """Of the ledger: (tournaments, rated games, players with a rated game)."""
    tournaments, games = tx.execute(select(func.count(), func.sum(col(Place.games)))).one()
    players = tx.scalar(select(func.count()).select_from(PlayerRating))
    return tournaments, games or 0, players or 0


def ledger_rows(
    tx: Session, since: tuple[str, str] | None = None
) -> Iterator[Row[str, str, str, int, int, int]]:
    """(finished_at, tournament, player, before, delta, games) in the ledger's order, read lazily.

    since: the first place wanted. Rows written meanwhile at places passed are not seen.
    """
    query = select(
        col(LedgerRow.finished_at),
        col(LedgerRow.tournament),
        col(LedgerRow.player),
        col(LedgerRow.before),
        col(LedgerRow.delta),
        col(LedgerRow.games),
    )
    order = (col(LedgerRow.finished_at), col(LedgerRow.tournament), col(LedgerRow.player))
    query = query.order_by(*order).limit(_ROWS)
    here = query.where(tuple_(*order[:2]) >= since) if since else query
    while rows := tx.execute(here).all():
        yield from rows
        if len(rows) < _ROWS:
            return
        here = query.where(tuple_(*order) > tuple(rows[-1])[:3])


def queue(tx: Session, after: str, limit: int) -> list[Queued]:
    """What can't be rated, by tournament id."""
    query = select(Queued).where(col(Queued.tournament) > after).order_by(col(Queued.tournament))
    return list(tx.scalars(query.limit(limit)))


def queued(tx: Session) -> list[str]:
    """Ids of everything that can't be rated."""
    return list(tx.scalars(select(col(Queued.tournament))))


def is_queued(tx: Session, tournament: str) -> bool:
    """Whether a tournament can't be rated as it was stated."""
    return tx.get(Queued, tournament) is not None
