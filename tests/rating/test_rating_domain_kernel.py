"""The kernel against values worked by hand, exact decimals and its own invariants."""

import random
from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rating.domain.expected import CERTAIN_MILLI, NANO, expected_nano
from services.rating.domain.kernel import game_change, rate_event

K16, K24, K32, K40 = 160, 240, 320, 400
IVAN, OLGA, PETR, ZOYA = "Иван", "Ольга", "Пётр", "Зоя"

differences = st.integers(-5_000_000, 5_000_000)
ratings = st.integers(-2_000_000, 6_000_000)
halves = st.integers(0, 2)
coefficients = st.sampled_from([K16, K24, K32, K40])


def exact(diff_milli: int) -> Decimal:
    """E(D) to fifty digits, in billionths."""
    return NANO / (1 + Decimal(10) ** (Decimal(-diff_milli) / 400_000))


@given(differences)
def test_d_4_1_expected_scores_of_a_pair_sum_to_one(diff: int) -> None:
    assert expected_nano(diff) + expected_nano(-diff) == NANO


@given(differences)
def test_d_4_1_expected_score_is_the_exact_one_within_a_millionth(diff: int) -> None:
    with localcontext() as context:
        context.prec = 50
        assert abs(expected_nano(diff) - exact(diff)) < 500


@given(st.integers(-4000, 4000))
def test_d_4_1_at_whole_points_the_table_is_correctly_rounded(points: int) -> None:
    with localcontext() as context:
        context.prec = 50
        assert abs(expected_nano(points * 1000) - exact(points * 1000)) <= Decimal("0.5")


@given(differences, st.integers(0, 2_000_000))
def test_d_4_1_a_stronger_player_never_expects_less(diff: int, more: int) -> None:
    assert expected_nano(diff) <= expected_nano(diff + more)


def test_d_4_1_there_is_no_cap_at_400_points() -> None:
    assert expected_nano(400_000) == 909_090_909
    assert expected_nano(800_000) == 990_099_010
    assert expected_nano(2_000_000) == 999_990_000
    assert expected_nano(CERTAIN_MILLI) == NANO
    assert expected_nano(CERTAIN_MILLI - 1000) == NANO - 1
    assert expected_nano(10**12) == NANO
    assert expected_nano(-(10**12)) == 0


@pytest.mark.parametrize(
    ("before_a", "before_b", "halves_of_a", "k_tenths", "change"),
    [
        (1_200_000, 1_200_000, 2, K16, 8_000),  # 16 × (1 − 0.5)
        (1_200_000, 1_200_000, 0, K16, -8_000),
        (1_200_000, 1_200_000, 1, K16, 0),
        (1_200_000, 1_200_000, 2, K40, 20_000),
        (1_400_000, 1_200_000, 2, K16, 3_844),  # E = 0.759746927: 16 × 0.240253073 = 3.844049
        (1_400_000, 1_200_000, 0, K16, -12_156),  # 16 × 0.759746927 = 12.155951
        (1_400_000, 1_200_000, 1, K32, -8_312),  # 32 × 0.259746927 = 8.311902
        (1_200_000, 1_400_000, 2, K24, 18_234),  # 24 × 0.759746927 = 18.233926
        (2_000_000, 1_200_000, 2, K16, 158),  # E = 10/11 squared odds: 16 × 0.00990099
        (1_200_500, 1_200_000, 2, K16, 7_988),  # half a point: 16 × 0.499280405 = 7.988486
    ],
)
def test_d_4_1_values_worked_by_hand(
    before_a: int, before_b: int, halves_of_a: int, k_tenths: int, change: int
) -> None:
    assert game_change(before_a, before_b, halves_of_a, k_tenths) == change
    assert game_change(before_b, before_a, 2 - halves_of_a, k_tenths) == -change


@given(ratings, ratings, halves, coefficients)
def test_d_4_1_a_game_is_within_half_a_thousandth_of_exact_elo(
    before_a: int, before_b: int, halves_of_a: int, k_tenths: int
) -> None:
    with localcontext() as context:
        context.prec = 50
        gained = Decimal(halves_of_a) / 2 - exact(before_a - before_b) / NANO
        ideal = gained * k_tenths * 100
        change = game_change(before_a, before_b, halves_of_a, k_tenths)
        assert abs(change - ideal) < Decimal("0.52")


@st.composite
def events(draw: st.DrawFn) -> tuple[dict[str, int], list[tuple[str, str, int]], int]:
    people = draw(st.lists(st.text("абвгдеё", min_size=1), min_size=2, max_size=9, unique=True))
    before = {player: draw(ratings) for player in people}
    pair = st.permutations(people).map(lambda order: (order[0], order[1]))
    games = draw(st.lists(st.tuples(pair, halves), max_size=30))
    return before, [(a, b, score) for (a, b), score in games], draw(coefficients)


@given(events())
def test_rule_4_2_what_one_wins_another_loses(
    event: tuple[dict[str, int], list[tuple[str, str, int]], int],
) -> None:
    changes = rate_event(*event)
    assert sum(delta for delta, _ in changes.values()) == 0
    assert sum(games for _, games in changes.values()) == 2 * len(event[1])


@given(events(), st.randoms())
def test_d_4_2_order_of_games_and_of_sides_cannot_matter(
    event: tuple[dict[str, int], list[tuple[str, str, int]], int], chance: random.Random
) -> None:
    before, games, k_tenths = event
    turned = [
        (b, a, 2 - score) if chance.random() < 0.5 else (a, b, score) for a, b, score in games
    ]
    chance.shuffle(turned)
    assert rate_event(before, turned, k_tenths) == rate_event(before, games, k_tenths)


@given(events())
def test_d_4_2_an_event_is_the_sum_of_its_games(
    event: tuple[dict[str, int], list[tuple[str, str, int]], int],
) -> None:
    before, games, k_tenths = event
    sums = dict.fromkeys((player for game in games for player in game[:2]), 0)
    for a, b, score in games:
        sums[a] += game_change(before[a], before[b], score, k_tenths)
        sums[b] += game_change(before[b], before[a], 2 - score, k_tenths)
    rated = rate_event(before, games, k_tenths)
    assert {player: delta for player, (delta, _) in rated.items()} == sums


def test_d_4_2_every_game_counts_from_the_rating_before_the_tournament() -> None:
    before = {IVAN: 1_200_000, OLGA: 1_200_000, PETR: 1_200_000, ZOYA: 1_500_000}
    games = [(IVAN, OLGA, 2), (IVAN, PETR, 2), (OLGA, PETR, 1)]
    assert rate_event(before, games, K16) == {
        IVAN: (16_000, 2),
        OLGA: (-8_000, 2),
        PETR: (-8_000, 2),
    }


def test_rule_4_2_a_tournament_without_games_changes_nobody() -> None:
    assert rate_event({IVAN: 1_200_000}, [], K16) == {}
