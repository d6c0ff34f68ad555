"""What a service publishes, written in the transaction that changed its state (law 3)."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlmodel import Session, col

from shared.clock import now
from shared.db import Database
from shared.events.base import Event
from shared.events.envelope import Envelope, envelop
from shared.log.base import MAX_BYTES, Message
from shared.log.topics import COMPACTED
from shared.refusals import Refusal, Text
from shared.tables import Outbox


def publish(tx: Session, event: Event, *, key: str, who: str) -> Envelope:
    """Add an event to the outbox; it is sent if and only if the transaction commits.

    key: order holds within it, and a compacted topic keeps the newest of it.
    who: the person or named client that caused it. Refuses what no log would take.
    """
    envelope = envelop(event, key=key, source=tx.info["source"], who=who)
    tx.add(Outbox(**_row(event, envelope)))
    tx.info["outbox"] = True
    return envelope


def publish_all(tx: Session, events: Iterable[tuple[str, Event]], *, who: str) -> None:
    """As ``publish``, for thousands of (key, event) at once: in bulk, in their order."""
    tx.flush()  # what was published before goes before
    source = tx.info["source"]
    rows = [_row(event, envelop(event, key=key, source=source, who=who)) for key, event in events]
    if rows:
        tx.connection().execute(insert(Outbox), rows)
        tx.info["outbox"] = True


def _row(event: Event, envelope: Envelope) -> dict[str, Any]:
    written = envelope.model_dump_json()
    try:
        Message(event.spec.topic, envelope.partitionkey, written).check()
    except ValueError as exc:  # one such row would hold up the relay for ever
        raise _too_large(event) from exc
    return {
        "event_id": envelope.id,
        "topic": event.spec.topic,
        "key": envelope.partitionkey,
        "envelope": written,
        "created_at": now(),
    }


def _too_large(event: Event) -> Refusal:
    return Refusal(
        "too_large",
        "event_too_large",
        Text(
            f"Событие {event.spec.type} больше {MAX_BYTES // 2**20} МиБ.",
            f"The event {event.spec.type} is larger than {MAX_BYTES // 2**20} MiB.",
        ),
        todo=Text("Разделите данные на части.", "Split the data."),
        extra={"limit_bytes": MAX_BYTES},
    )


def republish(db: Database, topic: str) -> int:
    """Send everything of a topic again, with the same ids and feed positions; how many.

    Of a compacted topic the outbox holds the newest event per key only, so that is what is sent.
    """
    with db.write() as tx:
        again = update(Outbox).where(col(Outbox.topic) == topic).values(published_at=None)
        count = int(tx.connection().execute(again).rowcount)
        tx.info["outbox"] = True
    return count


def waiting(tx: Session) -> tuple[int, float]:
    """(rows not yet sent, age in seconds of the oldest never sent): the relay's lag.

    What ``republish`` sends again is counted but is not late: the world has it.
    """
    unsent = col(Outbox.published_at).is_(None)
    oldest_new = func.min(col(Outbox.created_at)).filter(col(Outbox.position).is_(None))
    count, oldest = tx.execute(select(func.count(), oldest_new).where(unsent)).one()
    return int(count), (now() - oldest).total_seconds() if oldest else 0.0


def published(tx: Session) -> dict[str, int]:
    """The feed position of the newest event of each topic."""
    place = func.max(col(Outbox.position))
    rows = tx.execute(select(col(Outbox.topic), place).group_by(col(Outbox.topic)))
    return {topic: position or 0 for topic, position in rows}


def is_compacted(topic: str) -> bool:
    """Whether a topic keeps only the newest event per key."""
    return topic in COMPACTED
