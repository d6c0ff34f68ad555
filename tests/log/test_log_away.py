"""A log that is away says so within bounds, and has everything when it is back."""

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.kafka.start import Broker
from deploy.server import Unavailable, free_ports
from shared.log import open_log
from shared.log.base import LogUnavailable, Message, TopicSpec
from tests.log_reading import WITHIN, numbered, read, read_as, send, values
from tests.real import fresh_name, refuse

KEPT = TopicSpec("kept.v1", partitions=3, compacted=False)


@pytest.fixture(params=["sqlite", "kafka"])
def away_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A log that can't be there: a file where its directory should be, no broker on the port."""
    if request.param == "sqlite":
        (tmp_path / "no").touch()
        return f"sqlite:///{tmp_path / 'no' / 'log.sqlite'}"
    return f"kafka://127.0.0.1:{free_ports(1)[0]}?bootstrap_timeout=0.5"


def test_building_a_log_does_no_io_and_its_parts_refuse_within_bounds(away_url: str) -> None:
    log = open_log(away_url)
    threads = threading.active_count()
    started = time.monotonic()
    with pytest.raises(LogUnavailable):
        log.producer()
    with pytest.raises(LogUnavailable):
        log.consumer("рейтинг", ["kept.v1"])
    with pytest.raises(LogUnavailable):
        log.ensure([KEPT])
    assert time.monotonic() - started < 8
    assert threading.active_count() == threads, "a client that failed left its thread behind"


def test_the_deploy_command_says_that_the_log_is_away(away_url: str) -> None:
    command = (sys.executable, "-m", "shared.log.topics", away_url)
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()


def test_a_file_is_not_made_by_looking_for_it(tmp_path: Path) -> None:
    log = open_log(f"sqlite:///{tmp_path / 'log.sqlite'}")
    with pytest.raises(LogUnavailable):
        log.consumer("рейтинг", ["kept.v1"])
    assert list(tmp_path.iterdir()) == []


def test_a_locked_file_refuses_within_its_timeout_and_works_when_it_is_free(tmp_path: Path) -> None:
    log = open_log(f"sqlite:///{tmp_path / 'log.sqlite'}?busy_timeout=0.3")
    log.ensure([KEPT])
    producer = log.producer()
    consumer = log.consumer("рейтинг", ["kept.v1"])
    other = sqlite3.connect(tmp_path / "log.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    started = time.monotonic()
    with pytest.raises(LogUnavailable, match="locked"):
        producer.send(numbered("kept.v1", "a", 3))
    with pytest.raises(LogUnavailable, match="locked"):
        consumer.commit()
    assert time.monotonic() - started < 3
    assert consumer.poll(0) == [], "readers do not wait for a writer"
    other.execute("ROLLBACK")
    other.close()
    producer.send(numbered("kept.v1", "a", 3))
    assert values(read(consumer, 3)) == ["a/0", "a/1", "a/2"]
    producer.close()
    consumer.close()


def test_a_closed_log_refuses_and_closes_again_without_complaint(tmp_path: Path) -> None:
    log = open_log(f"sqlite:///{tmp_path / 'log.sqlite'}")
    log.ensure([KEPT])
    producer = log.producer()
    producer.close()
    producer.close()
    with pytest.raises(LogUnavailable):
        producer.send(numbered("kept.v1", "a", 1))


def test_erased_bytes_are_gone_from_the_file(tmp_path: Path) -> None:
    log = open_log(f"sqlite:///{tmp_path / 'log.sqlite'}")
    log.ensure([TopicSpec("players.v1", 1, compacted=True)])
    send(log, Message("players.v1", "player:1", "Жёлудев Ёж"))
    assert any("Жёлудев".encode() in path.read_bytes() for path in tmp_path.iterdir())
    send(log, Message("players.v1", "player:1", "blank"))
    assert not any("Жёлудев".encode() in path.read_bytes() for path in tmp_path.iterdir())


@pytest.fixture
def own_broker(server_directory: Path) -> Iterator[Broker]:
    """A broker of the test's own, that may be killed."""
    broker = Broker(server_directory / fresh_name())
    try:
        broker.start()
    except Unavailable as missing:
        refuse(broker.name, missing.reason)
    yield broker
    broker.stop()


@pytest.mark.real
def test_a_killed_broker_has_everything_when_it_is_back(own_broker: Broker) -> None:
    log = open_log(f"{own_broker.url()}?session_timeout=3&delivery_timeout=3&bootstrap_timeout=1")
    log.ensure([KEPT])
    hasty = log.producer()
    hasty.send(numbered("kept.v1", "a", 50))
    patient = open_log(own_broker.url()).producer()
    patient.send(numbered("kept.v1", "b", 10))
    consumer = log.consumer("рейтинг", ["kept.v1"])
    read(consumer, 20)
    consumer.commit()

    own_broker.kill()
    waiting = threading.Thread(target=patient.send, args=(numbered("kept.v1", "b", 10, start=10),))
    waiting.start()
    started = time.monotonic()
    with pytest.raises(LogUnavailable):
        hasty.send(numbered("kept.v1", "a", 50, start=50))
    hasty.close()
    with pytest.raises(LogUnavailable):
        log.producer()
    assert time.monotonic() - started < 25

    own_broker.start()
    waiting.join(2 * WITHIN)
    patient.close()
    send(log, *numbered("kept.v1", "a", 50, start=50))
    records = read_as(log, "новая", ["kept.v1"], 120)
    for key, count in (("a", 100), ("b", 20)):
        assert values(r for r in records if r.key == key) == [f"{key}/{n}" for n in range(count)]

    live: set[str] = set()  # what was not committed may come twice
    deadline = time.monotonic() + 2 * WITHIN
    while len(live) < 100 and time.monotonic() < deadline:
        live |= set(values(consumer.poll(0.5)))
    consumer.close()
    assert len(live) == 100, "the live consumer goes on from its commit"
