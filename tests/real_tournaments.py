"""The real tournaments to test with; they are no part of this repository, and may be absent.

With ``REAL_TOURNAMENTS_ALL=1`` tests look at all of them, else at a part.
"""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "real_tournaments.jsonl.gz"
ALL = os.environ.get("REAL_TOURNAMENTS_ALL") == "1"
there = pytest.mark.skipif(not DATA.exists(), reason="the real tournaments are not here")
"""Marks a test that reads them."""


def lines() -> Iterator[str]:
    """One tournament each, by date."""
    with gzip.open(DATA, "rt", encoding="utf-8") as text:
        yield from text


def some(every: int) -> Iterator[dict[str, Any]]:
    """Each ``every``-th of them, as it was published."""
    for at, line in enumerate(lines()):
        if at % every == 0:
            yield json.loads(line)
