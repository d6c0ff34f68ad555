"""S.1–S.6: the draw, against worked examples, a brute force, and its own laws."""

import random
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairing.domain.matching import cheapest
from services.pairing.domain.swiss import Contender, Pairing, pair

Cost = tuple[int, int, int, int]
"""(rematches, byes the bye's player had, his points, sum of squared differences)."""


def field(*scores: int, met: tuple[tuple[int, int], ...] = ()) -> list[Contender]:
    """Entries 1, 2, … with these points and these meetings."""
    opponents: dict[int, set[int]] = {entry: set() for entry in range(1, len(scores) + 1)}
    for one, other in met:
        opponents[one].add(other)
        opponents[other].add(one)
    return [
        Contender(entry, score, frozenset(opponents[entry]))
        for entry, score in enumerate(scores, start=1)
    ]


def as_sets(pairing: Pairing) -> set[frozenset[int]]:
    return {frozenset(one) for one in pairing.pairs}


def cost_of(players: list[Contender], pairing: Pairing) -> Cost:
    by_entry = {player.entry: player for player in players}
    bye = by_entry[pairing.bye] if pairing.bye is not None else Contender(0, 0)
    return (
        sum(b in by_entry[a].opponents for a, b in pairing.pairs),
        bye.byes,
        bye.score,
        sum((by_entry[a].score - by_entry[b].score) ** 2 for a, b in pairing.pairs),
    )


def brute_force(players: list[Contender]) -> Cost:
    """The least cost over all draws, by dynamic programming over subsets."""

    @cache
    def best(rest: frozenset[int]) -> Cost:
        if not rest:
            return 0, 0, 0, 0
        one = players[min(rest)]
        found: list[Cost] = []
        for other_place in rest - {min(rest)}:
            other = players[other_place]
            tail = best(rest - {min(rest), other_place})
            rematch = other.entry in one.opponents
            gap = (one.score - other.score) ** 2
            found.append((tail[0] + rematch, tail[1], tail[2], tail[3] + gap))
        if len(rest) % 2:
            tail = best(rest - {min(rest)})
            found.append((tail[0], tail[1] + one.byes, tail[2] + one.score, tail[3]))
        return min(found)

    return best(frozenset(range(len(players))))


def whole_graph(players: list[Contender]) -> Cost:
    """The least cost free of rematches with every pair looked at: no window, no cut."""
    size = len(players)
    edges = [
        (a, b, (0, 0, (players[a].score - players[b].score) ** 2))
        for a, b in combinations(range(size), 2)
        if players[b].entry not in players[a].opponents
    ]
    if size % 2:
        edges += [(a, size, (one.byes, one.score, 0)) for a, one in enumerate(players)]
    found = cheapest(size + size % 2, edges)
    assert found is not None
    drawn = tuple((players[a].entry, players[b].entry) for a, b in found if b < size)
    bye = next((players[a].entry for a, b in found if b == size), None)
    return cost_of(players, Pairing(drawn, bye))


