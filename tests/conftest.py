"""Fixtures of the whole suite. Everything runs on both pairs: SQLite + embedded, big + big."""

import os
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from deploy.server import free_ports
from tests.house import Federation, federation_on
from tests.real import (
    closing_line,
    in_memory,
    kafka_broker,
    kafka_url,
    postgres_server,
    postgres_url,
    server_directory,
)

__all__ = ["kafka_broker", "kafka_url", "postgres_server", "postgres_url", "server_directory"]


def pytest_configure() -> None:
    """The tests' own folders are in memory too, where there is room."""
    if folder := in_memory():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter,
) -> Generator[None, None, None]:
    """What was skipped for want of a server: after pytest's own list, before its final line."""
    yield
    closing_line(terminalreporter)


@dataclass(frozen=True)
class Pair:
    """A database and a log that go together."""

    name: str
    database_url: str
    event_log_url: str


BOTH = [
    pytest.param("embedded", id="embedded"),
    pytest.param("real", id="real", marks=pytest.mark.real),
]


@pytest.fixture(params=BOTH)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Pair:
    """SQLite + embedded log, then PostgreSQL + Kafka: the same test on each."""
    if request.param == "embedded":
        return embedded(tmp_path)
    return real(request)


def embedded(folder: Path) -> Pair:
    """The default pair in a folder of its own."""
    data = folder.as_posix()
    return Pair("embedded", f"sqlite:///{data}", f"sqlite:///{data}/log.sqlite")


def real(request: pytest.FixtureRequest) -> Pair:
    """The big pair, with databases and topics of this test's own."""
    database, log = map(request.getfixturevalue, ("postgres_url", "kafka_url"))
    return Pair("real", database, log)


@pytest.fixture(params=BOTH)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """DATABASE_URL of either kind; ``shared.migrate.migrate`` makes the databases."""
    if request.param == "embedded":
        return f"sqlite:///{tmp_path.as_posix()}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def federation(pair: Pair) -> Iterator[Federation]:
    """All four services, served over HTTP from this process, on either pair."""
    with federation_on(pair.database_url, pair.event_log_url) as running:
        yield running


@pytest.fixture
def unused_port() -> int:
    """A loopback port that nobody listens on just now."""
    return free_ports(1)[0]
