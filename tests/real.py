"""PostgreSQL and Apache Kafka for the tests: started once, by the suite itself, when first wanted.

Where one can't be had its tests are skipped with the reason, or fail if ``REQUIRE_REAL=1``.
``tests/conftest.py`` imports the fixtures and calls ``closing_line``.
"""

import os
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NoReturn, TypeVar

import psutil
import pytest
from sqlalchemy import Engine, create_engine, text

from deploy.kafka.start import Broker
from deploy.postgres.start import Postgres
from deploy.server import Server, Unavailable

S = TypeVar("S", bound=Server)

MEMORY = Path("/dev/shm")
ROOM = 3 * 2**30
"""Bytes that a folder in memory must have free to be used: the suite was seen to take 0.6 GiB."""

NO = "can't be had here"
"""In the reason of each skip of ours, and of nobody else's."""

SESSION = 3
"""Seconds after which a killed consumer's partitions are free again (10 in real use)."""


def in_memory() -> Path | None:
    """A folder in memory with room for the suite's data; None: they go to the disk.

    A disk is kept busy by the files of thousands of databases longer than the tests run.
    """
    if not (MEMORY.is_dir() and os.access(MEMORY, os.W_OK)):
        return None
    free = min(shutil.disk_usage(MEMORY).free, psutil.virtual_memory().available)
    return MEMORY if free > ROOM else None


def refuse(server: str, reason: str) -> NoReturn:
    """Skip the test that asked for ``server``, or fail it where skipping is not allowed."""
    message = f"{server} {NO}: {reason}"
    if os.environ.get("REQUIRE_REAL") == "1":
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


def _serve(server: S, end: Callable[[S], object]) -> Iterator[S]:
    try:
        server.start()
    except Unavailable as missing:
        refuse(server.name, missing.reason)
    try:
        yield server
    finally:
        end(server)


@pytest.fixture(scope="session")
def server_directory() -> Iterator[Path]:
    """A directory that user postgres may enter too, which pytest's own are not."""
    place = Path(tempfile.mkdtemp(prefix="berserk-", dir=in_memory()))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place, ignore_errors=True)


@pytest.fixture(scope="session")
def kafka_broker(server_directory: Path) -> Iterator[Broker]:
    """The suite's broker. Tests that kill a broker start their own."""
    # killed: the thousands of partitions that tests leave take it half a minute to close
    yield from _serve(Broker(server_directory / "kafka"), Broker.kill)


@pytest.fixture(scope="session")
def postgres_server(server_directory: Path) -> Iterator[Postgres]:
    """The suite's PostgreSQL, without fsync."""
    yield from _serve(Postgres(server_directory / "postgres", durable=False), Postgres.stop)


def fresh_name() -> str:
    """A name nobody used: a Kafka prefix, a prefix of databases."""
    return f"t{secrets.token_hex(5)}"


@pytest.fixture
def kafka_url(kafka_broker: Broker) -> str:
    """EVENT_LOG_URL with topics and groups of this test's own (none created yet)."""
    return f"{kafka_broker.url(fresh_name())}?session_timeout={SESSION}"


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> Iterator[str]:
    """DATABASE_URL with a prefix of this test's own; its databases go when the test has ended."""
    url = postgres_server.url(fresh_name())
    yield url
    server, _, prefix = url.rpartition("/")
    with console(server).connect() as connection:
        made = text("select datname from pg_database where starts_with(datname, :prefix)")
        for name in connection.scalars(made, {"prefix": prefix}).all():
            connection.execute(text(f'drop database "{name}" with (force)'))


@cache
def console(server: str) -> Engine:
    """What makes and drops databases on a server, by its address without a database."""
    return create_engine(f"{server}/postgres", isolation_level="AUTOCOMMIT")


def closing_line(reporter: pytest.TerminalReporter) -> None:
    """Print how many tests were skipped for want of a server (pytest_terminal_summary's helper)."""
    skipped = [str(report.longrepr) for report in reporter.stats.get("skipped", ())]
    for server in (Broker.name, Postgres.name):
        if count := sum(f"{server} {NO}" in reason for reason in skipped):
            reporter.write_line(
                f"{server} {NO}: {count} test{'s' * (count != 1)} skipped", yellow=True
            )
