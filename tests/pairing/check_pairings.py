"""``make check-pairings N=5000``: random tournaments, checked by the checker and by three oracles.

Not one discrepancy is allowed. ``python -m tests.pairing.check_pairings 5000 [--seed 7]``.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field

from services.pairing.domain.checker import Published, check
from services.pairing.domain.decide.draws import contenders
from services.pairing.domain.explain import explain
from services.pairing.domain.standings import standings
from services.pairing.domain.state import Round
from services.pairing.domain.swiss import EXACT, Contender
from tests.pairing.pairing_generator import Evening, evening
from tests.pairing.pairing_oracles import by_networkx, by_py4swiss, by_subsets, cost_of

SETS_UP_TO, NETWORKX_UP_TO, PY4SWISS_UP_TO = 12, 40, 40
PY4SWISS_EVERY = 4
CHECKER_UP_TO = 300
BATCH = 20


@dataclass
class Tally:
    """What was looked at, and every discrepancy as a line that says how to repeat it."""

    seen: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.seen += other.seen
        self.wrong += other.wrong


def judge(seed: int) -> Tally:
    """One tournament: generated, checked, each of its draws compared."""
    tally = Tally()
    try:
        played = evening(seed)
    except Exception as error:
        tally.wrong.append(f"seed {seed}: not played to its end: {error!r}")
        return tally
    tally.seen["tournaments"] += 1
    tally.seen["players"] += len(played.state.entries)
    _by_checker(seed, played, tally)
    for number, (at, players, cost) in enumerate(_draws(played)):
        tally.seen["rounds drawn"] += 1
        _by_explanation(f"seed {seed}, round {at.number}", played, at, players, tally)
        tally.seen["rematches that had to be"] += cost[0]
        _by_oracles(f"seed {seed}, round {at.number}", players, cost, seed + number, tally)
    return tally


def _by_checker(seed: int, played: Evening, tally: Tally) -> None:
    rows = standings(played.state, played.rules)
    published = [Published(row.entry, row.points, row.place) for row in rows]
    report = check(played.state, played.rules, played.moments, published, CHECKER_UP_TO)
    tally.seen.update({f"checked {rule}": times for rule, times in report.checked.items()})
    tally.seen.update(f"remark {each.rule}" for each in report.findings if each.kind == "remark")
    tally.seen.update(f"not checked {each.rule}" for each in report.unchecked)
    tally.wrong += [
        f"seed {seed}, round {each.round}: {each.rule} {each.code} {each.entries} {each.more}"
        for each in report.broken
    ]


def _draws(played: Evening) -> Iterator[tuple[Round, list[Contender], tuple[int, int, int, int]]]:
    """What was drawn of each Swiss round, as things stood then."""
    for at in played.state.swiss:
        pairs = [m.players for table, m in at.matches.items() if table not in at.hand_tables]
        byes = [entry for entry in at.byes if entry not in at.hand_byes]
        seated = sorted([*byes, *(entry for pair in pairs for entry in pair)])
        if len(seated) < 2:
            continue
        players = contenders(played.moments[at.number], played.rules, at.number, seated)
        yield at, list(players), cost_of(players, pairs, byes[0] if byes else None)


def _by_explanation(
    where: str, played: Evening, at: Round, players: list[Contender], tally: Tally
) -> None:
    """The best draw otherwise, as it is told to one of the players, by sets of players."""
    if len(players) > SETS_UP_TO:
        return
    entry = players[at.number % len(players)].entry
    told = explain(played.moments[at.number], at, played.rules, (), entry)
    match = at.match_of(entry)
    pair = frozenset(match.players if match else ())
    best = by_subsets(players, pair, None if match else entry)
    tally.seen["explanations by sets of players"] += 1
    other = told.other and told.other.costs[:EXACT]
    if other != best or (told.other and told.other.decided is None):
        tally.wrong.append(f"{where}: {entry} is told {told.other}, by sets of players {best}")


def _by_oracles(
    where: str, players: list[Contender], cost: tuple[int, int, int, int], turn: int, tally: Tally
) -> None:
    size = len(players)
    if size <= SETS_UP_TO:
        tally.seen["rounds by sets of players"] += 1
        if (best := by_subsets(players)) != cost:
            tally.wrong.append(f"{where}: {cost}, by sets of players {best}")
    if size <= NETWORKX_UP_TO:
        tally.seen["rounds by networkx"] += 1
        if (best := by_networkx(players)) != cost:
            tally.wrong.append(f"{where}: {cost}, by networkx {best}")
    if size <= PY4SWISS_UP_TO and turn % PY4SWISS_EVERY == 0 and not cost[0]:
        other = by_py4swiss(players, max(len(player.opponents) for player in players))
        if other is None or other[:3] != cost[:3]:
            tally.seen["rounds by py4swiss, not comparable"] += 1
            return
        tally.seen["rounds by py4swiss, " + ("equal" if other == cost else "worse than ours")] += 1
        if other < cost:
            tally.wrong.append(f"{where}: {cost}, by py4swiss {other}")


def run(count: int, seed: int, processes: int = 1, *, told: bool = False) -> Tally:
    """So many tournaments from a seed on; told: with a line of progress."""
    total, started = Tally(), time.monotonic()
    seeds = range(seed, seed + count)
    with ExitStack() as stack:
        pool = stack.enter_context(ProcessPoolExecutor(processes)) if processes > 1 else None
        judged = pool.map(judge, seeds, chunksize=BATCH) if pool else map(judge, seeds)
        for number, tally in enumerate(judged, start=1):
            total.add(tally)
            if told and (number % BATCH == 0 or number == count):
                spent = time.monotonic() - started
                line = f"\r{number}/{count} tournaments, {spent:.0f} s, {len(total.wrong)} wrong"
                sys.stderr.write(line)
    return total


def main() -> int:
    """0: no discrepancy; 1: some, each with its seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    total = run(asked.count, asked.seed, asked.processes, told=True)
    sys.stdout.write("\n")
    for what, times in sorted(total.seen.items()):
        sys.stdout.write(f"{times:>9}  {what}\n")
    for line in total.wrong:
        sys.stdout.write(f"WRONG  {line}\n")
    again = f"make check-pairings N={asked.count} SEED={asked.seed}"
    sys.stdout.write(f"{len(total.wrong)} discrepancies. To repeat: {again}\n")
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