@st.composite
def fields(
    draw: st.DrawFn, smallest: int, largest: int, most_met: int, levels: int = 5
) -> list[Contender]:
    """Random standings: few score levels make large groups, cliques make hard draws."""
    chance = random.Random(draw(st.integers(0, 2**32)))  # evenly spread, where hypothesis leans
    size = draw(st.integers(smallest, largest))
    met: dict[int, set[int]] = {entry: set() for entry in range(size)}
    clique = draw(st.integers(0, most_met))
    pairs = [(a, b) for a, b in combinations(range(size), 2) if a <= clique and b <= clique]
    for _ in range(size * most_met // 2):
        one, other = chance.sample(range(size), 2)
        pairs.append((one, other))
    for a, b in pairs:
        if len(met[a]) < most_met and len(met[b]) < most_met:
            met[a].add(b)
            met[b].add(a)
    only = draw(st.one_of(st.none(), st.integers(0, size - 1)))  # the one without a bye
    return [
        Contender(
            entry,
            chance.choice((0, 2, 5, 6, 8, 12)[:levels]),
            frozenset(met[entry]),
            byes=chance.choice((0, 0, 0, 1, 2)) if only is None else int(entry != only),
            floated=chance.choice((-1, 0, 0, 1)),
        )
        for entry in range(size)
    ]


def test_s_1_the_draw_repeats_from_its_seed_and_differs_with_it() -> None:
    players = field(*[0] * 16)
    assert pair(players, 7, 1) == pair(players, 7, 1)
    assert len({pair(players, seed, 1) for seed in range(20)}) == 20


def test_s_1_the_draw_of_this_seed_stays_what_it_is() -> None:
    assert pair(field(0, 0, 0, 0, 0), 2011, 1) == Pairing(((2, 1), (4, 3)), bye=5)


def test_s_2_the_last_of_three_rounds_of_four_is_forced() -> None:
    players = field(12, 6, 6, 0, met=((1, 2), (3, 4), (1, 3), (2, 4)))
    drawn = pair(players, 1, 3)
    assert as_sets(drawn) == {frozenset({1, 4}), frozenset({2, 3})}
    assert drawn.rematches == ()


def test_s_2_all_have_met_so_both_tables_are_rematches_and_say_so() -> None:
    drawn = pair(field(6, 6, 0, 0, met=tuple(combinations((1, 2, 3, 4), 2))), 1, 4)
    assert as_sets(drawn) == {frozenset({1, 2}), frozenset({3, 4})}
    assert drawn.rematches == (1, 2)


def test_s_2_only_the_one_unavoidable_rematch_is_drawn() -> None:
    # Entry 1 has met everybody: one rematch is the least, and 1–2 with 3–4 costs nothing more.
    drawn = pair(field(6, 6, 0, 0, met=((1, 2), (1, 3), (1, 4))), 1, 4)
    assert as_sets(drawn) == {frozenset({1, 2}), frozenset({3, 4})}
    assert drawn.rematches == (1,)


def test_s_2_comes_before_s_3_a_second_bye_rather_than_a_rematch() -> None:
    one, two, three = field(6, 6, 6, met=((1, 3), (2, 3)))
    drawn = pair([one, two, Contender(3, 6, three.opponents, byes=1)], 1, 3)
    assert (drawn.bye, as_sets(drawn), drawn.rematches) == (3, {frozenset({1, 2})}, ())


def test_s_3_the_bye_passes_over_one_who_had_it() -> None:
    players = [*field(12, 6, 6, 4), Contender(5, 0, byes=1)]
    assert pair(players, 1, 2).bye == 4


def test_s_4_the_bye_goes_to_the_fewest_points() -> None:
    assert {pair(field(6, 6, 5, 2, 6, 6, 6), seed, 2).bye for seed in range(10)} == {4}


def test_s_3_the_only_one_without_a_bye_gets_it_however_high_he_stands() -> None:
    # Two groups of 21 and 20: without the bye there would be cuts behind the leader.
    players = [Contender(entry, 6 if entry <= 21 else 0, byes=1) for entry in range(1, 42)]
    players[4] = replace(players[4], byes=0)
    drawn = pair(players, 1, 2)
    assert drawn.bye == 5
    assert cost_of(players, drawn) == (0, 0, 6, 0)


def test_s_4_between_equals_s_5_decides_who_has_the_bye() -> None:
    # 4 and 5 have 0 points; 3 has met 4. The bye for 4: 1–2, 3–5 cost 36.
    # The bye for 5: 1–3, 2–4 cost 36 + 144.
    players = field(12, 12, 6, 0, 0, met=((3, 4),))
    for seed in range(10):
        drawn = pair(players, seed, 2)
        assert drawn.bye == 4
        assert as_sets(drawn) == {frozenset({1, 2}), frozenset({3, 5})}


def test_s_5_the_smallest_sum_of_squares_is_taken() -> None:
    # 1–2, 3–4: 4 + 36 = 40; 1–3, 2–4: 36 + 100; 1–4, 2–3: 144 + 16.
    assert as_sets(pair(field(12, 10, 6, 0), 1, 2)) == {frozenset({1, 2}), frozenset({3, 4})}
    # Once 1 and 2 have met: 136 against 160.
    again = pair(field(12, 10, 6, 0, met=((1, 2),)), 1, 3)
    assert as_sets(again) == {frozenset({1, 3}), frozenset({2, 4})}


def test_s_6_another_floats_than_in_the_round_before() -> None:
    players = field(6, 6, 6, 4, 0, 0, met=((1, 5),))
    players[0] = replace(players[0], floated=-1)
    players[1] = replace(players[1], floated=-1)
    for seed in range(10):
        assert frozenset({3, 4}) in as_sets(pair(players, seed, 2))


def test_s_6_among_equals_the_lot_decides() -> None:
    partners = {
        next(iter(one - {4}))
        for seed in range(30)
        for one in as_sets(pair(field(6, 6, 6, 4, 0, 0, met=((1, 5),)), seed, 2))
        if 4 in one
    }
    assert partners == {1, 2, 3}


def test_s_5_table_1_has_the_highest_scores() -> None:
    players = field(0, 2, 6, 12, 12, 6, 2, 0)
    drawn = pair(players, 3, 2)
    assert [set(one) for one in drawn.pairs] == [{4, 5}, {3, 6}, {2, 7}, {1, 8}]


def test_s_1_one_player_alone_is_no_round() -> None:
    with pytest.raises(ValueError, match="two players"):
        pair(field(0), 1, 1)


@given(fields(2, 10, 9), st.integers(0, 99))
@settings(max_examples=1000, deadline=None)
def test_s_2_to_s_5_the_draw_is_as_good_as_any_there_is(
    players: list[Contender], seed: int
) -> None:
    drawn = pair(players, seed, 4)
    assert cost_of(players, drawn) == brute_force(players)


@given(fields(12, 44, 2, levels=2), st.integers(0, 99))
@settings(max_examples=200, deadline=None)
def test_s_5_windows_and_cuts_lose_nothing(players: list[Contender], seed: int) -> None:
    drawn = pair(players, seed, 3)
    assert cost_of(players, drawn) == whole_graph(players)


@given(fields(16, 40, 5), st.integers(0, 99))
@settings(max_examples=200, deadline=None)
def test_s_5_windows_lose_nothing_after_more_rounds(players: list[Contender], seed: int) -> None:
    drawn = pair(players, seed, 6)
    assert cost_of(players, drawn) == whole_graph(players)


@given(fields(2, 60, 6), st.integers(0, 99), st.randoms(use_true_random=False))
@settings(max_examples=200, deadline=None)
def test_s_2_s_3_everybody_once_no_rematch_the_right_bye_whatever_the_order(
    players: list[Contender], seed: int, chance: random.Random
) -> None:
    drawn = pair(players, seed, 5)
    seated = [entry for one in drawn.pairs for entry in one]
    seated += [] if drawn.bye is None else [drawn.bye]
    assert sorted(seated) == sorted(player.entry for player in players)
    most = max(len(player.opponents) for player in players)
    if len(players) - len(players) % 2 >= 2 * most + 2:
        assert drawn.rematches == ()
        if drawn.bye is not None:
            had = next(player for player in players if player.entry == drawn.bye)
            assert (had.byes, had.score) == min((one.byes, one.score) for one in players)
    shuffled = players.copy()
    chance.shuffle(shuffled)
    assert pair(shuffled, seed, 5) == drawn


def test_s_5_costs_that_would_not_be_exact_are_refused() -> None:
    with pytest.raises(OverflowError, match="bits"):
        cheapest(2, [(0, 1, (1 << 120, 1))])


def test_s_5_an_earlier_cost_outweighs_any_sum_of_later_ones() -> None:
    # 0–1, 2–3 has the greater first cost, 0–2, 1–3 the greater second ones.
    edges = [(0, 1, (1, 0)), (2, 3, (0, 0)), (0, 2, (0, 900)), (1, 3, (0, 900))]
    assert cheapest(4, edges) == ((0, 2), (1, 3))
    assert cheapest(4, edges[:1]) is None
    assert cheapest(0, []) == ()
