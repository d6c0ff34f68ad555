"""Every query of the decks service."""

from sqlalchemy import func, select
from sqlmodel import Session, col

from services.decks.tables import CatalogueVersion, DeckList, TournamentCopy


def newest_catalogue_version(tx: Session) -> int | None:
    """The version in force; None: no catalogue was ever loaded."""
    return tx.scalar(select(func.max(col(CatalogueVersion.version))))


def catalogue(tx: Session, version: int) -> CatalogueVersion:
    """One version of the catalogue."""
    return tx.get_one(CatalogueVersion, version)


def tournament(tx: Session, tournament_id: str) -> TournamentCopy | None:
    """A tournament by the own copy; None: decks has not heard of it."""
    return tx.get(TournamentCopy, tournament_id)


def verdicts(tx: Session, tournament: str) -> list[tuple[str, int, list[str]]]:
    """(player, revision, rules broken) of every player's newest list at a tournament."""
    newest = (
        select(col(DeckList.player), func.max(col(DeckList.revision)).label("revision"))
        .where(col(DeckList.tournament) == tournament)
        .group_by(col(DeckList.player))
        .subquery()
    )
    query = (
        select(col(DeckList.player), col(DeckList.revision), col(DeckList.rules))
        .join(newest, newest.c.player == col(DeckList.player))
        .where(col(DeckList.tournament) == tournament, col(DeckList.revision) == newest.c.revision)
        .order_by(col(DeckList.player))
    )
    return [(player, revision, rules) for player, revision, rules in tx.execute(query)]


def deck_list(
    tx: Session, tournament: str, player: str, revision: int | None = None
) -> DeckList | None:
    """A player's list at a tournament: one revision, or the newest."""
    query = select(DeckList).where(
        col(DeckList.tournament) == tournament, col(DeckList.player) == player
    )
    if revision is not None:
        query = query.where(col(DeckList.revision) == revision)
    return tx.scalars(query.order_by(col(DeckList.revision).desc()).limit(1)).first()


def lists_of(tx: Session, player: str) -> list[DeckList]:
    """Every version of every list of a player."""
    return list(tx.scalars(select(DeckList).where(col(DeckList.player) == player)))
