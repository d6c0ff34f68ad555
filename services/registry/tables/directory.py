"""Judges, clubs, cities, and since when they are certified or accredited."""

from datetime import datetime

from sqlmodel import Field

from services.registry.tables.base import Base


class Judge(Base, table=True):
    """A judge; revision counts published states. Levels are rows of their own."""

    __tablename__ = "judge"
    player: str = Field(primary_key=True)
    revision: int = 1


class JudgeLevel(Base, table=True):
    """A judge's level 1–4 from a day on, to ``until`` or the next one (6.x). Never overwritten.

    Of two rows for one day the one with the higher seq counts.
    """

    __tablename__ = "judge_level"
    seq: int | None = Field(default=None, primary_key=True)
    player: str = Field(index=True)
    level: int
    since: str
    until: str | None
    certified_by: str
    recorded_by: str
    recorded_at: datetime


class Club(Base, table=True):
    """A club; revision counts published states."""

    __tablename__ = "club"
    club: str = Field(primary_key=True)
    revision: int = 1
    name: str
    city: str = Field(index=True)


class City(Base, table=True):
    """A city and its IANA time zone."""

    __tablename__ = "city"
    city: str = Field(primary_key=True)
    revision: int = 1
    name: str
    name_key: str = Field(unique=True)
    zone: str


class Accreditation(Base, table=True):
    """Days on which a club may call its tournaments official (D.2.5), or a city runs a series.

    kind: ``club`` or ``city`` (7.5.1, Overlord); until: the last day, None while it goes on.
    """

    __tablename__ = "accreditation"
    seq: int | None = Field(default=None, primary_key=True)
    kind: str
    subject: str = Field(index=True)
    since: str
    until: str | None
    given_by: str
    given_at: datetime
