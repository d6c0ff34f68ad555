"""The event log on Apache Kafka, by kafka-python.

Topics are kept for ever (no time or size limit), or compacted to the newest record per key.
*An erasure is complete* on a compacted topic when the cleaner has passed: each segment is closed
after an hour, a superseded record becomes due for cleaning at most ``MAX_LAG_MS`` (24 hours) after
it was written, the cleaner looks every few seconds, and the old file is unlinked a minute later.
A segment is closed by the next record of its partition, so on a topic at rest one more record is
needed: republishing (of the same current state) is enough.

Durability is the broker's: acks=all with ``replication`` copies, all but one of which must have
the record (min.insync.replicas). One copy survives a killed broker but not a power cut's last
moments; what was lost then is sent again by ``republish``.
"""

import logging
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from kafka import KafkaConsumer as Reader
from kafka import KafkaProducer as Writer
from kafka.admin import ConfigResource, KafkaAdminClient
from kafka.errors import (
    CommitFailedError,
    KafkaError,
    RebalanceInProgressError,
    TopicAlreadyExistsError,
)
from kafka.net.compat import KafkaNetClient

from shared.log.base import MAX_BYTES, Ensured, LogUnavailable, Message, Record, TopicSpec
from shared.trace import log

MAX_LAG_MS = 24 * 60 * 60 * 1000
"""How long a superseded record may wait before it is due for cleaning (max.compaction.lag.ms)."""

CLOSE_WITHIN = 2.0
COMMIT_WITHIN = 10.0
"""Seconds that a close, a commit may take."""

# The client cries at every try while the broker is away; the port says it once, by LogUnavailable.
logging.getLogger("kafka").setLevel(logging.CRITICAL)


@dataclass(frozen=True)
class KafkaLog:
    """A log on the brokers ``servers`` ("host:port" each), its names under ``prefix``.

    bootstrap_timeout, delivery_timeout: seconds until LogUnavailable when connecting, sending.
    session_timeout: seconds after which a member that died frees its partitions.
    replication: copies of each topic that ``ensure`` creates.
    """

    servers: tuple[str, ...]
    prefix: str = ""
    bootstrap_timeout: float = 3.0
    delivery_timeout: float = 30.0
    session_timeout: float = 10.0
    replication: int = 1

    def __post_init__(self) -> None:
        if not self.servers:
            raise ValueError("kafka:// wants host:port")
        if not re.fullmatch(r"[A-Za-z0-9._-]{0,100}", self.prefix):
            raise ValueError(f"not a prefix of topics: {self.prefix!r}")

    def ensure(self, topics: Sequence[TopicSpec]) -> list[Ensured]:
        """Create what is missing and wait until it can be used; compare what is there."""
        with _unavailable("create topics"):
            admin = self._client(KafkaAdminClient, request_timeout_ms=10_000)
            try:
                existing = set(admin.list_topics())
                there = [spec for spec in topics if self._outside(spec.name) in existing]
                created = {spec.name for spec in topics} - {spec.name for spec in there}
                self._create(admin, [spec for spec in topics if spec.name in created])
                differs = self._compare(admin, there)
            finally:
                admin.close()
        return [Ensured(s.name, s.name in created, differs.get(s.name, {})) for s in topics]

    def producer(self) -> "KafkaProducer":
        """A new producer: idempotent, acks=all."""
        with _unavailable("connect"):
            writer = self._client(
                Writer,
                acks="all",
                enable_idempotence=True,
                allow_auto_create_topics=False,
                delivery_timeout_ms=_ms(self.delivery_timeout),
                request_timeout_ms=_ms(self.delivery_timeout / 2),
                max_block_ms=_ms(self.delivery_timeout / 3),
                reconnect_backoff_max_ms=1_000,
                max_request_size=MAX_BYTES + 1024,
                batch_size=128 * 1024,
                linger_ms=5,
                metrics_enabled=False,
            )
        return KafkaProducer(writer, self._outside, self.delivery_timeout)

    def consumer(self, group: str, topics: Sequence[str]) -> "KafkaConsumer":
        """A new member of ``group``; the members share the partitions among them."""
        with _unavailable("connect"):
            reader = self._client(
                Reader,
                group_id=self._outside(group),
                enable_auto_commit=False,
                auto_offset_reset="earliest",
                allow_auto_create_topics=False,
                session_timeout_ms=_ms(self.session_timeout),
                heartbeat_interval_ms=_ms(self.session_timeout / 4),
                metadata_max_age_ms=30_000,  # a topic created later is found within half a minute
                reconnect_backoff_max_ms=1_000,
                metrics_enabled=False,
            )
            reader.subscribe([self._outside(topic) for topic in topics])
        return KafkaConsumer(reader, self._inside)

    def _client(self, make: Callable[..., Any], **settings: Any) -> Any:
        """Build a client; one that can't reach the broker must not leave its I/O thread behind."""
        nets: list[KafkaNetClient] = []

        def net_client(**configs: Any) -> KafkaNetClient:
            nets.append(KafkaNetClient(**configs))
            return nets[-1]

        try:
            return make(
                bootstrap_servers=list(self.servers),
                bootstrap_timeout_ms=_ms(self.bootstrap_timeout),
                kafka_client=net_client,
                **settings,
            )
        except BaseException:
            for net in nets:
                with suppress(Exception):
                    net.close()
            raise

    def _create(self, admin: Any, specs: Sequence[TopicSpec]) -> None:
        if not specs:
            return
        wanted = {
            self._outside(spec.name): {
                "num_partitions": spec.partitions,
                "replication_factor": self.replication,
                "configs": self._settings(spec),
            }
            for spec in specs
        }
        with suppress(TopicAlreadyExistsError):  # another deploy step was quicker
            admin.create_topics(wanted)
        admin.wait_for_topics(list(wanted))

    def _compare(self, admin: Any, specs: Sequence[TopicSpec]) -> dict[str, dict[str, Any]]:
        if not specs:
            return {}
        names = [self._outside(spec.name) for spec in specs]
        counts = {t["name"]: len(t["partitions"]) for t in admin.describe_topics(names)}
        resources = [ConfigResource("TOPIC", name) for name in names]
        configs = admin.describe_configs(resources, config_filter="all")["topic"]
        differs = {}
        for spec, name in zip(specs, names, strict=True):
            found = {key: entry["value"] for key, entry in configs[name].items()}
            found["partitions"] = str(counts[name])
            wanted = self._settings(spec) | {"partitions": str(spec.partitions)}
            differs[spec.name] = {
                key: (value, str(found.get(key)))
                for key, value in wanted.items()
                if found.get(key) != value
            }
        return differs

    def _settings(self, spec: TopicSpec) -> dict[str, str]:
        settings = {
            "max.message.bytes": str(MAX_BYTES + 1024),
            "min.insync.replicas": str(max(1, self.replication - 1)),
            "retention.ms": "-1",
            "retention.bytes": "-1",
            "cleanup.policy": "delete",
        }
        if spec.compacted:
            settings |= {
                "cleanup.policy": "compact",
                "min.compaction.lag.ms": "0",
                "max.compaction.lag.ms": str(MAX_LAG_MS),
                "segment.ms": str(60 * 60 * 1000),
            }
        return settings | spec.overrides

    def _outside(self, name: str) -> str:
        return f"{self.prefix}.{name}" if self.prefix else name

    def _inside(self, name: str) -> str:
        return name.removeprefix(f"{self.prefix}.") if self.prefix else name


