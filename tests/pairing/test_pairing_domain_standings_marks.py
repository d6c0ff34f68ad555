"""R.9, S.7, T.2–T.8: who is out of the places, open tables, past tables; counted by hand (×2)."""

import pytest

from services.pairing.domain.evolve import fold
from services.pairing.domain.standings import Row, standings
from services.pairing.domain.state import TournamentState
from shared.events.base import Event
from shared.events.entries import EntryAdded, EntryDropped, EntryReturned, ResultGranted
from shared.events.rounds import PenaltyGiven, PenaltyRevoked, ResultCleared, RoundPublished
from tests.pairing.pairing_domain_play import RULES, Game, built


def later(state: TournamentState, *events: Event) -> TournamentState:
    return fold("t", events, state)


def table(state: TournamentState, after_round: int | None = None) -> dict[int, Row]:
    return {row.entry: row for row in standings(state, RULES, after_round)}


def order(state: TournamentState, after_round: int | None = None) -> list[int]:
    return [row.entry for row in standings(state, RULES, after_round)]


def disqualified(entry: int, round_number: int | None) -> PenaltyGiven:
    return PenaltyGiven("p", entry, "5.2", "disqualification", round_number)


TRIANGLE: tuple[tuple[list[Game], tuple[int, ...]], ...] = (
    ([(1, 2, "clean", 1), (3, 4, "clean", 3)], ()),
    ([(2, 3, "clean", 2), (1, 4, "clean", 1)], ()),
    ([(3, 1, "clean", 3), (2, 4, "clean", 2)], ()),
)
"""1 beat 2, 2 beat 3, 3 beat 1, all beat 4: 12, 12, 12, 0."""


def test_t_2_a_circle_of_wins_parts_nobody_and_the_next_tie_break_is_asked() -> None:
    state = built(4, *TRIANGLE, ratings=[1_200_000, 1_400_000, 1_300_000, 1_250_000])
    rows = table(state)
    assert {entry: rows[entry].head_to_head for entry in rows} == {1: 6, 2: 6, 3: 6, 4: None}
    # Buchholz 12 + 12 + 0 each, of 4: 36; T.4 of 1: 24 + 24 + 36; two clean wins each: T.6.
    assert [rows[entry].buchholz for entry in (1, 2, 3, 4)] == [24, 24, 24, 36]
    assert [rows[entry].opponents_buchholz for entry in (1, 2, 3, 4)] == [84, 84, 84, 72]
    assert order(state) == [2, 3, 1, 4]


def test_t_2_those_it_leaves_tied_go_on_to_buchholz_and_are_not_compared_among_themselves() -> None:
    # 1, 2, 3 have 8 each: 1 beat 2 and drew 3, 2 beat 3. Among them 1 has 8, 2 has 6, 3 has 2.
    state = built(
        6,
        ([(1, 2, "clean", 1), (3, 4, "clean", 3), (5, 6, "draw", None)], ()),
        ([(1, 3, "draw", None), (2, 5, "draw", None), (4, 6, "draw", None)], ()),
        ([(2, 3, "clean", 2), (1, 4, "technical", 4), (5, 6, "draw", None)], ()),
    )
    rows = table(state)
    assert [rows[entry].points for entry in range(1, 7)] == [8, 8, 8, 7, 6, 6]
    assert [rows[entry].head_to_head for entry in (1, 2, 3)] == [8, 6, 2]
    assert order(state)[:4] == [1, 2, 3, 4]
    # 5 and 6 drew twice: 2 + 2 each; Buchholz 6 + 8 + 6 against 6 + 7 + 6.
    assert [rows[entry].head_to_head for entry in (5, 6)] == [4, 4]
    assert [rows[entry].buchholz for entry in (5, 6)] == [20, 19]
    assert order(state)[4:] == [5, 6]


def test_t_3_t_4_a_granted_result_counts_as_an_opponent_with_ones_own_points() -> None:
    state = built(3, ([(1, 2, "clean", 1)], ()), ([(1, 3, "draw", None)], ()))
    rows = table(later(state, ResultGranted(3, 1, 2)))
    assert (rows[3].points, rows[3].buchholz) == (2 + 2, 4 + 8)  # himself 4, 1 has 6 + 2
    assert rows[3].opponents_buchholz == 12 + rows[1].buchholz == 12 + (0 + 4)
    # Without it he missed round 1, which counts nothing.
    assert (table(state)[3].points, table(state)[3].buchholz) == (2, 8)


