"""What has arrived: applied events by id, and the parked ones with their trail."""

from collections.abc import Sequence

from sqlalchemy import delete, func, insert, select
from sqlmodel import Session, col

from shared.clock import now
from shared.db import wait_for
from shared.events.envelope import Envelope
from shared.log.base import Record
from shared.tables import Inbox, Parked, ParkedAction

Place = tuple[str, str]
"""(topic, key): what parks together."""


def already_applied(tx: Session, event_ids: Sequence[str]) -> set[str]:
    """Which of these events took effect here before."""
    return set(tx.scalars(select(col(Inbox.event_id)).where(col(Inbox.event_id).in_(event_ids))))


def add(tx: Session, events: Sequence[tuple[Envelope, Record]]) -> None:
    """These take effect in this transaction; another's at the same time conflict on their ids."""
    if not events:
        return
    rows = [
        {
            "event_id": envelope.id,
            "topic": record.topic,
            "partition": record.partition,
            "offset": record.offset,
            "applied_at": now(),
        }
        for envelope, record in events
    ]
    tx.connection().execute(insert(Inbox), rows)


def applied(tx: Session) -> dict[str, int]:
    """How many events of each topic took effect here."""
    rows = tx.execute(select(col(Inbox.topic), func.count()).group_by(col(Inbox.topic)))
    return {topic: int(count) for topic, count in rows}


def parked_places(tx: Session) -> set[Place]:
    """Every key that has something parked; nobody retries or skips it in this transaction."""
    rows = select(col(Parked.topic), col(Parked.key)).distinct()
    if not tx.execute(rows.limit(1)).first():
        return set()
    turn(tx)
    return {(topic, key) for topic, key in tx.execute(rows)}


def turn(tx: Session) -> None:
    """Wait for one's turn at what is parked: else an event could park behind a freed key."""
    wait_for(tx, "parked")


def park(tx: Session, record: Record, attempts: int, reason: str) -> None:
    """Lay an event aside; a second delivery or a republished copy of it changes nothing."""
    key, value = _storable(record.key), _storable(record.value)
    there = select(col(Parked.seq)).where(col(Parked.topic) == record.topic)
    same = there.where(col(Parked.key) == key, col(Parked.value) == value)
    if tx.scalars(same.limit(1)).first() is None:
        tx.add(
            Parked(
                topic=record.topic,
                key=key,
                partition=record.partition,
                offset=record.offset,
                value=value,
                attempts=attempts,
                reason=_storable(reason),
                parked_at=now(),
            )
        )


def _storable(text: str) -> str:
    r"""PostgreSQL holds no NUL; ``\x00`` is no JSON either, so the event stays unreadable."""
    return text.replace("\0", r"\x00")


def count_parked(tx: Session) -> int:
    """How many events are parked."""
    return tx.scalar(select(func.count()).select_from(Parked)) or 0


def first_parked(tx: Session, topic: str, key: str) -> Parked | None:
    """The one that the others of its key wait for."""
    query = select(Parked).where(col(Parked.topic) == topic, col(Parked.key) == key)
    return tx.scalars(query.order_by(col(Parked.seq)).limit(1)).first()


def parked_of(tx: Session, topic: str | None = None, key: str | None = None) -> list[Parked]:
    """Parked events in their order; of one topic or key, or all."""
    query = select(Parked).order_by(col(Parked.seq))
    if topic is not None:
        query = query.where(col(Parked.topic) == topic)
    if key is not None:
        query = query.where(col(Parked.key) == key)
    return list(tx.scalars(query))


def unpark(tx: Session, topic: str, key: str) -> None:
    """Forget all that is parked under a key."""
    tx.execute(delete(Parked).where(col(Parked.topic) == topic).where(col(Parked.key) == key))


def unpark_one(tx: Session, row: Parked) -> None:
    """Take one event out, to apply it."""
    tx.execute(delete(Parked).where(col(Parked.seq) == row.seq))


def skip(tx: Session, topic: str, key: str, who: str) -> bool:
    """Give up the first parked event of a key; the ones behind it can then be retried."""
    turn(tx)
    row = first_parked(tx, topic, key)
    if row is None:
        return False
    unpark_one(tx, row)
    note(tx, topic, key, "skip", who, f"skipped: {row.reason}")
    return True


def note(tx: Session, topic: str, key: str, action: str, who: str, outcome: str) -> None:
    """Add to the trail of what people did about parked events."""
    tx.add(ParkedAction(topic=topic, key=key, action=action, who=who, outcome=outcome, at=now()))
