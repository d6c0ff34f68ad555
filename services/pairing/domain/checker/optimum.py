"""The least that a draw can cost by S.2–S.5, found without the engine.

Up to 12 players by sets of players; more on the whole graph, no pair left out, by rustworkx called
here. Any size is proven without either where the cost is as low as no draw could be below it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import rustworkx

SETS_UP_TO = 12
Cost = tuple[int, int, int, int]
"""(S.2 rematches, S.3 byes had by the bye's player, S.4 his points ×2, S.5 sum of squares)."""


@dataclass(frozen=True, slots=True)
class Person:
    """What S.2–S.5 know of one who is to be paired; points: ×2."""

    entry: int
    points: int
    byes: int
    met: frozenset[int]


def cost_of(field: Sequence[Person], pairs: Sequence[tuple[int, int]], bye: int | None) -> Cost:
    """S.2–S.5: what a draw of this field costs."""
    known = {each.entry: each for each in field}
    alone = (0, 0) if bye is None else (known[bye].byes, known[bye].points)
    return (
        sum(b in known[a].met for a, b in pairs),
        *alone,
        sum((known[a].points - known[b].points) ** 2 for a, b in pairs),
    )


def least(field: Sequence[Person], cost: Cost, bye: int | None, most: int) -> Cost | None:
    """S.2–S.5: the least cost of any draw of this field; None above ``most`` players, unless what
    it costs is proven to be the least.
    """
    if cost == _bound(field, bye):
        return cost
    if len(field) <= SETS_UP_TO:
        return _by_sets(field)
    return _on_whole_graph(field) if len(field) <= most else None


def _bound(field: Sequence[Person], bye: int | None) -> Cost:
    """No draw costs less: neighbours by points, nobody again, the bye where it is cheapest."""
    alone = min((each.byes, each.points) for each in field) if len(field) % 2 else (0, 0)
    points = sorted(each.points for each in field if each.entry != bye)
    neighbours = list(pairwise(points))[::2]
    return 0, *alone, sum((a - b) ** 2 for a, b in neighbours)


def _by_sets(field: Sequence[Person]) -> Cost:
    """The best of every set of players, from the smaller to the larger."""
    size = len(field)
    best: list[Cost | None] = [None] * (1 << size)
    best[0] = (0, 0, 0, 0)
    for group in range(1, 1 << size):
        last = group.bit_length() - 1
        one, rest = field[last], group ^ 1 << last
        options = []
        for place in range(last):
            before = best[rest ^ 1 << place] if rest >> place & 1 else None
            if before is not None:
                again = one.entry in field[place].met
                gap = (one.points - field[place].points) ** 2
                options.append((before[0] + again, before[1], before[2], before[3] + gap))
        before = best[rest] if group.bit_count() % 2 else None
        if before is not None:
            options.append((before[0], before[1] + one.byes, before[2] + one.points, before[3]))
        best[group] = min(options, default=None)
    found = best[-1]
    if found is None:
        raise AssertionError("any field can be paired, if rematches are counted")
    return found


def _on_whole_graph(field: Sequence[Person]) -> Cost:
    """Every pair there is, rematches too, and everybody for the bye."""
    size, half = len(field), (len(field) + 1) // 2
    top = max(each.points for each in field) + 1
    point = half * top * top
    had = point * top
    again = had * (max(each.byes for each in field) + 1)
    heavy = again * (half + 1)
    if heavy.bit_length() > 120:
        raise OverflowError("such points can't be weighed exactly")
    edges = [
        (
            a,
            b,
            heavy
            - again * (field[b].entry in field[a].met)
            - (field[a].points - field[b].points) ** 2,
        )
        for a, b in combinations(range(size), 2)
    ]
    if size % 2:
        edges += [
            (place, size, heavy - had * each.byes - point * each.points)
            for place, each in enumerate(field)
        ]
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size + size % 2))
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    bye = next((field[min(pair)].entry for pair in found if max(pair) == size), None)
    pairs = [(field[a].entry, field[b].entry) for a, b in found if max(a, b) < size]
    return cost_of(field, pairs, bye)
