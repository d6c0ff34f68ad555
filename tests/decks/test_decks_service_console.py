"""What an engineer does on the machine, and the README's first command."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import services.decks
from tests.decks.decks_service_desk import Desk
from tests.house import ok

README = Path(services.decks.__file__).parent / "README.md"


def run(folder: Path, command: str) -> str:
    """``python -m services.decks command`` on a base in a folder; what it prints."""
    data = folder.as_posix()
    urls = {"DATABASE_URL": f"sqlite:///{data}", "EVENT_LOG_URL": f"sqlite:///{data}/log.sqlite"}
    done = subprocess.run(
        [sys.executable, "-m", "services.decks", command],
        cwd=README.parents[2],
        env={**os.environ, **urls, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def test_the_sample_catalogue_is_loaded_once(tmp_path: Path) -> None:
    run(tmp_path, "migrate")
    first, again = run(tmp_path, "sample-catalogue"), run(tmp_path, "sample-catalogue")
    assert first == again
    assert re.fullmatch(r"catalogue 1: \d+ cards, 5 sets\n", first)


def test_the_first_command_of_the_readme_shows_a_verdict(desk: Desk) -> None:
    given = re.search(r"curl .*/v1/checks .*-d '(\{.*?\})'", README.read_text("utf-8"), re.DOTALL)
    assert given
    body: Any = json.loads(given[1])
    found = ok(desk.http.post("/v1/checks", json=body))
    assert found["rules"] == ["7.2.1", "7.8.2"]
    assert found["name"] == "Болотный дозор"
