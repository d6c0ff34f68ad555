"""One trace id from a judge's call to the rating that it moves, also in the other service's log."""

import io
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
import structlog

from shared.trace import configure_logging
from tests.house import Federation, ok, wait_until


@pytest.fixture
def log_lines() -> Iterator[io.StringIO]:
    """What all four services log."""
    stream = io.StringIO()
    configure_logging("tests", stream)
    yield stream
    structlog.reset_defaults()


def finish(federation: Federation, trace: str, external_id: str, players: list[str]) -> None:
    """A finished tournament, uploaded under a trace."""
    first, second, third, fourth = players
    games = [
        {"a": first, "b": second, "kind": "clean", "winner": first},
        {"a": third, "b": fourth, "kind": "draw", "winner": None},
    ]
    body = {
        "source": "tests",
        "external_id": external_id,
        "name": "Кубок",
        "city": "kazan",
        "date": "2026-11-28",
        "finished_at": "2026-11-28T18:00:00+03:00",
        "format": "constructed-classic",
        "players": players,
        "rounds": [{"stage": "swiss", "matches": games, "byes": []}],
    }
    sent = {"traceparent": f"00-{trace}-b7ad6b7169203331-01"}
    ok(federation.pairing.post("/v1/tournaments:import", json=body, headers=sent))


def test_one_trace_id_from_a_call_to_the_rating_that_it_moves(
    federation: Federation, log_lines: io.StringIO
) -> None:
    federation.found()
    players = federation.newcomers(8)
    wait_until(lambda: _people_known(federation) >= 10)
    traces = ["0af7651916cd43dd8448eb211c80319c", "1bf7651916cd43dd8448eb211c80319d"]
    for number, trace in enumerate(traces):  # one after the other: not in one batch
        finish(federation, trace, str(number), players[number * 4 :][:4])
        wait_until(partial(_rated, federation, number + 1))
    feed = wait_until(lambda: _changes(federation, 8))
    for number, trace in enumerate(traces):
        mine = set(players[number * 4 :][:4])
        assert {
            event["traceparent"].split("-")[1] for event in feed if event["data"]["player"] in mine
        } == {trace}
    wanted = {("request", "/v1/tournaments:import"), ("event", "tournament.finished.v1")}
    for trace in traces:  # a line is written after what it tells of
        wait_until(partial(_told, log_lines, trace, wanted))


def _rated(federation: Federation, count: int) -> bool:
    """Whether the ledger holds so many tournaments."""
    ledger = ok(federation.rating.get("/v1/ledger"))
    return bool(ledger["tournaments"] == count)


def _told(log_lines: io.StringIO, trace: str, wanted: set[tuple[str, str]]) -> bool:
    """Whether the log says this under a trace: the event, and its type or path."""
    lines = [json.loads(line) for line in log_lines.getvalue().splitlines()]
    return wanted <= {
        (line["event"], line.get("type") or line.get("path"))
        for line in lines
        if line.get("trace_id") == trace
    }


def _people_known(federation: Federation) -> int:
    return int(federation.pairing.get("/statz").json()["applied"].get("players.v1", 0))


def _changes(federation: Federation, count: int) -> list[dict[str, Any]]:
    items = ok(federation.rating.get("/v1/ratings.v1/events", params={"limit": 500}))["items"]
    found = [item["event"] for item in items if item["event"]["type"] == "rating.changed.v1"]
    return found if len(found) == count else []
