"""Pairing's own tables: the logs of tournaments, and copies of what others know."""

from datetime import datetime

from sqlalchemy import Index, Text
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from shared.db import own_metadata


class Base(SQLModel, registry=registry(metadata=own_metadata())):
    """Base of pairing's tables."""


class Tournament(Base, table=True):
    """A tournament's line in lists; its row lock puts the appends to its log in order (law 10).

    version: how many events its log has. Everything here follows from the log.
    """

    __tablename__ = "tournament"
    __table_args__ = (
        Index("ix_tournament_newest", "date", "tournament"),
        Index("ix_tournament_newest_of_city", "city", "date", "tournament"),
    )
    tournament: str = Field(primary_key=True)
    version: int
    name: str
    city: str
    date: str
    club: str
    format: str
    status: str
    official: bool
    players: int
    created_at: datetime
    changed_at: datetime


class TournamentEvent(Base, table=True):
    """One event of a tournament's log (law 2). Rows are only ever added."""

    __tablename__ = "tournament_event"
    tournament: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    type: str
    data: str = Field(sa_type=Text)
    who: str
    at: datetime
    trace: str


class Participation(Base, table=True):
    """Who has an entry where: a player's tournaments. Follows from the logs."""

    __tablename__ = "participation"
    player: str = Field(primary_key=True)
    tournament: str = Field(primary_key=True, index=True)
    entry: int = Field(primary_key=True)


class Note(Base, table=True):
    """A text that somebody gave for a decision; an event has its id alone (law 11).

    players: IDs it may speak of, each between spaces. text: None once it was wiped.
    """

    __tablename__ = "note"
    note: str = Field(primary_key=True)
    tournament: str = Field(index=True)
    players: str = Field(sa_type=Text)
    text: str | None = Field(sa_type=Text)
    who: str
    at: datetime


class Upload(Base, table=True):
    """An upload that would change a tournament: it waits for who may decide so (2.1.5, D.4.10).

    upload: of what it says and who says it, so a second time it is the same one. club: None of
    who has none; content: JSON, people in it are IDs (law 11). state: waiting, accepted, declined.
    """

    __tablename__ = "upload"
    seq: int | None = Field(default=None, primary_key=True)
    upload: str = Field(unique=True)
    tournament: str = Field(index=True)
    club: str | None = Field(index=True)
    who: str
    at: datetime
    content: str = Field(sa_type=Text)
    state: str = "waiting"
    decided_by: str | None = None
    decided_at: datetime | None = None


class LiveRating(Base, table=True):
    """A copy of ``ratings.v1``: the live rating in thousandths (T.6), of the highest version."""

    __tablename__ = "rating_copy"
    player: str = Field(primary_key=True)
    version: int
    rating_milli: int


class Verdict(Base, table=True):
    """A copy of ``decks.v1``: whether a player's newest list is legal (6.2, 6.3)."""

    __tablename__ = "verdict_copy"
    tournament: str = Field(primary_key=True)
    player: str = Field(primary_key=True)
    revision: int
    legal: bool


class Judge(Base, table=True):
    """A copy of ``players.v1``: a judge's levels (6.1–6.3).

    levels: a JSON list of ``[since, level, until or null]``; in a copy from before there were any
    it is empty, and level and since say all.
    """

    __tablename__ = "judge_copy"
    player: str = Field(primary_key=True)
    revision: int
    level: int
    since: str
    levels: str = Field(default="[]", sa_type=Text)


class Club(Base, table=True):
    """A copy of ``players.v1``: a club; accredited ones call their tournaments official (D.2.5).

    accredited_in: a JSON list of ``[since, until or null]``; in a copy from before there were any
    it is empty, and accredited says all.
    """

    __tablename__ = "club_copy"
    club: str = Field(primary_key=True)
    revision: int
    name: str
    city: str
    accredited: bool
    accredited_in: str = Field(default="[]", sa_type=Text)


class Suspension(Base, table=True):
    """A copy of ``players.v1``: from which day to which a person may not play (D.3.1)."""

    __tablename__ = "suspension_copy"
    suspension: str = Field(primary_key=True)
    revision: int
    player: str
    since: str
    until: str | None
    revoked: bool


class Merge(Base, table=True):
    """A copy of ``players.v1``: two IDs are one person while the state is active (D.2.4)."""

    __tablename__ = "merge_copy"
    merge: str = Field(primary_key=True)
    revision: int
    player: str
    into: str
    state: str


class City(Base, table=True):
    """A copy of ``players.v1``: a city and its zone."""

    __tablename__ = "city_copy"
    city: str = Field(primary_key=True)
    revision: int
    name: str
    name_folded: str = Field(index=True)
    zone: str
