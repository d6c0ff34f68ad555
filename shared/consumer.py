"""Log -> effect: an inbox row and what the event does, in one transaction; then the offset."""

import threading
from collections.abc import Callable, Sequence

from sqlmodel import Session

from shared import inbox
from shared.db import Database, is_away
from shared.events.envelope import Envelope
from shared.handlers import Handlers
from shared.log.base import Consumer as LogConsumer
from shared.log.base import EventLog, LogUnavailable, Record
from shared.outbox import is_compacted
from shared.trace import log, tracing, unquoted

Settle = Callable[[Session], None]

APPLIED = "applied"
_TRIES = 3
_LONGEST_PAUSE = 5.0


class Applier:
    """Applies records to one service's database, exactly once each, by event id.

    handlers: what each event type does; others are passed over and leave no trace. settle: called
    once at the end of every such transaction, for work that is cheaper per batch (a re-rating).
    """

    def __init__(self, db: Database, handlers: Handlers, settle: Settle | None = None) -> None:
        self._db = db
        self._handlers = handlers
        self._settle = settle

    def apply(self, records: Sequence[Record]) -> None:
        """All of a batch in one transaction; if that fails, one by one, and the bad one parks.

        Raises DBAPIError when the database is away: nothing was applied then.
        """
        try:
            self._commit(records)
        except Exception as exc:
            if is_away(exc):
                raise
            for record in records:
                with tracing(_trace_of(record)):
                    self._apply_alone(record)

    def _apply_alone(self, record: Record) -> None:
        place = {"topic": record.topic, "key": record.key, "offset": record.offset}
        for attempt in range(1, _TRIES + 1):
            try:
                return self._commit([record])
            except Exception as exc:
                if is_away(exc):
                    raise
                reason = unquoted(f"{type(exc).__name__}: {exc}")
                log.error("event_failed", attempt=attempt, **place, exc_info=exc)
        with self._db.write() as tx:
            inbox.park(tx, record, _TRIES, reason)
        return None

    def _commit(self, records: Sequence[Record]) -> None:
        """One transaction, and then a log line for each event that took effect in it."""
        with self._db.write() as tx:
            applied = self._apply(tx, records, inbox.parked_places(tx))
        for envelope in applied:
            with tracing(envelope.traceparent):
                log.info("event", type=envelope.type, key=envelope.partitionkey, id=envelope.id)

    def _apply(
        self, tx: Session, records: Sequence[Record], parked: set[inbox.Place]
    ) -> list[Envelope]:
        fresh = self._fresh(tx, records, parked)
        inbox.add(tx, fresh)
        for envelope, _ in fresh:
            with tracing(envelope.traceparent):
                event = envelope.event()
                self._handlers.of(event)(tx, envelope, event)
        if self._settle and fresh:
            with tracing(fresh[-1][0].traceparent):  # what a batch causes goes on with its newest
                self._settle(tx)
        return [envelope for envelope, _ in fresh]

    def _fresh(
        self, tx: Session, records: Sequence[Record], parked: set[inbox.Place]
    ) -> list[tuple[Envelope, Record]]:
        """What is to be handled, in order; parks what waits behind a parked event."""
        pairs = [(Envelope.model_validate_json(record.value), record) for record in records]
        applied = inbox.already_applied(tx, [envelope.id for envelope, _ in pairs])
        fresh: list[tuple[Envelope, Record]] = []
        for envelope, record in pairs:
            place = (record.topic, record.key)
            if place in parked:
                if not is_compacted(record.topic):
                    inbox.park(tx, record, 0, "waits behind an earlier event of its key")
                    continue
                inbox.unpark(tx, *place)  # a newer state replaces the one that failed
                parked.discard(place)
            if envelope.id not in applied and self._handlers.wants(envelope.type):
                applied.add(envelope.id)
                fresh.append((envelope, record))
        return fresh

    def retry(self, topic: str, key: str, who: str) -> str | None:
        """Apply the parked events of a key in their order, also those that join them meanwhile.

        Stops at the first that fails again. What came of it, as noted in the trail; None: nothing
        was parked there.
        """
        outcome: str | None = None
        try:
            while self._retry_first(topic, key):
                outcome = APPLIED
        except Exception as exc:
            outcome = unquoted(f"failed: {type(exc).__name__}: {exc}")
        if outcome:
            with self._db.write() as tx:
                inbox.note(tx, topic, key, "retry", who, outcome)
        return outcome

    def _retry_first(self, topic: str, key: str) -> bool:
        """Apply the first parked event of a key; False: there is none, and its key is free."""
        with self._db.write() as tx:
            inbox.turn(tx)
            row = inbox.first_parked(tx, topic, key)
            if row is None:
                return False
            inbox.unpark_one(tx, row)
            record = Record(row.topic, row.partition, row.offset, row.key, row.value)
            self._apply(tx, [record], set())
            return True


def _trace_of(record: Record) -> str | None:
    """The trace that an event says it belongs to, if it can be read at all."""
    try:
        return Envelope.model_validate_json(record.value).traceparent
    except ValueError:
        return None


class Consumer:
    """Polls the log in a thread and applies what comes; waits out an absent log or database."""

    def __init__(
        self, applier: Applier, event_log: EventLog, group: str, topics: Sequence[str], pause: float
    ) -> None:
        self._applier = applier
        self._log = event_log
        self._group = group
        self._topics = topics
        self._pause = pause
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"{group}-consumer", daemon=True)

    def start(self) -> None:
        """Begin in a thread; the log may be away."""
        self._thread.start()

    def stop(self) -> None:
        """End after the batch that is under way."""
        self._stop.set()
        self._thread.join(timeout=15)

    def _run(self) -> None:
        pause = self._pause
        while not self._stop.is_set():
            consumer: LogConsumer | None = None
            try:
                consumer = self._log.consumer(self._group, self._topics)
                while not self._stop.is_set():
                    records = consumer.poll(self._pause)
                    if records:
                        self._applier.apply(records)
                        consumer.commit()
                    pause = self._pause
            except LogUnavailable as exc:
                log.warning("log_unavailable", part="consumer", reason=str(exc))
            except Exception as exc:
                log.error("consumer_failed", exc_info=exc)
            finally:
                if consumer:
                    consumer.close()
            self._stop.wait(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
