"""The rating's own tables. Ratings and changes are thousandths of a point (law 5)."""

from sqlalchemy import Column, Index, String, Text
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel, col

from shared.db import own_metadata

BYTEWISE = String().with_variant(String(collation="C"), "postgresql")
"""Tournament ids are a part of the ledger's order (D.4.3), which no locale may change."""


class Base(SQLModel, registry=registry(metadata=own_metadata())):
    """Base of the rating's tables."""


class Tournament(Base, table=True):
    """All that arrived of a tournament: ``domain.intake.TournamentRecord`` as JSON."""

    __tablename__ = "tournament"
    tournament: str = Field(sa_column=Column(BYTEWISE, primary_key=True))
    record: str = Field(sa_type=Text)


class Place(Base, table=True):
    """A tournament that the ledger counts, where it stands, and what it was rated by (4.3).

    coefficient_tenths: by the number of participants; k_tenths: base K × that coefficient;
    games: how many were rated.
    """

    __tablename__ = "place"
    __table_args__ = (Index("ix_place_order", "finished_at", "tournament"),)
    tournament: str = Field(sa_column=Column(BYTEWISE, primary_key=True))
    finished_at: str
    name: str
    date: str
    participants: int
    coefficient_tenths: int
    k_tenths: int
    games: int


class LedgerRow(Base, table=True):
    """What one tournament did to one player: his rating before it, the change, his games.

    finished_at: as in ``domain.ledger.Key``. No row per game: a game's change is a function of
    both ratings before, the result and K (D.4.2), and is computed when it is shown.
    """

    __tablename__ = "ledger"
    __table_args__ = (
        Index("ix_ledger_order", "finished_at", "tournament", "player"),
        {"sqlite_with_rowid": False},
    )
    player: str = Field(primary_key=True)
    finished_at: str = Field(primary_key=True)
    tournament: str = Field(sa_column=Column(BYTEWISE, primary_key=True))
    before: int
    delta: int
    games: int


class PlayerRating(Base, table=True):
    """The live rating of a player who has a rated game: where the ledger ends for him."""

    __tablename__ = "player_rating"
    player: str = Field(primary_key=True)
    rating_milli: int
    games: int


Index("ix_player_rating_leaders", col(PlayerRating.rating_milli).desc(), col(PlayerRating.player))


class Queued(Base, table=True):
    """A tournament that should count and can't be rated as it was stated; the reason.

    field: the place at fault in its finished body; rule: the id that it breaks, if any.
    """

    __tablename__ = "queued"
    tournament: str = Field(sa_column=Column(BYTEWISE, primary_key=True))
    revision: int
    name: str
    code: str
    rule: str | None
    field: str | None
    reason_ru: str
    reason_en: str


class LedgerVersion(Base, table=True):
    """One row: counts the times that the ledger's rows changed."""

    __tablename__ = "ledger_version"
    id: int = Field(primary_key=True)
    version: int