def test_r_9_the_disqualified_are_listed_last_without_a_place_and_all_below_move_up() -> None:
    state = built(4, *TRIANGLE, ratings=[1_200_000, 1_400_000, 1_300_000, 1_250_000])
    rows = standings(later(state, disqualified(2, 3)), RULES)
    assert [(row.place, row.entry, row.disqualified) for row in rows] == [
        (1, 3, False),
        (2, 1, False),
        (3, 4, False),
        (None, 2, True),
    ]
    # 1 and 3 are tied without him: 3 beat 1. His points still count for his opponents.
    assert [(row.entry, row.head_to_head) for row in rows[:2]] == [(3, 6), (1, 0)]
    assert [row.buchholz for row in rows] == [24, 24, 36, 24]
    again = later(state, disqualified(2, 3), PenaltyRevoked("p"))
    assert standings(again, RULES) == standings(state, RULES)


def test_r_9_several_disqualified_stand_in_order_and_the_lots_stay() -> None:
    state = built(4, *TRIANGLE)
    out = later(
        state,
        PenaltyGiven("p", 4, "5.2", "disqualification", 1),
        PenaltyGiven("q", 1, "5.2", "suspension", 3),
    )
    assert order(out)[2:] == [1, 4]
    lots = {entry: row.lot for entry, row in table(state).items()}
    assert {entry: row.lot for entry, row in table(out).items()} == lots


def test_r_9_disqualified_before_the_first_round_is_listed_all_the_same() -> None:
    state = later(built(3), disqualified(2, None))
    assert [(row.place, row.entry) for row in standings(state, RULES)][2] == (None, 2)


def test_r_9_in_the_top_it_moves_nothing_in_the_swiss_table() -> None:
    state = built(4, *TRIANGLE, planned=3)
    out = later(state, RoundPublished(4, "top", ((1, 1, 2),)), disqualified(1, 4))
    assert standings(out, RULES) == standings(state, RULES)


def test_s_7_dropping_in_the_top_moves_nothing_in_the_swiss_table() -> None:
    state = built(4, *TRIANGLE, planned=3)
    out = later(state, RoundPublished(4, "top", ((1, 1, 2),)), EntryDropped(1, 4))
    assert standings(out, RULES) == standings(state, RULES)


OPEN: tuple[tuple[list[Game], tuple[int, ...]], ...] = (
    ([(1, 2, "clean", 1), (3, 4, "clean", 3)], (5,)),
    ([(1, 3, "clean", 1), (5, 2, "clean", 5)], (4,)),
)


def test_t_8_an_open_table_is_marked_and_counts_neither_as_points_nor_as_an_opponent() -> None:
    state = built(5, *OPEN)
    half = later(state, ResultCleared(2, 1, 2))
    rows = table(half)
    assert [entry for entry, row in sorted(rows.items()) if row.playing] == [1, 3]
    assert (rows[1].points, rows[1].buchholz) == (6, 0)
    assert (rows[3].points, rows[3].buchholz) == (6, 6)  # 4 has his bye's 6 already
    assert [row.playing for row in standings(state, RULES)] == [False] * 5
    # Both have 6 and sit at one table: they have not met as long as it is open (T.2).
    assert {rows[1].head_to_head, rows[3].head_to_head} == {None}


def test_t_8_a_past_table_is_that_of_its_rounds_alone() -> None:
    state = built(5, *OPEN)
    assert standings(state, RULES, 2) == standings(state, RULES)
    first = table(state, 1)
    assert [first[entry].points for entry in range(1, 6)] == [6, 0, 6, 0, 6]
    assert [first[entry].buchholz for entry in range(1, 6)] == [0, 6, 0, 6, 6]
    cleared = later(state, ResultCleared(2, 1, 2))
    assert standings(cleared, RULES, 1) == standings(state, RULES, 1)


def test_t_8_a_past_table_knows_nobody_who_came_later_and_who_left_later_is_in_his_place() -> None:
    state = later(built(5, *OPEN), EntryAdded(6, "6", from_round=3), EntryDropped(3, 2))
    assert 6 not in table(state, 1)
    assert 6 not in table(state, 2)
    assert table(state)[6].points == 0
    assert [table(state, after)[3].dropped for after in (1, 2)] == [False, True]
    out = later(state, disqualified(1, 2))
    assert [table(out, after)[1].place for after in (1, 2)] != [None, None]
    assert [table(out, after)[1].disqualified for after in (1, 2)] == [False, True]


def test_s_7_who_comes_back_is_not_marked_as_gone() -> None:
    state = later(built(5, *OPEN), EntryDropped(3, 2))
    assert table(state)[3].dropped
    back = later(state, EntryReturned(3, 3))
    assert not table(back)[3].dropped


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_t_7_before_the_first_round_everybody_stands_by_lot(seed: int) -> None:
    rows = standings(built(4, seed=seed), RULES)
    assert [(row.place, row.lot) for row in rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
