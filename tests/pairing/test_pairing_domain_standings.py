"""R.1–R.7 and T.1–T.8 by worked examples; every number below was computed by hand (points ×2)."""

from dataclasses import replace

from services.pairing.domain.points import records
from services.pairing.domain.standings import Row, standings
from services.pairing.domain.state import Round
from tests.pairing.pairing_domain_play import RULES, Game, Play, built


def by_entry(rows: tuple[Row, ...]) -> dict[int, Row]:
    return {row.entry: row for row in rows}


def order(rows: tuple[Row, ...]) -> list[int]:
    return [row.entry for row in rows]


ROUND_ROBIN = built(
    4,
    ([(1, 2, "clean", 1), (3, 4, "clean", 3)], ()),
    ([(1, 3, "clean", 1), (2, 4, "technical", 2)], ()),
    ([(1, 4, "draw", None), (2, 3, "agreed_draw", None)], ()),
)


def test_r_1_to_r_3_points_of_wins_and_draws() -> None:
    record = records(ROUND_ROBIN.entries, ROUND_ROBIN.swiss, RULES)
    assert [line.points for line in record[1].lines] == [6, 6, 2]
    assert [line.points for line in record[2].lines] == [0, 5, 2]
    assert [line.points for line in record[4].lines] == [0, 0, 2]


def test_r_4_an_auto_win_gives_three_points_and_nobody_met() -> None:
    state = built(3, ([(1, 2, "clean", 1)], [3]))
    record = records(state.entries, state.swiss, RULES)[3]
    assert (record.points, record.met, record.auto_wins, record.clean_wins) == (
        6,
        frozenset(),
        1,
        0,
    )


def test_r_5_a_no_show_counts_as_met_and_is_no_clean_win() -> None:
    state = built(2, ([(1, 2, "no_show", 2)], ()))
    record = records(state.entries, state.swiss, RULES)
    assert (record[2].points, record[1].points) == (6, 0)
    assert (record[2].met, record[1].met) == (frozenset({1}), frozenset({2}))
    assert record[2].clean_wins == 0


def test_r_6_both_absent_get_nothing_and_have_met() -> None:
    state = built(2, ([(1, 2, "both_absent", None)], ()))
    record = records(state.entries, state.swiss, RULES)
    assert [(record[one].points, len(record[one].met)) for one in (1, 2)] == [(0, 1), (0, 1)]


def test_s_6_who_met_someone_with_more_points_floated_up() -> None:
    state = built(
        4,
        ([(1, 2, "clean", 1), (3, 4, "draw", None)], ()),
        ([(1, 3, "clean", 1), (2, 4, "draw", None)], ()),
    )
    record = records(state.entries, state.swiss, RULES)
    assert {entry: record[entry].lines[1].floated for entry in record} == {1: -1, 3: 1, 4: -1, 2: 1}


def test_t_1_t_3_t_4_points_buchholz_and_the_opponents_buchholz() -> None:
    rows = standings(ROUND_ROBIN, RULES)
    assert order(rows) == [1, 3, 2, 4]
    assert [row.points for row in rows] == [14, 8, 7, 2]
    assert [row.buchholz for row in rows] == [17, 23, 24, 29]
    assert [row.opponents_buchholz for row in rows] == [76, 70, 69, 64]
    assert [row.clean_wins for row in rows] == [2, 1, 0, 0]


THREE_ROUNDS = built(
    6,
    ([(1, 2, "clean", 1), (3, 4, "clean", 3), (5, 6, "draw", None)], ()),
    ([(1, 4, "technical", 4), (2, 3, "technical", 2)], [5, 6]),
    ([(1, 6, "draw", None), (2, 5, "draw", None)], [3]),
)
"""Points: 1 6+0+2, 2 0+5+2, 3 6+0+6, 4 0+5, 5 2+6+2, 6 2+6+2."""


def test_t_2_head_to_head_stands_before_buchholz() -> None:
    # The second round's win of 2 made a clean one: 1 and 2 have 8 points each, 2 the larger
    # Buchholz (12 + 8 + 10 against 5 + 8 + 10), and 1 won their game.
    state = built(
        6,
        ([(1, 2, "clean", 1), (3, 4, "clean", 3), (5, 6, "draw", None)], ()),
        ([(1, 4, "technical", 4), (2, 3, "clean", 2)], [5, 6]),
        ([(1, 6, "draw", None), (2, 5, "draw", None)], [3]),
    )
    rows = standings(state, RULES)
    assert order(rows) == [3, 5, 6, 1, 2, 4]
    row = by_entry(rows)
    assert (row[1].points, row[1].head_to_head, row[1].buchholz) == (8, 6, 23)
    assert (row[2].points, row[2].head_to_head, row[2].buchholz) == (8, 0, 30)
    # 5 and 6 drew their game; both have Buchholz 10 + 10 (the bye: own points) + 8.
    assert (row[5].head_to_head, row[6].head_to_head) == (2, 2)
    assert (row[5].buchholz, row[6].buchholz) == (28, 28)
    # T.4 parts them: 28 + 28 (own, the bye) + 30 of 2 against 28 + 28 + 23 of 1.
    assert (row[5].opponents_buchholz, row[6].opponents_buchholz) == (86, 79)


def test_t_3_a_bye_counts_as_own_points_and_a_missed_round_as_nothing() -> None:
    row = by_entry(standings(THREE_ROUNDS, RULES))
    assert row[3].buchholz == 5 + 7 + 12  # 4, 2, the bye
    assert row[4].buchholz == 12 + 8  # 3, 1, a round missed


