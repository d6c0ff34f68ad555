"""What the demo makes of files of tournaments as they come: cleaned, the rest listed."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deploy.demo.real import Tournament, clean, read
from deploy.stack import ROOT


def tournament(*rounds: list[Any], **more: Any) -> dict[str, Any]:
    """As a line of the file has it."""
    parts = [{"name": str(number), "matches": list(one)} for number, one in enumerate(rounds, 1)]
    return {"id": "1", "date": "2024-01-01T10:00:00", "source": "сайт", "rounds": parts, **more}


def games(made: Tournament) -> list[tuple[int, int, str, int | None]]:
    return [match for _, matches, _ in made.rounds for match in matches]


@pytest.mark.parametrize(
    "match",
    [
        [3, 4, "0-0-3"],
        [3, 4, None],
        [3, 4, "bye"],
        [3, 4, ["1-0"]],
        [3, None, "1-0"],
        [None, 4, "1-0"],
        [None, None, "bye"],
        [3, "4", "1-0"],
        [3, float("nan"), "="],
        [True, 4, "1-0"],
        [3, 4],
        [],
        "1-0",
        None,
    ],
)
def test_a_match_that_says_nothing_is_listed_and_the_others_stay(match: Any) -> None:
    made = clean(tournament([[1, 2, "1-0"], match], [[2, 1, "="], [5, None, "bye"]]))
    assert games(made) == [(1, 2, "clean", 1), (1, 2, "draw", None)]
    assert made.rounds[1][2] == [5]
    assert made.players == [1, 2, 5]
    assert len(made.skipped) == 1
    assert made.skipped[0].startswith("1: не читается / can't be read: ")


def test_a_mirrored_pair_counts_once_and_a_conflict_is_listed() -> None:
    made = clean(tournament([[1, 2, "1-0"], [2, 1, "0-1"], [3, 4, "="], [4, 3, "1-0"]]))
    assert games(made) == [(1, 2, "clean", 1)]
    assert len(made.skipped) == 1
    assert "3 – 4" in made.skipped[0]


def test_empty_rounds_vanish_and_byes_alone_are_no_game() -> None:
    made = clean(tournament([], [[1, None, "bye"]], []))
    assert (made.games, made.players, made.rounds) == (0, [1], [("swiss", [], [1])])


UNREADABLE = [
    "нет",
    "{}",
    "[]",
    "null",
    "NaN",
    "[" * 100_000,
    json.dumps(tournament(date="вчера")),
    json.dumps(tournament(date=None)),
    json.dumps(tournament(rounds=None)),
    json.dumps(tournament(rounds=[1])),
    json.dumps(tournament(rounds=[{"name": None, "matches": []}])),
    json.dumps(tournament(rounds=[{"name": "1"}])),
]


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_a_line_that_is_no_tournament_is_listed_with_its_number(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"file{suffix}"
    good = json.dumps(tournament([[1, 2, "1-0"]]))
    text = "\ufeff" + "\n".join([good, "", *UNREADABLE, good, good])
    written = text.encode()
    path.write_bytes(gzip.compress(written) if suffix.endswith("gz") else written)
    found, unread = read(path, 2)
    assert len(found) == 2
    assert [line.split(":")[1] for line in unread] == [
        str(number) for number in range(3, 3 + len(UNREADABLE))
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("absent.jsonl", None),
        ("plain.jsonl.gz", b"{}"),
        ("cut.jsonl.gz", gzip.compress(b"{}\n" * 1000, mtime=0)[:-9]),
        ("latin.jsonl", b"\xcf\xf0\xe8"),
    ],
)
def test_a_file_that_cannot_be_read_ends_the_demo_before_it_begins(
    tmp_path: Path, name: str, content: bytes | None
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    command = (sys.executable, "-m", "deploy.demo", "--data", str(path))
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 2
    assert "can't be read" in done.stderr
    assert "Traceback" not in done.stderr
