"""The README's commands as a new user runs them, but for the environment, which is there."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO

import httpx
import psutil
import pytest

from deploy.demo.__main__ import main as play_demo
from deploy.demo.season import TOURNAMENTS
from deploy.server import free_ports
from deploy.stack import SERVICES
from tests.conftest import BOTH
from tests.house import wait_until
from tests.real_tournaments import lines, there

ROOT = Path(__file__).resolve().parents[2]


def demo(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the demo to its end."""
    return subprocess.run(
        [sys.executable, "-m", "deploy.demo", *arguments],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "160", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("kind", BOTH)
def test_make_demo_goes_through_to_the_leaderboard(
    kind: str, request: pytest.FixtureRequest
) -> None:
    if kind == "real":  # is it to be had? the demo then starts its own
        request.getfixturevalue("postgres_server")
        request.getfixturevalue("kafka_broker")
    done = demo(*(["--real"] if kind == "real" else []))
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout
    for what in (
        "7.8.2",
        "deck_illegal",
        "result_differs",
        "bye (R.4)",
        "(R.5)",
        "(R.6)",
        "ТОП / TOP",
        "Лучшие десять",
        "the games of it",
        "Готово",
    ):
        assert what in said, what
    assert re.search(r"tournaments imported\s+│\s+60 ", said)


@there
def test_the_demo_takes_real_tournaments_and_lists_what_it_skips(tmp_path: Path) -> None:
    small = tmp_path / "first.jsonl"
    first = list(islice(lines(), 12))
    pair = '{"name": "Round 1", "matches": [[1, 2, "1-0"]]}'
    first.append(
        '{"id": "tiny", "date": "2024-01-01T10:00:00", "source": "test", "rounds": ['
        + pair
        + '], "standings": []}\n'
    )
    small.write_text("".join(first), encoding="utf-8")
    done = demo("--data", str(small))
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"tournaments imported\s+│\s+12 ", done.stdout)
    assert "test tiny: " in done.stdout and "(7.2.1)" in done.stdout


@contextmanager
def run(var: Path, *arguments: str) -> Iterator[tuple["subprocess.Popen[str]", list[str], int]]:
    """``make run`` in the background: the process, its lines so far, the first port."""
    port = _four_in_a_row()
    command = [sys.executable, "-m", "deploy.run", "--var", str(var), "--port", str(port)]
    process = subprocess.Popen(
        # as a shell's & starts it: deaf to SIGINT, unless the command asks for it
        ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", *command, *arguments],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "160", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    lines: list[str] = []
    assert process.stdout
    threading.Thread(target=_collect, args=(process.stdout, lines), daemon=True).start()
    try:
        yield process, lines, port
    finally:
        process.kill()
        process.wait()


def _collect(stream: IO[str], lines: list[str]) -> None:
    lines.extend(stream)


def _four_in_a_row() -> int:
    while True:
        first = free_ports(1)[0]
        try:
            wanted = range(first, first + len(SERVICES))
            if all(_is_free(port) for port in wanted):
                return first
        except OverflowError:
            continue


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def test_make_run_serves_a_season_until_it_is_stopped_and_keeps_it(tmp_path: Path) -> None:
    with run(tmp_path) as (process, lines, port):
        wait_until(lambda: _said(lines, "Ctrl-C stops") or process.poll() is not None, 90)
        text = "".join(lines)
        key = re.search(r"^\s+([0-9a-f]{8}\.\S+)$", text, re.M)
        assert key, text
        assert re.search(r"Память четырёх служб: \d+ МиБ", text)
        leaders = httpx.get(f"http://127.0.0.1:{port + 2}/v1/leaderboard").json()["items"]
        assert len(leaders) == 100
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert _said(lines, "all data are kept")
        assert not _answers(port)
    with run(tmp_path) as (process, lines, port):
        wait_until(lambda: _said(lines, "Ctrl-C stops") or process.poll() is not None, 60)
        assert not _said(lines, "shown this once"), "".join(lines)
        assert not _said(lines, "loading the sample season")
        again = httpx.get(f"http://127.0.0.1:{port + 2}/v1/leaderboard").json()["items"]
        assert again == leaders
        token = httpx.post(f"http://127.0.0.1:{port}/v1/tokens", json={"key": key.group(1)})
        assert token.status_code == 200
        command = [sys.executable, "-m", "deploy.run", "--var", str(tmp_path), "--new-key"]
        new = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        token = httpx.post(f"http://127.0.0.1:{port}/v1/tokens", json={"key": new.stdout.strip()})
        assert token.status_code == 200


def test_make_run_leaves_no_service_behind_when_it_is_killed(tmp_path: Path) -> None:
    with run(tmp_path, "--empty") as (process, lines, port):
        wait_until(lambda: _said(lines, "Ctrl-C stops") or process.poll() is not None, 60)
        assert _answers(port), "".join(lines)
        assert not _said(lines, "loading the sample season")
        process.kill()
        wait_until(lambda: not any(_answers(port + place) for place in range(4)), 30)


def test_make_run_raises_a_service_that_fell_and_the_others_go_on(tmp_path: Path) -> None:
    with run(tmp_path, "--empty") as (process, lines, port):
        wait_until(lambda: _said(lines, "Ctrl-C stops") or process.poll() is not None, 60)
        services = psutil.Process(process.pid).children()
        (decks,) = [one for one in services if "services.decks" in one.cmdline()]
        decks.kill()
        wait_until(lambda: _said(lines, "fell, starting again"))
        assert _answers(port + 1), "".join(lines)
        wait_until(lambda: _said(lines, "works again") or process.poll() is not None, 60)
        assert _answers(port + 3), "".join(lines)
        assert len(psutil.Process(process.pid).children()) == len(SERVICES)


def test_make_run_completes_a_season_whose_loading_was_interrupted(tmp_path: Path) -> None:
    with run(tmp_path, "--empty") as (process, lines, _):
        wait_until(lambda: _said(lines, "Ctrl-C stops") or process.poll() is not None, 60)
    with run(tmp_path) as (process, lines, port):  # still empty, so now it gets a season
        wait_until(lambda: _said(lines, "loading the sample season"), 60)
        wait_until(lambda: _rated(port) > 0)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    with run(tmp_path) as (process, lines, port):
        wait_until(lambda: _said(lines, "Ctrl-C stops") or process.poll() is not None, 90)
        assert _said(lines, "loading the sample season"), "".join(lines)
        assert _rated(port) == TOURNAMENTS


def _rated(port: int) -> int:
    """How many tournaments the ledger of a ``make run`` holds."""
    return int(httpx.get(f"http://127.0.0.1:{port + 2}/v1/ledger").json()["tournaments"])


def test_a_new_key_for_a_mistyped_folder_is_refused_and_makes_nothing(tmp_path: Path) -> None:
    typo = tmp_path / "vra"
    done = subprocess.run(
        [sys.executable, "-m", "deploy.run", "--var", str(typo), "--new-key"],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "400", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert "there is no base" in done.stdout and "registry.sqlite" in done.stdout
    assert not typo.exists()


def test_ctrl_c_ends_the_demo_with_a_plain_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def interrupted(_folder: Path, _real: bool) -> Iterator[None]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(sys, "argv", ["demo"])
    monkeypatch.setattr("deploy.demo.__main__._stack", interrupted)
    assert play_demo() == 130
    assert "interrupted" in capsys.readouterr().out


def _said(lines: list[str], what: str) -> bool:
    return any(what in line for line in list(lines))


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=2).status_code == 200
    except httpx.TransportError:
        return False