def test_t_3_an_opponent_who_dropped_still_counts() -> None:
    play = Play(5)
    play.start(rounds=2, top_size=0)
    play.favourites_win()
    lost = next(iter(play.state.rounds[0].matches.values()))
    play.drop(lost.a)
    before = by_entry(standings(play.state, RULES))
    assert before[lost.b].buchholz == before[lost.a].points
    assert before[lost.a].dropped


NOT_ALL_MET: tuple[tuple[list[Game], tuple[int, ...]], ...] = (
    ([(2, 3, "clean", 3), (1, 4, "clean", 1), (5, 6, "technical", 5)], ()),
    ([(2, 5, "clean", 2), (3, 6, "technical", 6)], ()),
)
"""1, 2, 3 have 6 points; 3 beat 2, but 1 met neither. Buchholz 0, 11, 11; T.4 22 and 22."""


def test_t_2_is_not_applied_unless_all_tied_met_nor_again_later() -> None:
    state = built(6, *NOT_ALL_MET, ratings=[None, 1_300_000, 1_200_000, None, None, None])
    rows = standings(state, RULES)
    row = by_entry(rows)
    assert (row[1].head_to_head, row[2].head_to_head, row[3].head_to_head) == (None, None, None)
    assert (row[2].buchholz, row[3].buchholz, row[1].buchholz) == (11, 11, 0)
    assert (row[2].opponents_buchholz, row[3].opponents_buchholz) == (22, 22)
    # Left alone by T.3 2 and 3 have met, but T.2 was tried on the three: the rating decides (T.6).
    assert order(rows)[:3] == [2, 3, 1]


def test_t_2_a_chain_of_meetings_is_not_enough() -> None:
    # 1 beat 2, 2 beat 3, all have 6 points; 1 and 3 never met.
    state = built(
        4,
        ([(1, 2, "clean", 1), (3, 4, "technical", 4)], ()),
        ([(2, 3, "clean", 2)], ()),
        ([], [3]),
    )
    row = by_entry(standings(state, RULES))
    assert [row[entry].points for entry in (1, 2, 3, 4)] == [6, 6, 6, 5]
    assert {row[entry].head_to_head for entry in (1, 2, 3)} == {None}
    # T.3: 1 has 6 (of 2); 2 has 6 + 6; 3 has 5 + 6 and his own 6 for the bye.
    assert order(standings(state, RULES)) == [3, 2, 1, 4]


def test_t_5_more_clean_wins_over_the_board() -> None:
    state = built(
        4,
        ([(1, 2, "no_show", 1), (3, 4, "clean", 3)], ()),
    )
    assert order(standings(state, RULES))[:2] == [3, 1]
    assert [row.clean_wins for row in standings(state, RULES)][:2] == [1, 0]


def test_t_6_the_higher_rating_and_skipped_when_anyone_tied_has_none() -> None:
    rounds: tuple[list[Game], tuple[int, ...]] = ([(1, 2, "clean", 1), (3, 4, "clean", 3)], ())
    rated = built(4, rounds, ratings=[1_200_000, 1_210_000, 1_250_000, 1_190_000])
    assert order(standings(rated, RULES)) == [3, 1, 2, 4]
    winners = set()
    for seed in range(20):
        partly = built(4, rounds, ratings=[None, None, 1_250_000, 1_190_000], seed=seed)
        rows = standings(partly, RULES)
        winners.add(rows[0].entry)
        assert rows[0].lot < rows[1].lot
    assert winners == {1, 3}


def test_t_7_the_lot_parts_full_ties_and_places_are_unique() -> None:
    tables = {tuple(order(standings(built(5, seed=seed), RULES))) for seed in range(20)}
    assert len(tables) > 10
    rows = standings(built(5), RULES)
    assert [row.place for row in rows] == [1, 2, 3, 4, 5]
    assert [row.lot for row in rows] == [1, 2, 3, 4, 5]


def test_t_8_the_rule_set_names_the_order() -> None:
    # Without T.2 the larger Buchholz of 2 counts before the game that 1 won.
    state = built(
        6,
        ([(1, 2, "clean", 1), (3, 4, "clean", 3), (5, 6, "draw", None)], ()),
        ([(1, 4, "technical", 4), (2, 3, "clean", 2)], [5, 6]),
        ([(1, 6, "draw", None), (2, 5, "draw", None)], [3]),
    )
    other = replace(RULES, tiebreaks=("points", "buchholz"))
    assert order(standings(state, other))[3:5] == [2, 1]


def _pairs(played: Round) -> list[tuple[int, ...]]:
    return [tuple(match.players) for match in played.matches.values()]


def test_t_8_a_correction_of_an_old_round_changes_every_value() -> None:
    play = Play(4)
    play.start(rounds=3, top_size=0)
    play.favourites_win()
    play.pair()
    play.favourites_win()
    first = play.state.rounds[0].matches[1]
    before = standings(play.state, RULES)
    pairs = _pairs(play.state.rounds[1])
    play.result(1, 1, "clean", max(first.players), expected=1)
    after = standings(play.state, RULES)
    assert by_entry(after)[max(first.players)].points == (
        by_entry(before)[max(first.players)].points + 6
    )
    assert _pairs(play.state.rounds[1]) == pairs


def test_t_8_a_past_table_can_be_shown_and_an_open_table_gives_nothing() -> None:
    assert order(standings(ROUND_ROBIN, RULES, after_round=1))[0] in (1, 3)
    assert [row.points for row in standings(ROUND_ROBIN, RULES, after_round=1)] == [6, 6, 0, 0]
    play = Play(4)
    play.start()
    assert {(row.points, row.buchholz) for row in standings(play.state, RULES)} == {(0, 0)}


def test_s_7_who_left_before_his_first_round_is_in_no_table() -> None:
    play = Play(5)
    play.drop(5)
    play.start()
    assert 5 not in order(standings(play.state, RULES))
