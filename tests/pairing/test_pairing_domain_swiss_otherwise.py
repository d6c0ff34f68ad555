"""S.2–S.6: the best draw without a pair, or without somebody's bye; and the matching verified."""

import random
from functools import partial
from itertools import combinations

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairing.domain import swiss
from services.pairing.domain.matching import cheapest
from services.pairing.domain.swiss import Barred, Contender, Costs, Pairing, costs, otherwise, pair
from tests.pairing.pairing_oracles import BYE, Cost, by_networkx, by_subsets, cost_of


def chance_field(chance: random.Random, size: int, most_met: int) -> list[Contender]:
    """Random standings of few levels; some have met, some had a bye, some floated."""
    met: dict[int, set[int]] = {entry: set() for entry in range(1, size + 1)}
    for _ in range(size * most_met):
        a, b = chance.sample(range(1, size + 1), 2)
        if len(met[a]) < most_met and len(met[b]) < most_met:
            met[a].add(b)
            met[b].add(a)
    levels = chance.choice(((0, 6), (0, 2, 5, 6, 8, 12), tuple(range(20))))
    return [
        Contender(
            entry,
            chance.choice(levels),
            frozenset(met[entry]),
            chance.choice((0, 0, 0, 1, 2)),
            chance.choice((-1, 0, 0, 1)),
        )
        for entry in range(1, size + 1)
    ]


def all_of(players: list[Contender], drawn: Pairing | None) -> Cost | None:
    return None if drawn is None else cost_of(players, drawn.pairs, drawn.bye)


def without_pair(players: list[Contender], one: int, other: int) -> Cost:
    """The least cost free of rematches, of this pair too, on the whole graph."""
    known = {player.entry: player for player in players}
    edges = [
        (a, b, (0, 0, (known[a].score - known[b].score) ** 2))
        for a, b in combinations(known, 2)
        if b not in known[a].opponents and {a, b} != {one, other}
    ]
    if len(players) % 2:
        edges += [(0, a, (known[a].byes, known[a].score, 0)) for a in known]
        found = cheapest(len(players) + 1, edges)
    else:
        found = cheapest(len(players), [(a - 1, b - 1, prices) for a, b, prices in edges])
        found = found and tuple((a + 1, b + 1) for a, b in found)
    assert found is not None
    bye = next((b for a, b in found if a == 0), None)
    return cost_of(players, [each for each in found if 0 not in each], bye)


@given(st.integers(0, 2**32), st.integers(2, 9))
@settings(max_examples=400, deadline=None)
def test_s_2_to_s_5_without_a_pair_or_a_bye_the_draw_is_the_best_that_is_left(
    seed: int, size: int
) -> None:
    chance = random.Random(seed)
    players = chance_field(chance, size, chance.randrange(size))
    drawn = pair(players, seed, 3)
    least = costs(players, drawn, seed, 3)
    for one in drawn.pairs:
        barred = frozenset(one)
        best = otherwise(players, seed, 3, Barred(pairs=frozenset({barred})), least)
        assert all_of(players, best) == by_subsets(players, barred)
        assert best is None or barred not in {frozenset(each) for each in best.pairs}
    if drawn.bye is not None:
        best = otherwise(players, seed, 3, Barred(byes=frozenset({drawn.bye})), least)
        assert all_of(players, best) == by_subsets(players, barred_bye=drawn.bye)
        assert best is not None and best.bye not in (None, drawn.bye)


@given(st.integers(0, 2**32), st.integers(8, 44))
@settings(max_examples=200, deadline=None)
def test_s_5_windows_and_cuts_lose_nothing_without_a_pair(seed: int, size: int) -> None:
    chance = random.Random(seed)
    most = chance.randrange(size // 4 + 1)
    players = chance_field(chance, size, most)
    drawn = pair(players, seed, 3)
    assert all_of(players, drawn) == by_networkx(players)
    if size - size % 2 < 2 * most + 4:
        return  # a pair more would leave fields that have no draw free of rematches
    one, other = chance.choice(drawn.pairs)
    barred, least = (
        Barred(pairs=frozenset({frozenset((one, other))})),
        costs(players, drawn, seed, 3),
    )
    best = otherwise(players, seed, 3, barred, least)
    assert all_of(players, best) == without_pair(players, one, other)


@given(st.integers(0, 2**32), st.integers(2, 60))
@settings(max_examples=200, deadline=None)
def test_s_6_what_is_drawn_never_costs_more_than_the_best_without_a_pair(
    seed: int, size: int
) -> None:
    chance = random.Random(seed)
    players = chance_field(chance, size, chance.randrange(5))
    drawn = pair(players, seed, 3)
    one = frozenset(chance.choice(drawn.pairs))
    least = costs(players, drawn, seed, 3)
    best = otherwise(players, seed, 3, Barred(pairs=frozenset({one})), least)
    if best is not None:
        assert least[:4] <= costs(players, best, seed, 3)[:4]


def test_s_6_among_draws_as_good_by_s_5_it_is_one_that_the_engine_looks_at() -> None:
    as_good = 0
    for seed in range(100):
        chance = random.Random(seed)
        players = chance_field(chance, chance.randrange(30, 80), 1)
        drawn = pair(players, seed, 3)
        least = costs(players, drawn, seed, 3)
        barred = Barred(pairs=frozenset({frozenset(chance.choice(drawn.pairs))}))
        looked_at = swiss._chunks(swiss._seated(players, seed, 3), swiss.NOTHING)
        there = swiss._drawn(looked_at, barred)
        if there is not None and costs(players, there, seed, 3)[:4] == least[:4]:
            as_good += 1
            assert otherwise(players, seed, 3, barred, least) == there
    assert as_good > 20


def test_s_5_two_alone_have_no_other_draw() -> None:
    players = [Contender(1, 0), Contender(2, 0)]
    barred = Barred(pairs=frozenset({frozenset((1, 2))}))
    assert otherwise(players, 1, 1, barred, Costs()) is None


def test_s_6_costs_are_the_engines_own() -> None:
    # 2 floats down again, 3 up again: 6² of the pair 1–4 is none of theirs.
    players = [
        Contender(1, 12),
        Contender(2, 6, frozenset({3}), floated=-1),
        Contender(3, 2, frozenset({2}), floated=1),
        Contender(4, 6, byes=1),
        Contender(5, 0, byes=2),
    ]
    drawn = Pairing(((1, 4), (2, 3)), bye=5)
    assert costs(players, drawn, 1, 3)[:5] == (1, 2, 0, 36 + 16, 2)


def test_s_5_every_matching_is_proven_by_its_dual(monkeypatch: pytest.MonkeyPatch) -> None:
    sure = partial(rustworkx.max_weight_matching, verify_optimum=True)
    monkeypatch.setattr(rustworkx, "max_weight_matching", sure)
    for seed in range(150):
        chance = random.Random(seed)
        players = chance_field(chance, chance.randrange(2, 70), chance.randrange(7))
        assert len(pair(players, seed, 2).pairs) == len(players) // 2


def test_the_oracles_agree_with_each_other() -> None:
    for seed in range(100):
        chance = random.Random(seed)
        players = chance_field(chance, chance.randrange(2, 11), chance.randrange(9))
        assert by_networkx(players) == by_subsets(players)
    assert BYE not in {player.entry for player in players}
