"""Power failures: services killed at random while a season is imported; nothing lost or doubled."""

import itertools
import json
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from deploy.demo import play
from deploy.demo.client import HEARD, Api, Refused, register, settled, wait_for
from deploy.demo.people import CITIES, person
from deploy.demo.real import Tournament
from deploy.demo.season import season
from deploy.stack import Parts, Stack, running
from shared.log.base import Record
from shared.settings import Settings
from tests.conftest import Pair
from tests.house import app_of, ok, wait_until

PEOPLE = 80
VICTIMS = ["rating"] * 3 + ["pairing"] * 2 + ["registry"] * 2
"""Who dies, in an order that chance gives: the sender, and the consumers of what it sends."""
PACE = 0.3
"""Seconds between imports while the kills go on, so that each finds events under way."""
WAKE = 10
"""Imports after the last kill."""


@pytest.fixture
def stack(pair: Pair, tmp_path: Path) -> Iterator[Stack]:
    parts = Parts(pair.database_url, pair.event_log_url)
    with running(tmp_path / "run", parts=parts) as made:
        yield made


class Assassin(threading.Thread):
    """Kills the victims at random moments, and starts each anew."""

    def __init__(self, stack: Stack, seed: int) -> None:
        super().__init__(daemon=True)
        self.stack = stack
        self.chance = random.Random(seed)
        self.done = threading.Event()
        self.kills: list[str] = []

    def run(self) -> None:
        try:
            for victim in self.chance.sample(VICTIMS, len(VICTIMS)):
                self._wait_for_work(victim)
                time.sleep(self.chance.uniform(0.05, 0.8))
                self.stack.kill(victim)
                self.kills.append(victim)
                self.stack.start(victim)
        finally:
            self.done.set()

    def _wait_for_work(self, victim: str) -> None:
        """A consumer first takes up its partitions again: dying idle would prove nothing."""
        if victim != "pairing":
            before = applied(self.stack, victim)
            wait_until(lambda: applied(self.stack, victim) > before, 60)


def applied(stack: Stack, name: str) -> int:
    """How many events of tournaments a consumer has acted on."""
    counts = httpx.get(f"{stack.urls[name]}/statz").json()["applied"]
    return int(counts.get("tournaments.v1", 0))


def seasons() -> Iterator[Tournament]:
    """The same season again and again, each time as other tournaments."""
    for lap in itertools.count():
        for each in season(people=PEOPLE):
            yield replace(each, external_id=f"{lap}-{each.external_id}")


def persistently(call: Any, *what: Any) -> Any:
    """A club's client: tries again while the service is away; imports are idempotent."""
    deadline = time.monotonic() + 60
    while True:
        try:
            return call(*what)
        except httpx.TransportError:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        except Refused as refused:
            if refused.problem["status"] != 503 or time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def test_services_killed_at_random_lose_nothing_and_do_nothing_twice(
    stack: Stack, tmp_path: Path
) -> None:
    api = Api(stack.urls, stack.office_key or "")
    play.found_federation(api)
    ids = register(api, [person(number, "Казань") for number in range(PEOPLE)])
    paired: set[str] = set()
    assassin = Assassin(stack, seed=7)
    assassin.start()
    sent = in_wake = 0
    for tournament in seasons():
        city, (_, zone) = list(CITIES.items())[sent % len(CITIES)]
        body = tournament.body(dict(enumerate(ids)), city, zone)
        games = [game for part in body["rounds"] for game in part["matches"]]
        paired |= {game[side] for game in games for side in ("a", "b")}
        persistently(api.call, "pairing", "POST", "/v1/tournaments:import", body)
        sent += 1
        in_wake += assassin.done.wait(PACE)
        if in_wake == WAKE:
            break
    assert sorted(assassin.kills) == sorted(VICTIMS)
    wait_for(lambda: settled(api, sent))
    assert {name: applied(stack, name) for name in HEARD} == {
        name: sent * heard for name, heard in HEARD.items()
    }
    ledger = api.get("rating", "/v1/ledger")
    assert ledger["tournaments"] == sent
    assert ledger["digest"] == digest_from_the_feed(stack, tmp_path)
    registered = {row["player"] for row in api.get("registry", "/v1/players", limit=500)["items"]}
    assert registered == paired
    for name in stack.urls:
        assert api.get(name, "/readyz")["parked"] == 0


def digest_from_the_feed(stack: Stack, folder: Path) -> str:
    """The ledger that an outsider computes from the public feed, from nothing, on SQLite."""
    data = folder / "outsider"
    data.mkdir()
    app = app_of("rating", Settings(database_url=f"sqlite:///{data.as_posix()}"))
    after = 0
    while True:
        page = ok(
            httpx.get(
                f"{stack.urls['pairing']}/v1/tournaments.v1/events",
                params={"after": after, "limit": 500},
            )
        )
        if not page["items"]:
            break
        positions = [item["position"] for item in page["items"]]
        assert positions == list(range(after + 1, after + 1 + len(positions)))  # gap-free
        app.state.applier.apply([record(item) for item in page["items"]])
        after = page["next"]
    digest = str(ok(TestClient(app).get("/v1/ledger"))["digest"])
    app.state.db.close()
    return digest


def record(item: dict[str, Any]) -> Record:
    """A feed item as if it came from the log."""
    event = item["event"]
    return Record("tournaments.v1", 0, item["position"], event["partitionkey"], json.dumps(event))
