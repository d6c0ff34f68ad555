"""What the registry keeps of ``tournaments.v1``: who played when, and table penalties (P.11)."""

from datetime import datetime

from sqlmodel import Field

from services.registry.tables.base import Base


class Tournament(Base, table=True):
    """A tournament. revision: of the newest ``finished``, 0 before it; day: its local start."""

    __tablename__ = "tournament"
    tournament: str = Field(primary_key=True)
    name: str
    club: str = Field(index=True)
    city: str
    day: str
    revision: int = 0


class Entrant(Base, table=True):
    """Who an entry is; paired: in a finished tournament, as its newest revision says."""

    __tablename__ = "entrant"
    tournament: str = Field(primary_key=True)
    entry: int = Field(primary_key=True)
    player: str = Field(index=True)
    paired: bool = False


class TablePenalty(Base, table=True):
    """P.11: a penalty given in a tournament, which owns it; shown here.

    entry: 0 while nothing but its revocation has arrived.
    """

    __tablename__ = "table_penalty"
    tournament: str = Field(primary_key=True)
    penalty: str = Field(primary_key=True)
    entry: int
    infraction: str
    level: str
    round: int | None
    given_by: str
    given_at: datetime
    revoked_by: str | None = None
    revoked_at: datetime | None = None
