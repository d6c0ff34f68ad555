"""Version 1 of the tables that every service's database has.

Frozen: migrations are history. What comes later is a new version in each service.
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime


def create_house() -> None:
    """Outbox, inbox, parked events, idempotency, and the copy of ``access.v1``."""
    op.create_table(
        "idempotency",
        sa.Column("client", AutoString(), nullable=False),
        sa.Column("route", AutoString(), nullable=False),
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("body_hash", AutoString(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("response", sa.Text(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("client", "route", "key", name=op.f("pk_idempotency")),
    )
    op.create_table(
        "inbox",
        sa.Column("event_id", AutoString(), nullable=False),
        sa.Column("topic", AutoString(), nullable=False),
        sa.Column("partition", sa.Integer(), nullable=False),
        sa.Column("offset", sa.BigInteger(), nullable=False),
        sa.Column("applied_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_inbox")),
    )
    op.create_table(
        "outbox",
        _seq(),
        sa.Column("event_id", AutoString(), nullable=False),
        sa.Column("topic", AutoString(), nullable=False),
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("envelope", sa.Text(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=True),
        sa.Column("published_at", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_outbox")),
        sa.UniqueConstraint("event_id", name=op.f("uq_outbox_event_id")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index("ix_outbox_feed", ["topic", "position"], unique=True)
        batch_op.create_index("ix_outbox_key", ["topic", "key"], unique=False)
        batch_op.create_index(
            "ix_outbox_waiting",
            ["seq"],
            unique=False,
            sqlite_where=sa.text("published_at IS NULL"),
            postgresql_where=sa.text("published_at IS NULL"),
        )
    op.create_table(
        "parked",
        _seq(),
        sa.Column("topic", AutoString(), nullable=False),
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("partition", sa.Integer(), nullable=False),
        sa.Column("offset", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("parked_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_parked")),
    )
    with op.batch_alter_table("parked", schema=None) as batch_op:
        batch_op.create_index("ix_parked_key", ["topic", "key"], unique=False)
    op.create_table(
        "parked_action",
        _seq(),
        sa.Column("topic", AutoString(), nullable=False),
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("action", AutoString(), nullable=False),
        sa.Column("who", AutoString(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_parked_action")),
    )
    op.create_table(
        "revoked_client",
        sa.Column("prefix", AutoString(), nullable=False),
        sa.Column("at", AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("prefix", name=op.f("pk_revoked_client")),
    )
    op.create_table(
        "verifying_key",
        sa.Column("kid", AutoString(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("kid", name=op.f("pk_verifying_key")),
    )


def drop_house() -> None:
    """The reverse."""
    op.drop_table("verifying_key")
    op.drop_table("revoked_client")
    op.drop_table("parked_action")
    with op.batch_alter_table("parked", schema=None) as batch_op:
        batch_op.drop_index("ix_parked_key")
    op.drop_table("parked")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_outbox_waiting",
            sqlite_where=sa.text("published_at IS NULL"),
            postgresql_where=sa.text("published_at IS NULL"),
        )
        batch_op.drop_index("ix_outbox_key")
        batch_op.drop_index("ix_outbox_feed")
    op.drop_table("outbox")
    op.drop_table("inbox")
    op.drop_table("idempotency")


def create_person() -> None:
    """The copy of ``players.v1``."""
    op.create_table(
        "person",
        sa.Column("player", AutoString(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("first_name", AutoString(), nullable=False),
        sa.Column("surname", AutoString(), nullable=False),
        sa.Column("nickname", AutoString(), nullable=True),
        sa.Column("city", AutoString(), nullable=False),
        sa.Column("city_folded", AutoString(), nullable=False),
        sa.Column("status", AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_person")),
    )
    with op.batch_alter_table("person", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_person_city_folded"), ["city_folded"], unique=False)


def drop_person() -> None:
    """The reverse."""
    with op.batch_alter_table("person", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_person_city_folded"))
    op.drop_table("person")


def _seq() -> sa.Column[int]:
    """A row's place in the order of arrival; SQLite counts up only in a plain INTEGER."""
    return sa.Column(
        "seq",
        sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
        autoincrement=True,
        nullable=False,
    )
