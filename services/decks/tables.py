"""The decks service's own tables: catalogues and deck lists, every version of both; tournaments."""

from datetime import datetime

from sqlalchemy import JSON, Text
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from shared.db import own_metadata


class Base(SQLModel, registry=registry(metadata=own_metadata())):
    """Base of the decks service's tables."""


class CatalogueVersion(Base, table=True):
    """A catalogue as it was loaded. The highest version is in force; none is ever changed.

    document: canonical JSON, so that equal catalogues are equal texts.
    """

    __tablename__ = "catalogue_version"
    version: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    document: str = Field(sa_type=Text)
    loaded_at: datetime
    loaded_by: str


class TournamentCopy(Base, table=True):
    """A copy of ``tournaments.v1``: whose a tournament is, and by what its decks are judged.

    date: ISO, local. It follows the tournament's settings; the rule set never changes. city: empty
    in rows of before it was kept: those the office and the club alone may touch.
    """

    __tablename__ = "tournament_copy"
    tournament: str = Field(primary_key=True)
    club: str
    city: str
    format: str
    date: str
    rule_set: str


class DeckList(Base, table=True):
    """One version of a player's list at a tournament; the highest revision counts.

    text: as sent; format, rule_set, as_of: the tournament's (as_of: its date, ISO); rules: what it
    breaks, empty when legal; ban_list, catalogue: what it was judged by.
    """

    __tablename__ = "deck_list"
    tournament: str = Field(primary_key=True)
    player: str = Field(primary_key=True)
    revision: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    list_id: str
    format: str
    rule_set: str
    as_of: str
    text: str = Field(sa_type=Text)
    rules: list[str] = Field(sa_type=JSON)
    ban_list: str | None
    catalogue: int
    submitted_at: datetime
    submitted_by: str

    @property
    def legal(self) -> bool:
        """Whether it broke no rule when it was judged."""
        return not self.rules
