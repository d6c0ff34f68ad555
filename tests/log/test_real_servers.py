"""The start scripts of Kafka and PostgreSQL: they serve, they stop, they say what is missing."""

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from deploy.kafka.start import Broker
from deploy.postgres.start import Postgres
from deploy.server import ROOT, Unavailable, free_ports
from tests.real import fresh_name


@pytest.mark.real
def test_postgres_knows_cyrillic_case_and_makes_databases(postgres_server: Postgres) -> None:
    name = fresh_name()
    postgres_server.create(name)
    url = postgres_server.url(name).replace("+psycopg", "")
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT lower('ЖЁЛУДЬ')").fetchone() == ("жёлудь",)
    with pytest.raises(Unavailable, match="already exists"):
        postgres_server.create(name)


@pytest.mark.real
def test_a_killed_postgres_comes_back_with_what_was_committed(
    postgres_server: Postgres, server_directory: Path
) -> None:
    own = Postgres(server_directory / fresh_name())
    url = own.url("postgres").replace("+psycopg", "")
    with own:
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE t AS SELECT 7 AS n")
        own.kill()
        assert not own.answers()
        own.start()
        with psycopg.connect(url) as connection:
            assert connection.execute("SELECT n FROM t").fetchone() == (7,)
    assert not own.answers()


@pytest.mark.real
def test_the_foreground_command_stops_cleanly_when_told(
    postgres_server: Postgres, server_directory: Path
) -> None:
    port = free_ports(1)[0]
    data = server_directory / fresh_name()
    script = ROOT / "deploy" / "postgres" / "start.py"
    command = (sys.executable, str(script), "--data", str(data), "--port", str(port))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert f":{port}/" in process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(Unavailable, match=r"is not here: java\. поставьте Java 17"):
        Broker(tmp_path / "kafka").start()
    monkeypatch.setattr("deploy.postgres.start.DEBIAN", tmp_path)
    with pytest.raises(Unavailable, match=r"поставьте postgresql .* install postgresql"):
        Postgres(tmp_path / "postgres").start()


def test_maven_is_asked_for_only_when_there_are_no_jars(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "java").write_text("#!/bin/sh\n")
    (tmp_path / "java").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setattr("deploy.kafka.start.LIBS", tmp_path / "libs")
    with pytest.raises(Unavailable, match=r"is not here: mvn\. поставьте Apache Maven"):
        Broker(tmp_path / "kafka").start()


def test_a_taken_port_is_named_before_anything_is_started(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Unavailable, match=f"порт {port} занят.*port {port} is taken"):
            Broker(tmp_path / "kafka", port).start()
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_dies_at_start_shows_its_last_words(tmp_path: Path) -> None:
    class Sick(Broker):
        def _launch(self) -> "subprocess.Popen[bytes]":
            self.data.mkdir()
            code = "print('no space left on device')"
            with self.log.open("wb") as log:
                return subprocess.Popen((sys.executable, "-c", code), stdout=log)

    started = time.monotonic()
    with pytest.raises(Unavailable, match="no space left on device"):
        Sick(tmp_path / "kafka").start()
    assert time.monotonic() - started < 50