class KafkaProducer:
    """Sends a batch and waits for each record's confirmation.

    The first failure stops the client: what comes later under the same key must not get through
    before the caller has sent the failed record again.
    """

    def __init__(self, writer: Any, outside: Callable[[str], str], timeout: float) -> None:
        self._writer = writer
        self._outside = outside
        self._timeout = timeout

    def send(self, messages: Sequence[Message]) -> None:
        """Return when the broker has confirmed every record."""
        for message in messages:
            message.check()
        with _unavailable("send"):
            futures = [
                self._writer.send(
                    self._outside(m.topic), m.value.encode(), m.key.encode()
                ).add_errback(self._stop)
                for m in messages
            ]
            self._writer.flush(self._timeout + CLOSE_WITHIN)
            for future in futures:
                future.get(timeout=CLOSE_WITHIN)

    def close(self) -> None:
        """Close; what is unconfirmed is given up (the caller sends it again)."""
        try:
            self._writer.close(timeout=CLOSE_WITHIN)
        except Exception:  # the flush timed out, and left the sender's thread running
            self._stop()

    def _stop(self, _error: BaseException | None = None) -> None:
        """End the sender's thread; kafka-python has no public way to give up what is unsent."""
        self._writer._sender.force_close()


class KafkaConsumer:
    """A member of a consumer group.

    While the broker is away ``poll`` returns [] and the client reconnects by itself; ``commit``
    raises. A commit that comes too late, because the group has just been dealt its partitions
    anew, is dropped: those records are delivered again, to whoever has them now.
    """

    def __init__(self, reader: Any, inside: Callable[[str], str]) -> None:
        self._reader = reader
        self._inside = inside

    def poll(self, timeout: float, limit: int = 500) -> list[Record]:
        """The next records, partition by partition."""
        with _unavailable("read"):
            self._go_on_joining()
            batches = self._reader.poll(timeout_ms=_ms(timeout), max_records=limit)
        return [
            Record(self._inside(r.topic), r.partition, r.offset, _text(r.key), _text(r.value))
            for batch in batches.values()
            for r in batch
        ]

    def _go_on_joining(self) -> None:
        """Have a join that an earlier poll had no time for completed by this one.

        kafka-python 3.0.12 asks "must I join?" anew at each poll, and after a change of metadata
        says no as soon as the leader has dealt, joined or not: it would idle for ever. There is
        no public way to say it (akin to dpkp/kafka-python#1691).
        """
        if self._reader._coordinator.rejoining:
            self._reader._coordinator.request_rejoin()

    def commit(self) -> None:
        """Commit the position after the last polled record of each partition."""
        with _unavailable("commit"):
            try:
                self._reader.commit(timeout_ms=_ms(COMMIT_WITHIN))
            except (CommitFailedError, RebalanceInProgressError) as error:
                log.info("commit_dropped", reason=f"the group was dealt anew: {error}")

    def close(self) -> None:
        """Leave the group."""
        with suppress(Exception):
            self._reader.close(autocommit=False, timeout_ms=_ms(CLOSE_WITHIN))


@contextmanager
def _unavailable(doing: str) -> Iterator[None]:
    """Every error of the client or the network is one error of the port."""
    try:
        yield
    except (KafkaError, OSError) as error:
        raise LogUnavailable(f"cannot {doing}: {error}") from error


def _ms(seconds: float) -> int:
    return int(seconds * 1000)


def _text(raw: bytes | None) -> str:
    r"""What is no UTF-8 (none of ours) becomes ``\xff``, no JSON: it parks and stops nobody."""
    return (raw or b"").decode(errors="backslashreplace")
