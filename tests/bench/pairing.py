"""The Swiss at all sizes beside its peers, and an evening of a thousand over HTTP."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from rich.progress import track

from deploy.demo.client import Api, register, wait_for
from deploy.demo.people import CITIES, person
from deploy.demo.play import found_federation
from deploy.demo.show import console
from deploy.postgres.start import Postgres
from deploy.stack import EMBEDDED, Parts, running
from services.pairing.domain.evolve import fold
from services.pairing.domain.standings import standings
from tests.bench.figures import Figure
from tests.bench.live import followers
from tests.bench.swiss import evening, seconds
from tests.pairing.pairing_domain_play import RULES, Play
from tests.pairing.pairing_oracles import by_networkx, by_py4swiss

SEED = 5
SIZES = (16, 64, 256, 1000)
ROUNDS = 10
PEER_ROUNDS = {16: range(ROUNDS), 64: (1, 4, 8), 256: (4,)}
"""Which rounds a peer can follow in a time that one can wait; at 1,000 none."""
FIELD = 1000
EVENINGS = 5
FOLLOWERS = 500
EVENTS = 10_000


def figures() -> Iterator[Figure]:
    """The engine, the folds, then the service on both pairs."""
    for size in SIZES:
        yield from _rounds(size)
    yield from _folds()
    with ExitStack() as servers:
        folder = Path(servers.enter_context(tempfile.TemporaryDirectory(prefix="berserk-")))
        folder.chmod(0o755)
        yield from _hall(folder / "embedded", "", EMBEDDED)
        postgres = servers.enter_context(Postgres(folder / "data"))
        yield from _hall(folder / "real", ".postgres", Parts(postgres.url("bench")))


def _rounds(size: int) -> Iterator[Figure]:
    """The median of ten rounds, and of those that a peer can follow."""
    ours: list[float] = []
    followed: list[tuple[float, float, float]] = []
    for met, (field, taken) in enumerate(evening(size, ROUNDS, SEED)):
        ours.append(taken)
        if met in PEER_ROUNDS.get(size, ()):
            whole = seconds(partial(by_networkx, field))
            followed.append((taken, whole, seconds(partial(by_py4swiss, field, met))))
    yield Figure(f"pairing.round.{size}", median(ours), "s")
    if followed:
        same, whole, dutch = (median(column) for column in zip(*followed, strict=True))
        yield Figure(f"pairing.round.{size}.beside_networkx", same, "s", ("whole graph", whole))
        yield Figure(f"pairing.round.{size}.beside_py4swiss", same, "s", ("dutch", dutch))


def _folds() -> Iterator[Figure]:
    """Standings after ten rounds of a thousand; the fold of ten thousand events."""
    play, chance = Play(FIELD), Random(SEED)
    play.start(rounds=ROUNDS + 10, top_size=0)
    while len(play.state.rounds) < ROUNDS or len(play.events) < EVENTS:
        if len(play.state.rounds) == ROUNDS and play.state.rounds[-1].complete:
            started = time.perf_counter()
            standings(play.state, RULES)
            yield Figure("pairing.standings.1000", (time.perf_counter() - started) * 1000, "ms")
        if play.state.rounds[-1].complete:
            play.pair()
        at = play.state.rounds[-1]
        for table in at.open_tables:
            play.result(at.number, table, "clean", chance.choice(at.matches[table].players))
    started = time.perf_counter()
    fold("t", play.events[:EVENTS])
    yield Figure("pairing.fold.10000", (time.perf_counter() - started) * 1000, "ms")


def _hall(folder: Path, suffix: str, parts: Parts) -> Iterator[Figure]:
    """Evenings of a thousand players, one HTTP call for each result of the first."""
    with running(folder, parts=parts) as stack:
        api = Api(stack.urls, stack.office_key or "")
        found_federation(api)
        town = CITIES["kazan"][0]
        players = register(api, [person(number, town) for number in range(FIELD)])
        wait_for(lambda: _heard(api) >= len(CITIES) + FIELD)
        evenings = [_Evening(api, players, number) for number in range(EVENINGS)]
        first = evenings[0]
        yield Figure(f"pairing.tournament.1000{suffix}", first.play(), "s")
        for each in evenings[1:]:
            each.play(by_one=False)
        cuts = _cuts([seconds for each in evenings for seconds in each.pairing])
        yield Figure(f"pairing.pair_call{suffix}.p50", cuts[49], "ms")
        yield Figure(f"pairing.pair_call{suffix}.p99", cuts[98], "ms")
        early, late = first.results[:FIELD], first.results[-FIELD:]
        beside = ("rounds 1 and 2", _cuts(early)[49])
        yield Figure(f"pairing.result_call{suffix}.late", _cuts(late)[49], "ms", beside)
        cuts = _cuts(first.results)
        yield Figure(f"pairing.result_call{suffix}.p50", cuts[49], "ms")
        yield Figure(f"pairing.result_call{suffix}.p99", cuts[98], "ms")
        watched = _Evening(api, players, EVENINGS)
        with followers(stack.urls["pairing"], watched.tournament, FOLLOWERS):
            watched.play(rounds=2)
        live = _cuts(watched.results)[98]
        yield Figure(
            f"pairing.result_call_live{suffix}.p99", live, "ms", ("nobody follows", cuts[98])
        )
        api.close()


def _heard(api: Api) -> int:
    return int(api.get("pairing", "/statz")["applied"].get("players.v1", 0))


class _Evening:
    """A tournament of a thousand; ``pairing`` and ``results``: the seconds of each call."""

    def __init__(self, api: Api, players: list[str], number: int) -> None:
        self.api = api
        self.chance = Random(SEED + number)
        body = {
            "name": f"Кубок {number + 1}",
            "city": "kazan",
            "date": "2026-11-05",
            "format": "constructed-classic",
            "official": False,
        }
        self.tournament: str = api.call("pairing", "POST", "/v1/tournaments", body)["tournament"]
        self.path = f"/v1/tournaments/{self.tournament}"
        api.call("pairing", "POST", f"{self.path}/entries", {"players": players})
        self.pairing: list[float] = []
        self.results: list[float] = []

    def play(self, rounds: int = ROUNDS, *, by_one: bool = True) -> float:
        """Pair and play the rounds; the seconds of it all."""
        began = time.perf_counter()
        for number in track(range(1, rounds + 1), "an evening of 1,000", console=console):
            body: dict[str, Any] = {"round": number}
            if number == 1:
                body |= {"rounds": ROUNDS, "top": 16}
            at = self._timed(self.pairing, "POST", "/rounds", body)
            lines = [
                {
                    "table": table["table"],
                    "kind": "clean",
                    "winner": self.chance.choice((table["a"], table["b"]))["player"],
                }
                for table in at["tables"]
            ]
            if by_one:
                for line in lines:
                    where = f"/rounds/{number}/tables/{line.pop('table')}/result"
                    self._timed(self.results, "PUT", where, line)
            else:
                self._timed([], "POST", f"/rounds/{number}/results", {"results": lines})
        return time.perf_counter() - began

    def _timed(self, kept: list[float], method: str, path: str, body: Any) -> Any:
        started = time.perf_counter()
        answer = self.api.call("pairing", method, self.path + path, body)
        kept.append(time.perf_counter() - started)
        return answer


def _cuts(seconds: list[float]) -> list[float]:
    """The 99 percentiles, in ms."""
    return [each * 1000 for each in quantiles(seconds, n=100, method="inclusive")]
