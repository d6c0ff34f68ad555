"""Who else knows the best draw: a dynamic programming, networkx, py4swiss. None of our engine."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import networkx
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from services.pairing.domain.swiss import Contender

Cost = tuple[int, int, int, int]
"""(rematches, byes that the bye's player had, his points ×2, sum of squared differences)."""

FREE: Cost = (0, 0, 0, 0)
BYE = -1
"""No entry: whom the one with the bye meets."""


def cost_of(
    players: Iterable[Contender], pairs: Iterable[tuple[int, int]], bye: int | None
) -> Cost:
    """What a draw costs by S.2–S.5."""
    by_entry = {player.entry: player for player in players}
    parts = [_pair_cost(by_entry[a], by_entry[b]) for a, b in pairs]
    if bye is not None:
        parts.append(_bye_cost(by_entry[bye]))
    return _sum(parts)


def _pair_cost(one: Contender, other: Contender) -> Cost:
    return int(other.entry in one.opponents), 0, 0, (one.score - other.score) ** 2


def _bye_cost(one: Contender) -> Cost:
    return 0, one.byes, one.score, 0


def _sum(parts: Iterable[Cost]) -> Cost:
    a, b, c, d = 0, 0, 0, 0
    for part in parts:
        a, b, c, d = a + part[0], b + part[1], c + part[2], d + part[3]
    return a, b, c, d


def by_subsets(
    players: Sequence[Contender],
    barred_pair: frozenset[int] = frozenset(),
    barred_bye: int | None = None,
) -> Cost | None:
    """The least cost over all draws there are (without a pair, without one with the bye): each set
    of players by itself, the first of it with each other. None when there is no such draw.
    """
    everyone = (1 << len(players)) - 1
    price: Mapping[tuple[int, int], Cost] = {
        (a, b): _pair_cost(players[a], players[b])
        for a, b in combinations(range(len(players)), 2)
        if barred_pair != {players[a].entry, players[b].entry}
    }
    best: dict[int, Cost] = {0: FREE}
    wave: set[int] = {0}
    while wave:
        after: set[int] = set()
        for done in wave:
            rest = everyone & ~done
            if not rest:
                continue
            first = (rest & -rest).bit_length() - 1
            steps = [
                (1 << first | 1 << other, price[first, other])
                for other in range(first + 1, len(players))
                if rest >> other & 1 and (first, other) in price
            ]
            byes_left = len(players) % 2 and done.bit_count() % 2 == 0
            if byes_left and players[first].entry != barred_bye:
                steps.append((1 << first, _bye_cost(players[first])))
            for bits, cost in steps:
                total = _sum((best[done], cost))
                if done | bits not in best or total < best[done | bits]:
                    best[done | bits] = total
                after.add(done | bits)
        wave = after
    return best.get(everyone)


def by_networkx(players: Sequence[Contender]) -> Cost:
    """The least cost on the whole graph, by networkx' own matching; rematches are a last resort."""
    gap = max(player.score for player in players) + 1
    unit_of_points = gap * gap * len(players)  # outweighs all squares together, and so on up
    unit_of_had = unit_of_points * gap
    unit_of_rematch = unit_of_had * (max(player.byes for player in players) + 1)
    ceiling = unit_of_rematch * 2
    graph: networkx.Graph[int] = networkx.Graph()
    for one, other in combinations(players, 2):
        again, _, _, squares = _pair_cost(one, other)
        weight = ceiling - again * unit_of_rematch - squares
        graph.add_edge(one.entry, other.entry, weight=weight)
    if len(players) % 2:
        for one in players:
            weight = ceiling - one.byes * unit_of_had - one.score * unit_of_points
            graph.add_edge(one.entry, BYE, weight=weight)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    bye = next((max(pair) for pair in found if BYE in pair), None)
    return cost_of(players, [pair for pair in found if BYE not in pair], bye)


def by_py4swiss(players: Sequence[Contender], rounds: int) -> Cost | None:
    """What FIDE's Dutch system makes of the same standings, without colours; None: it gives up.

    The history is zero-point byes, past byes are allocated ones that give nothing, points are
    those of an acceleration, past opponents are forbidden pairs.
    """
    number = {player.entry: place for place, player in enumerate(players, start=1)}
    zero = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
    had = RoundResult(
        id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE
    )
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=place,
            points_times_ten=0,
            rank=place,
            results=[had if player.byes > past else zero for past in range(rounds)],
        )
        for place, player in enumerate(players, start=1)
    ]
    extra = XSection(
        number_of_rounds=rounds + 2,
        accelerations={
            number[player.entry]: [0] * rounds + [player.score * 5] for player in players
        },
        forbidden_pairs={
            (number[player.entry], number[other])
            for player in players
            for other in player.opponents
            if other in number
        },
    )
    nothing = (ResultToken.PAIRING_ALLOCATED_BYE, ColorToken.BYE_OR_NOT_PAIRED)
    extra.scoring_point_system.score_dict[nothing] = 0
    try:
        drawn = DutchEngine.generate_pairings(ParsedTrf(player_sections=sections, x_section=extra))
    except PairingError:
        return None
    entry = {place: each for each, place in number.items()}
    pairs = [(entry[each.white], entry[each.black]) for each in drawn if each.black]
    return cost_of(
        players, pairs, next((entry[each.white] for each in drawn if not each.black), None)
    )
