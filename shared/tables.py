"""Tables that every service's own database has: one set of classes, four databases."""

from datetime import datetime

from sqlalchemy import BigInteger, Column, Index, Integer, Text, text
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from shared.db import own_metadata

BIG = BigInteger().with_variant(Integer, "sqlite")


class House(SQLModel, registry=registry(metadata=own_metadata())):
    """Base of the house's own tables."""


class Outbox(House, table=True):
    """What this service publishes; written with the state it tells of (law 3).

    seq: order of insertion; position: place in the public feed, given by the relay;
    envelope: the event's JSON, the same bytes in the log and the feed.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        Index("ix_outbox_feed", "topic", "position", unique=True),
        Index("ix_outbox_key", "topic", "key"),
        Index(
            "ix_outbox_waiting",
            "seq",
            sqlite_where=text("published_at IS NULL"),
            postgresql_where=text("published_at IS NULL"),
        ),
    )
    seq: int | None = Field(
        default=None, sa_column=Column(BIG, primary_key=True, autoincrement=True)
    )
    event_id: str = Field(unique=True)
    topic: str
    key: str
    envelope: str = Field(sa_type=Text)
    created_at: datetime
    position: int | None = Field(default=None, sa_type=BigInteger)
    published_at: datetime | None = None


class Inbox(House, table=True):
    """Events that took effect here, by id: a second delivery does nothing."""

    __tablename__ = "inbox"
    event_id: str = Field(primary_key=True)
    topic: str
    partition: int
    offset: int = Field(sa_type=BigInteger)
    applied_at: datetime


class Parked(House, table=True):
    """An event that could not be applied, or waits behind one of its key.

    attempts: 0 for one that only waits; reason: what went wrong, for a person.
    """

    __tablename__ = "parked"
    __table_args__ = (Index("ix_parked_key", "topic", "key"),)
    seq: int | None = Field(
        default=None, sa_column=Column(BIG, primary_key=True, autoincrement=True)
    )
    topic: str
    key: str
    partition: int
    offset: int = Field(sa_type=BigInteger)
    value: str = Field(sa_type=Text)
    attempts: int
    reason: str = Field(sa_type=Text)
    parked_at: datetime


class ParkedAction(House, table=True):
    """The trail of what was done about parked events: who, when, what came of it."""

    __tablename__ = "parked_action"
    seq: int | None = Field(
        default=None, sa_column=Column(BIG, primary_key=True, autoincrement=True)
    )
    topic: str
    key: str
    action: str
    who: str
    outcome: str = Field(sa_type=Text)
    at: datetime


class Idempotency(House, table=True):
    """The answer to a creating POST, to be given again for the same Idempotency-Key."""

    __tablename__ = "idempotency"
    client: str = Field(primary_key=True)
    route: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    body_hash: str
    status: int = 0
    response: str = Field(default="", sa_type=Text)
    created_at: datetime


class VerifyingKey(House, table=True):
    """A public key of ``access.v1``: tokens signed by it are the registry's."""

    __tablename__ = "verifying_key"
    kid: str = Field(primary_key=True)
    public_key: str = Field(sa_type=Text)


class RevokedClient(House, table=True):
    """A client's key or a person's right that was revoked; tokens got with it are void."""

    __tablename__ = "revoked_client"
    prefix: str = Field(primary_key=True)
    at: str
