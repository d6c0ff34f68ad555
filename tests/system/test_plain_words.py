"""A command that can't do its work says why in one line, without a traceback."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.server import free_ports
from deploy.stack import ROOT, SERVICES, StackError, running
from shared import inbox
from shared.app import applier_of
from shared.db import Database
from shared.log.base import Record
from shared.migrate import check, migrate
from shared.service import open_database
from shared.settings import Settings
from tests.ready import service_of

AWAY = "postgresql+psycopg://nobody@127.0.0.1:9/none"


def command(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a module's command to its end."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("arguments", [("deploy.prepare",), ("services.rating", "migrate")])
@pytest.mark.parametrize(
    ("name", "value", "word"),
    [
        ("DATABASE_URL", AWAY, "the database is away"),
        ("DATABASE_URL", "нет", "DATABASE_URL"),
        ("DATABASE_URL", "mysql://x/y", "postgresql+psycopg://"),
        ("EVENT_LOG_URL", "http://x", "EVENT_LOG_URL"),
        ("EVENT_LOG_URL", "kafka://x?speed=1", "unknown option"),
        ("PORT", "восемь", "PORT"),
    ],
)
def test_law_8_wrong_settings_and_absent_parts_are_told_plainly(
    tmp_path: Path, arguments: tuple[str, ...], name: str, value: str, word: str
) -> None:
    here = {
        "DATABASE_URL": f"sqlite:///{tmp_path.as_posix()}",
        "EVENT_LOG_URL": f"sqlite:///{tmp_path.as_posix()}/log.sqlite",
    }
    done = command(*arguments, **here | {name: value})
    assert done.returncode == 1
    assert word in done.stderr
    assert "Traceback" not in done.stderr


def test_a_taken_port_is_told_before_anything_is_started(tmp_path: Path) -> None:
    ports = dict(zip(SERVICES, free_ports(len(SERVICES)), strict=True))
    told = pytest.raises(StackError, match=rf"{ports['rating']} \(rating\)")
    taken = socket.create_server(("127.0.0.1", ports["rating"]))
    with taken, told, running(tmp_path / "var", ports=ports):
        pass
    assert not (tmp_path / "var" / "data").exists()


def test_a_machine_behind_a_proxy_reaches_its_own_services(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.setenv(name, "example.org")
    with running(tmp_path) as stack:
        assert stack.memory_mib() > 0
        assert stack.environment["no_proxy"] == "example.org,127.0.0.1"


def test_an_address_of_another_machine_is_told_before_anything_is_started(tmp_path: Path) -> None:
    told = pytest.raises(StackError, match=r"192\.0\.2\.1")
    with told, running(tmp_path / "var", host="192.0.2.1"):
        pass
    assert not (tmp_path / "var" / "data").exists()


@pytest.mark.parametrize("name", SERVICES)
def test_migrating_twice_is_safe_and_makes_what_the_code_expects(
    name: str, database_url: str
) -> None:
    settings, service = Settings(database_url=database_url), service_of(name)
    migrate(service, settings)
    migrate(service, settings)
    db = open_database(service, settings)
    check(service, db)
    db.close()


def test_deploy_steps_at_once_do_not_trip_each_other(database_url: str) -> None:
    start = [sys.executable, "-m", "services.rating", "migrate"]
    steps = [
        subprocess.Popen(
            start,
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": database_url},
            stderr=subprocess.PIPE,
        )
        for _ in range(4)
    ]
    for step in steps:
        _, said = step.communicate(timeout=60)
        assert step.returncode == 0, said.decode()
    db = open_database(service_of("rating"), Settings(database_url=database_url))
    check(service_of("rating"), db)
    db.close()


@pytest.fixture
def rating(database_url: str) -> Database:
    """A migrated database of the rating."""
    migrate(service_of("rating"), Settings(database_url=database_url))
    return open_database(service_of("rating"), Settings(database_url=database_url))


def test_parked_events_are_listed_retried_and_skipped_from_the_console(
    rating: Database, database_url: str
) -> None:
    def parked(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return command("services.rating", "parked", *arguments, DATABASE_URL=database_url)

    place = ("tournaments.v1", "казань")
    bad = Record(place[0], 0, 7, place[1], json.dumps({"id": "1"}))
    applier_of(service_of("rating"), rating).apply([bad])
    (listed,) = parked("list").stdout.splitlines()  # one line an event, however long its reason
    assert "tournaments.v1 казань (3 tries): ValidationError" in listed
    assert listed.endswith("…")
    typo = parked("retry", place[0], "омск")
    assert (typo.returncode, typo.stdout) == (1, "")
    assert "nothing is parked there" in typo.stderr
    again = parked("retry", *place)
    assert again.returncode == 1
    assert again.stderr.startswith("failed: ValidationError")
    assert "skipped one" in parked("skip", *place, "--who", "Ирина").stdout
    assert parked("skip", *place).returncode == 1
    with rating.read() as tx:
        assert inbox.count_parked(tx) == 0
    rating.close()
