"""Finished tournaments through the endpoint that a club uses, and what was left out."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from deploy.demo.client import Api, Refused, register
from deploy.demo.people import CITIES, person
from deploy.demo.real import Tournament
from deploy.demo.show import progress, say


@dataclass
class Imported:
    """What came of it.

    began: when the first tournament was sent (perf_counter seconds), everybody being registered;
    skipped: a line for each thing left out, with its tournament.
    """

    tournaments: int = 0
    games: int = 0
    began: float = 0.0
    skipped: list[str] = field(default_factory=list)


def import_all(api: Api, tournaments: Sequence[Tournament]) -> Imported:
    """Register everybody, then send the tournaments in the order given, city after city."""
    cities = list(CITIES.items())
    homes: dict[int, str] = {}
    for place, tournament in enumerate(tournaments):
        for player in tournament.players:
            homes.setdefault(player, cities[place % len(cities)][1][0])
    numbers = {player: number for number, player in enumerate(sorted(homes))}
    done = Imported()
    with progress() as bar:
        task = bar.add_task("люди / people", total=len(homes))
        ids: dict[int, str] = {}
        for start in range(0, len(homes), 500):
            part = sorted(homes)[start : start + 500]
            people = [person(numbers[player], homes[player]) for player in part]
            ids.update(zip(part, register(api, people), strict=True))
            bar.update(task, completed=len(ids))
        done.began = time.perf_counter()
        task = bar.add_task("турниры / tournaments", total=len(tournaments))
        for place, tournament in enumerate(tournaments):
            city, (_, zone) = cities[place % len(cities)]
            _import(api, tournament, tournament.body(ids, city, zone), done)
            bar.update(task, advance=1)
    return done


def _import(api: Api, tournament: Tournament, body: dict[str, object], done: Imported) -> None:
    where = f"{tournament.source} {tournament.external_id}"
    done.skipped += [f"{where}: {line}" for line in tournament.skipped]
    try:
        api.call("pairing", "POST", "/v1/tournaments:import", body)
    except Refused as refused:
        rule = refused.problem.get("rule", "")
        done.skipped.append(f"{where}: {refused.problem['detail']} ({rule})")
        return
    done.tournaments += 1
    done.games += tournament.games


def show_skipped(done: Imported) -> None:
    """Everything that was left out, with the reason."""
    if not done.skipped:
        say("Ничего не пропущено", "nothing was skipped")
        return
    say(f"Пропущено: {len(done.skipped)}", "skipped, and why")
    for line in done.skipped:
        say(f"  – {line}")
