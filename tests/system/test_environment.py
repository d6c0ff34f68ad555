"""The environment that the commands make for themselves: half made, without a network, too old."""

import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

from deploy import environment


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for an environment of the test's own."""
    monkeypatch.setattr(environment, "HOME", tmp_path / ".venv")
    return tmp_path / ".venv"


def test_an_environment_whose_making_was_cut_short_is_made_anew(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not environment.has_pip()
    venv.create(home, with_pip=False)  # what Ctrl-C leaves: an interpreter and no pip
    assert environment.python().exists()
    assert not environment.has_pip()
    made: list[dict[str, Any]] = []
    monkeypatch.setattr(venv, "create", lambda _home, **how: made.append(how))
    monkeypatch.setattr(environment, "_install", lambda _lock: None)
    environment.ensure()
    assert made == [{"clear": True, "with_pip": True}]
    environment.ensure()  # the stamp now says that all is there
    assert len(made) == 1


def test_an_environment_with_pip_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "python", lambda: Path(sys.executable))
    assert environment.has_pip()


def test_without_a_network_the_first_start_says_so_and_leaves_no_stamp(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir()
    monkeypatch.setattr(environment, "python", lambda: Path(sys.executable))
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    (tmp_path / "deploy" / "requirements").mkdir(parents=True)
    lock = tmp_path / "deploy" / "requirements" / "runtime.lock"
    lock.write_text(f"nothing==1 --hash=sha256:{'0' * 64}\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(SystemExit, match=r"нужна сеть.*needs a network"):
        environment.ensure()
    assert list(home.iterdir()) == []


def test_an_older_python_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "OLDEST", (99, 0))
    with pytest.raises(SystemExit, match=r"Python 3\.11"):
        environment.ensure()


@pytest.mark.parametrize("name", ["environment.py", "up.py"])
def test_an_older_python_can_read_the_file_that_tells_it_so(name: str) -> None:
    source = (environment.ROOT / "deploy" / name).read_text(encoding="utf-8")
    compile_as_3_8 = "import ast, sys; ast.parse(sys.stdin.read(), feature_version=(3, 8))"
    subprocess.run([sys.executable, "-c", compile_as_3_8], input=source, text=True, check=True)
    assert "from __future__ import annotations" in source  # 3.8 can't evaluate list[str]
