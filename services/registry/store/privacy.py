"""Queries about readings of contacts, and about what of a person is to be wiped."""

import json
from collections.abc import Collection

from sqlalchemy import select, union_all
from sqlmodel import Session, col

from services.registry.tables.access import Grant
from services.registry.tables.discipline import ContactRead, Penalty, Suspension
from shared.erasure import redacted
from shared.events.players import TOPIC
from shared.tables import Outbox


def readings(
    tx: Session, players: Collection[str] | None, who: str | None, before: int | None, limit: int
) -> list[ContactRead]:
    """Readings of contacts, the newest first, before one; of these IDs, by one reader."""
    query = select(ContactRead)
    if players is not None:
        query = query.where(col(ContactRead.player).in_(players))
    if who is not None:
        query = query.where(col(ContactRead.who) == who)
    if before is not None:
        query = query.where(col(ContactRead.seq) < before)
    return list(tx.scalars(query.order_by(col(ContactRead.seq).desc()).limit(limit)))


def rights_of(tx: Session, players: Collection[str]) -> list[Grant]:
    """Every right to sign in under these IDs, ended or not, the oldest first."""
    query = select(Grant).where(col(Grant.player).in_(players))
    return list(tx.scalars(query.order_by(col(Grant.given_at), col(Grant.grant))))


def subjects_of(tx: Session, players: Collection[str]) -> list[str]:
    """The penalties and suspensions under these IDs, whose stories tell of them."""
    penalties = select(col(Penalty.penalty)).where(col(Penalty.player).in_(players))
    suspensions = select(col(Suspension.suspension)).where(col(Suspension.player).in_(players))
    return list(tx.scalars(union_all(penalties, suspensions)))


def blank_states(tx: Session, players: Collection[str]) -> None:
    """Published states of these people, sent or not, until a newer one takes their place.

    Redacted, not deleted: the next row's place in the feed is counted from theirs.
    """
    keys = [f"player:{player}" for player in players]
    query = select(Outbox).where(col(Outbox.topic) == TOPIC, col(Outbox.key).in_(keys))
    for row in tx.scalars(query):
        left = redacted(json.loads(row.envelope), players)
        row.envelope = json.dumps(left, ensure_ascii=False, separators=(",", ":"))
        tx.add(row)
