"""The event log in one SQLite file: the embedded default, shared by all processes of a machine.

Durable (WAL, synchronous=FULL), one ascending offset for the whole file, partition 0 everywhere.
A compacted topic holds the newest record per key: the superseded one is deleted in the transaction
that appends its successor, and its bytes are overwritten (secure_delete). *An erasure is complete*
when the write-ahead log, which still holds the old page, has been checkpointed and started again:
after some 1,000 further pages, at the latest when the last process closes the file.
"""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from shared.log.base import Ensured, LogUnavailable, Message, Record, TopicSpec

POLL_EVERY = 0.02
"""Seconds between two looks at the file while a consumer waits."""

# AUTOINCREMENT: an offset is never used again, though compaction may delete the newest row.
SCHEMA = """
CREATE TABLE IF NOT EXISTS topic (
    name TEXT PRIMARY KEY,
    compacted INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS record (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    compacted INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS record_by_topic ON record (topic);
CREATE UNIQUE INDEX IF NOT EXISTS record_newest ON record (topic, key) WHERE compacted;
CREATE TABLE IF NOT EXISTS progress (
    consumers TEXT NOT NULL,
    topic TEXT NOT NULL,
    next_position INTEGER NOT NULL,
    PRIMARY KEY (consumers, topic)
) STRICT;
"""

# OR REPLACE acts on record_newest alone: it supersedes in compacted topics and nowhere else.
APPEND = "INSERT OR REPLACE INTO record (topic, key, value, compacted) VALUES (?, ?, ?, ?)"
ADVANCE = """
INSERT INTO progress (consumers, topic, next_position) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET next_position = max(next_position, excluded.next_position)
"""
READ_TOPIC = "SELECT position, topic, key, value FROM record WHERE topic = ? AND position >= ?"


@dataclass(frozen=True)
class SqliteLog:
    """The log in the file ``path``; ``ensure`` creates it and its directory.

    busy_timeout: seconds to wait for another process's write before LogUnavailable.
    """

    path: Path
    busy_timeout: float = 10.0

    def ensure(self, topics: Sequence[TopicSpec]) -> list[Ensured]:
        """Create file, tables and topics that are missing; overrides mean nothing here."""
        with _unavailable(f"create {self.path}"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            db = self._open("rwc", "FULL")
            try:
                _use_wal(db, self.busy_timeout)
                db.executescript(SCHEMA)
                with _transaction(db):
                    return [_ensure(db, spec) for spec in topics]
            finally:
                db.close()

    def producer(self) -> "SqliteProducer":
        """A new producer on its own connection."""
        with _unavailable(f"open {self.path}"):
            return SqliteProducer(self._open("rw", "FULL"))

    def consumer(self, group: str, topics: Sequence[str]) -> "SqliteConsumer":
        """A new member of ``group``, on its own connection.

        Two live members of one group do not share the work: each reads everything after the
        group's commit when it was made. That is allowed (the inbox drops the duplicates, a commit
        never goes back), only useless: run one.
        """
        with _unavailable(f"open {self.path}"):
            # NORMAL: a commit lost with the power means redelivery, never loss.
            return SqliteConsumer(self._open("rw", "NORMAL"), group, topics)

    def _open(self, mode: str, synchronous: str) -> sqlite3.Connection:
        uri = f"{self.path.absolute().as_uri()}?mode={mode}"
        db = sqlite3.connect(
            uri,
            uri=True,
            timeout=self.busy_timeout,
            isolation_level=None,
            check_same_thread=False,  # one owner at a time, but it may be handed to a thread
        )
        db.execute(f"PRAGMA synchronous = {synchronous}")
        db.execute("PRAGMA secure_delete = ON")
        return db


class SqliteProducer:
    """Appends each ``send`` in one transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def send(self, messages: Sequence[Message]) -> None:
        """Append all, or none and raise."""
        for message in messages:
            message.check()
        with _unavailable("append"), _transaction(self._db):
            known: dict[str, int] = dict(self._db.execute("SELECT name, compacted FROM topic"))
            missing = sorted({m.topic for m in messages} - set(known))
            if missing:
                raise LogUnavailable(f"no topic {', '.join(missing)}: run the deploy step")
            rows = ((m.topic, m.key, m.value, known[m.topic]) for m in messages)
            self._db.executemany(APPEND, rows)

    def close(self) -> None:
        """Close the connection."""
        _close(self._db)


class SqliteConsumer:
    """Reads in the file's order; waits by watching the file's change counter."""

    def __init__(self, db: sqlite3.Connection, group: str, topics: Sequence[str]) -> None:
        self._db = db
        self._group = group
        found = db.execute(
            "SELECT topic, next_position FROM progress WHERE consumers = ?", (group,)
        ).fetchall()
        self._next = dict.fromkeys(topics, 0) | {t: n for t, n in found if t in topics}
        each = " UNION ALL ".join([READ_TOPIC] * len(self._next))
        self._query = f"{each} ORDER BY position LIMIT ?"

    def poll(self, timeout: float, limit: int = 500) -> list[Record]:
        """The next records; the file is read again only after another connection wrote to it."""
        deadline = time.monotonic() + timeout
        with _unavailable("read"):
            while True:
                seen = self._changes()  # before the read, so that no write slips between
                if records := self._read(limit):
                    return records
                while self._changes() == seen:
                    left = deadline - time.monotonic()
                    if left <= 0:
                        return []
                    time.sleep(min(POLL_EVERY, left))

    def commit(self) -> None:
        """Store the group's positions."""
        rows = [(self._group, topic, position) for topic, position in self._next.items()]
        with _unavailable("commit"), _transaction(self._db):
            self._db.executemany(ADVANCE, rows)

    def close(self) -> None:
        """Close the connection."""
        _close(self._db)

    def _changes(self) -> int:
        version: int = self._db.execute("PRAGMA data_version").fetchone()[0]
        return version

    def _read(self, limit: int) -> list[Record]:
        where = [value for pair in self._next.items() for value in pair]
        rows = self._db.execute(self._query, (*where, limit)).fetchall()
        for position, topic, _, _ in rows:
            self._next[topic] = position + 1
        return [Record(topic, 0, position, key, value) for position, topic, key, value in rows]


def _ensure(db: sqlite3.Connection, spec: TopicSpec) -> Ensured:
    row = db.execute("SELECT compacted FROM topic WHERE name = ?", (spec.name,)).fetchone()
    if row is None:
        db.execute("INSERT INTO topic VALUES (?, ?)", (spec.name, int(spec.compacted)))
        return Ensured(spec.name, created=True)
    found = bool(row[0])
    same = found == spec.compacted
    differs = {} if same else {"compacted": (str(spec.compacted), str(found))}
    return Ensured(spec.name, created=False, differs=differs)


def _use_wal(db: sqlite3.Connection, patience: float) -> None:
    """Switch the file to WAL; SQLite's own busy timeout does not cover this switch."""
    deadline = time.monotonic() + patience
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(POLL_EVERY)
        else:
            return


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


@contextmanager
def _unavailable(doing: str) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise LogUnavailable(f"cannot {doing}: {error}") from error


def _close(db: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):
        db.close()
