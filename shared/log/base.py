"""The port of the event log: what a relay and a consumer may ask of it, whichever it is."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

MAX_BYTES = 4 * 1024 * 1024
"""The largest key + value in bytes, on either adapter; some 35 times the largest tournament."""


class LogUnavailable(Exception):
    """The log can't be reached or did not confirm in time. Nothing is lost: try again."""


@dataclass(frozen=True)
class TopicSpec:
    """A topic as the deploy step creates it.

    partitions: parallelism of the consumers; order holds within a key only.
    compacted: keep the newest record per key (after the compaction lag), else keep all for ever.
    overrides: broker settings that differ from the adapter's own, by Kafka's names.
    """

    name: str
    partitions: int
    compacted: bool
    overrides: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ensured:
    """What the deploy step found: the topic was created, or was there.

    differs: settings that are not as wanted, name -> (wanted, found). They are left as they are:
    an operator's change is his; he or she decides.
    """

    topic: str
    created: bool
    differs: dict[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Message:
    """What is sent: the envelope's JSON under its partition key."""

    topic: str
    key: str
    value: str

    def check(self) -> None:
        """Raise ValueError if it is larger than any log takes: sending it again can't help."""
        if 4 * (len(self.key) + len(self.value)) <= MAX_BYTES:  # UTF-8: 4 bytes a letter at most
            return
        size = len(self.key.encode()) + len(self.value.encode())
        if size > MAX_BYTES:
            raise ValueError(f"{self.topic}/{self.key}: {size} bytes, at most {MAX_BYTES}")


@dataclass(frozen=True)
class Record:
    """What is read: a message and where it lay."""

    topic: str
    partition: int
    offset: int
    key: str
    value: str


class Producer(Protocol):
    """Sends in order. Not thread-safe: one owner."""

    def send(self, messages: Sequence[Message]) -> None:
        """Return when all are durably in the log.

        Raises LogUnavailable if any may not be; the caller then closes this producer, builds a new
        one and sends all of them again (consumers drop duplicates by event id).
        Raises ValueError for a message over MAX_BYTES, before any is sent.
        """

    def close(self) -> None:
        """Free what it holds; never raises."""


class Consumer(Protocol):
    """Reads the topics of one group, in order per key, at least once."""

    def poll(self, timeout: float, limit: int = 500) -> list[Record]:
        """The next records, or [] after ``timeout`` seconds. Raises LogUnavailable.

        While the broker is away a consumer that was connected may go on returning [], and goes on
        reading by itself when it is back.
        """

    def commit(self) -> None:
        """Everything polled so far is done; a new consumer of the group starts after it."""

    def close(self) -> None:
        """Leave the group without committing; never raises."""


class EventLog(Protocol):
    """A log. Building one does no I/O, so an app starts while the broker is away."""

    def ensure(self, topics: Sequence[TopicSpec]) -> list[Ensured]:
        """Create the topics that are not there (deploy step), report on the others.

        Nothing that exists is changed. Raises LogUnavailable.
        """

    def producer(self) -> Producer:
        """A new producer; may block up to its time-out. Raises LogUnavailable."""

    def consumer(self, group: str, topics: Sequence[str]) -> Consumer:
        """A new member of ``group``, from its last commit, else from the start."""
