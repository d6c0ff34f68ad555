"""Outbox -> log: one thread per service, the single writer of feed positions."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence

from sqlalchemy import bindparam, delete, func, select, update
from sqlmodel import Session, col

from shared import idempotency
from shared.clock import now
from shared.db import Database
from shared.log.base import EventLog, LogUnavailable, Message, Producer
from shared.outbox import is_compacted
from shared.tables import Outbox
from shared.trace import log

_BATCH = 500
_LONGEST_PAUSE = 5.0
_TIDY_EVERY = 3600.0


class Relay:
    """Sends outbox rows in their order and marks each; at least once.

    After any delivery failure the producer is thrown away: a new one is built for the next try,
    and the rows, still unmarked, go again.
    """

    def __init__(self, db: Database, event_log: EventLog, service: str, pause: float) -> None:
        self._db = db
        self._log = event_log
        self._service = service
        self._pause = pause
        self._rest = pause
        """Seconds till the next try after a failure: longer each time, short after a success."""
        self._next_tidying = 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"{service}-relay", daemon=True)

    def start(self) -> None:
        """Begin in a thread; the log may be away."""
        self._thread.start()

    def stop(self) -> None:
        """End after the batch that is under way."""
        self._stop.set()
        self._db.filled.set()
        self._thread.join(timeout=15)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with self._db.only_one(f"relay-{self._service}") as mine:
                    self._serve(mine)
            except LogUnavailable as exc:
                log.warning("log_unavailable", part="relay", reason=str(exc))
            except Exception as exc:
                log.error("relay_failed", exc_info=exc)
            self._stop.wait(self._rest)
            self._rest = min(self._rest * 2, _LONGEST_PAUSE)

    def _serve(self, mine: Callable[[], bool]) -> None:
        """Send while the work is ours, until stopped or until something fails."""
        producer: Producer | None = None
        try:
            while not self._stop.is_set() and mine():
                self._db.filled.clear()
                rows = self._unsent()
                if not rows:
                    self._tidy()
                    self._db.filled.wait(self._pause)
                    continue
                producer = producer or self._log.producer()
                producer.send([Message(row.topic, row.key, row.envelope) for row in rows])
                with self._db.write() as tx:
                    mark(tx, rows)
                self._rest = self._pause
        finally:
            if producer:
                producer.close()

    def _tidy(self) -> None:
        """Nothing to send: once an hour, forget what need not be kept."""
        if time.monotonic() >= self._next_tidying:
            self._next_tidying = time.monotonic() + _TIDY_EVERY
            idempotency.forget(self._db)

    def _unsent(self) -> list[Outbox]:
        with self._db.read() as tx:
            query = select(Outbox).where(col(Outbox.published_at).is_(None))
            return list(tx.scalars(query.order_by(col(Outbox.seq)).limit(_BATCH)))


def mark(tx: Session, rows: Sequence[Outbox]) -> None:
    """Rows are in the log: give each its feed position, and drop what they supersede.

    Row by row, never "all up to here": on PostgreSQL a lower ``seq`` may commit later.
    """
    by_topic: defaultdict[str, list[Outbox]] = defaultdict(list)
    for row in rows:
        by_topic[row.topic].append(row)
    for topic, group in by_topic.items():
        _position(tx, topic, group)
        if is_compacted(topic):
            _supersede(tx, topic, group)


def _position(tx: Session, topic: str, rows: Sequence[Outbox]) -> None:
    """A row that is sent again (``republish``) keeps its position."""
    last = tx.scalar(select(func.max(col(Outbox.position))).where(col(Outbox.topic) == topic)) or 0
    values = []
    for row in rows:
        if row.position is None:
            last += 1
        values.append({"this": row.seq, "place": row.position or last, "at": now()})
    tx.connection().execute(
        update(Outbox)
        .where(col(Outbox.seq) == bindparam("this"))
        .values(position=bindparam("place"), published_at=bindparam("at")),
        values,
    )


def _supersede(tx: Session, topic: str, rows: Sequence[Outbox]) -> None:
    newest = {row.key: row.seq for row in rows}
    tx.connection().execute(
        delete(Outbox)
        .where(col(Outbox.topic) == topic)
        .where(col(Outbox.key) == bindparam("this_key"))
        .where(col(Outbox.seq) < bindparam("newest"))
        .where(col(Outbox.published_at).is_not(None)),
        [{"this_key": key, "newest": seq} for key, seq in newest.items()],
    )
