"""Both adapters, behind the same fixtures."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.log import open_log
from shared.log.base import EventLog, TopicSpec

KEPT = "kept.v1"
NEWEST = "newest.v1"

# What Kafka needs to compact within seconds; SQLite compacts as it appends.
AT_ONCE = {
    "segment.ms": "100",
    "min.cleanable.dirty.ratio": "0.01",
    "max.compaction.lag.ms": "100",
}
TOPICS = (
    TopicSpec(KEPT, partitions=3, compacted=False),
    TopicSpec(NEWEST, partitions=2, compacted=True, overrides=AT_ONCE),
)


@pytest.fixture(params=["sqlite", pytest.param("kafka", marks=pytest.mark.real)])
def log_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a log that nobody used, on each adapter in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'log.sqlite'}"
    url: str = request.getfixturevalue("kafka_url")
    return url


@pytest.fixture
def log(log_url: str) -> Iterator[EventLog]:
    """That log with its topics."""
    opened = open_log(log_url)
    opened.ensure(TOPICS)
    yield opened
