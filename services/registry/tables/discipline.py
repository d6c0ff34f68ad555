"""Penalties and suspensions outside tournaments, who read contacts, and the office's notices."""

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field

from services.registry.tables.base import Base


class Penalty(Base, table=True):
    """P.x: a penalty outside tournaments: codes alone; its story is a ``Story``."""

    __tablename__ = "penalty"
    penalty: str = Field(primary_key=True)
    player: str = Field(index=True)
    infraction: str
    level: str
    day: str
    given_by: str
    given_at: datetime
    revoked_at: datetime | None = None


class Suspension(Base, table=True):
    """3.2, P.10: membership is suspended from a day to a day, both included (D.3.1).

    infraction: what for, where no penalty says it.
    """

    __tablename__ = "suspension"
    suspension: str = Field(primary_key=True)
    revision: int = 1
    player: str = Field(index=True)
    since: str
    until: str | None
    penalty: str | None = Field(index=True)
    infraction: str | None
    given_by: str
    given_at: datetime
    revoked_at: datetime | None = None


class Story(Base, table=True):
    """What happened to a penalty or suspension, in order: given, changed, revoked, by whom, why.

    until: the end that a suspension had then; text: free, may be wiped (law 11).
    """

    __tablename__ = "story"
    seq: int | None = Field(default=None, primary_key=True)
    subject: str = Field(index=True)
    action: str
    who: str
    at: datetime
    until: str | None = None
    text: str | None = Field(default=None, sa_type=Text)
    wiped_at: datetime | None = None


class ContactRead(Base, table=True):
    """Who read whose contacts, when and by which route; never deleted."""

    __tablename__ = "contact_read"
    seq: int | None = Field(default=None, primary_key=True)
    player: str = Field(index=True)
    who: str
    route: str
    at: datetime


class Notice(Base, table=True):
    """What waits for the office's decision: a code and whom it is about, no names."""

    __tablename__ = "notice"
    seq: int | None = Field(default=None, primary_key=True)
    kind: str
    subject: str
    players: str = Field(description="IDs, separated by spaces.")
    tournament: str | None
    at: datetime
    done_by: str | None = None
    done_at: datetime | None = None
