"""T.9: the bracket, empty slots, and final places."""

import pytest

from services.pairing.domain import top
from services.pairing.domain.bracket import slots
from services.pairing.domain.evolve import begin, evolve
from services.pairing.domain.top import final_places
from shared.events.tournaments import TopCut, TournamentImported
from shared.refusals import Refusal
from tests.pairing.pairing_domain_play import RULES, Play
from tests.pairing.pairing_domain_top import better_seeds_win, in_top


def by_seed(play: Play) -> dict[int, int]:
    return {entry: seed for seed, entry in enumerate(play.state.seeds, start=1)}


def current_pairs(play: Play) -> list[set[int]]:
    seed = by_seed(play)
    return [
        {seed[one] for one in match.players} for match in play.state.rounds[-1].matches.values()
    ]


@pytest.mark.parametrize(
    ("size", "row"),
    [
        (2, (1, 2)),
        (4, (1, 4, 2, 3)),
        (8, (1, 8, 4, 5, 2, 7, 3, 6)),
        (16, (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)),
    ],
)
def test_t_9_the_bracket_of_every_size(size: int, row: tuple[int, ...]) -> None:
    assert slots(range(1, size + 1)) == row


@pytest.mark.parametrize(
    ("wanted", "players", "used"),
    [(8, 20, 8), (8, 7, 4), (8, 8, 8), (4, 3, 2), (8, 1, 0), (0, 9, 0), (6, 9, 4)],
)
def test_t_9_a_smaller_field_takes_the_largest_power_of_two(
    wanted: int, players: int, used: int
) -> None:
    assert top.size(wanted, players) == used


def test_t_9_eight_play_1_8_4_5_2_7_3_6_without_a_reshuffle() -> None:
    play = in_top(10, 8)
    assert current_pairs(play) == [{1, 8}, {4, 5}, {2, 7}, {3, 6}]
    better_seeds_win(play)
    play.pair()
    assert current_pairs(play) == [{1, 4}, {2, 3}]
    better_seeds_win(play)
    play.pair()
    assert current_pairs(play) == [{1, 2}]
    better_seeds_win(play)
    seeds = by_seed(play)
    places = [seeds.get(row.entry) for row in final_places(play.state, RULES)]
    assert places == [1, 2, 3, 4, 5, 6, 7, 8, None, None]


def test_t_9_losers_of_one_round_are_placed_by_seed() -> None:
    play = in_top(8, 4)
    one, two, three, four = play.state.seeds
    play.result(2, 1, "clean", four)
    play.result(2, 2, "technical", three)
    play.pair()
    play.result(3, 1, "no_show", four)
    places = [row.entry for row in final_places(play.state, RULES)]
    assert places[:4] == [four, three, one, two]
    assert [row.place for row in final_places(play.state, RULES)] == list(range(1, 9))


def test_t_9_both_absent_nobody_advances_and_the_next_has_an_auto_win() -> None:
    play = in_top(8, 4)
    one, two, three, four = play.state.seeds
    play.result(2, 1, "both_absent")
    play.result(2, 2, "clean", three)
    play.pair()
    assert (dict(play.state.rounds[-1].matches), play.state.rounds[-1].byes) == ({}, (three,))
    with pytest.raises(Refusal, match="all_rounds_played"):
        play.pair()
    play.finish()
    assert [row.entry for row in final_places(play.state, RULES)][:4] == [three, one, two, four]


def test_t_9_nobody_comes_to_the_top_and_it_is_over() -> None:
    play = in_top(8, 4)
    play.result(2, 1, "both_absent")
    play.result(2, 2, "both_absent")
    play.finish()
    assert [row.entry for row in final_places(play.state, RULES)][:4] == list(play.state.seeds)


def test_t_9_an_auto_win_can_come_twice() -> None:
    play = in_top(10, 8)
    seeds = play.state.seeds
    better = {1: seeds[0], 3: seeds[1], 4: seeds[2]}
    play.result(2, 2, "both_absent")
    for table, winner in better.items():
        play.result(2, table, "clean", winner)
    play.pair()
    assert play.state.rounds[-1].byes == (seeds[0],)
    play.result(3, 1, "both_absent")
    play.pair()
    assert play.state.rounds[-1].byes == (seeds[0],)
    assert not play.state.rounds[-1].matches


def test_s_7_who_dropped_in_the_top_leaves_his_opponent_an_auto_win() -> None:
    play = in_top(8, 4)
    one, two, three, four = play.state.seeds
    play.result(2, 1, "clean", one)
    play.result(2, 2, "clean", two)
    play.drop(one)
    play.pair()
    assert play.state.rounds[-1].byes == (two,)
    assert [row.entry for row in final_places(play.state, RULES)][:4] == [two, one, three, four]


def test_t_9_who_dropped_before_the_cut_is_not_in_it_and_later_drops_move_no_seed() -> None:
    play = Play(8)
    play.start(rounds=1, top_size=4)
    play.favourites_win()
    first = top.cut(play.state, RULES)
    play.drop(first[0])
    assert top.cut(play.state, RULES)[:3] == first[1:]
    (cut, *_) = play.pair()
    assert isinstance(cut, TopCut)
    play.drop(first[1])
    assert play.state.seeds == cut.seeds


def test_r_10_a_draw_in_the_top_is_refused() -> None:
    play = in_top(8, 4)
    for kind in ("draw", "agreed_draw"):
        with pytest.raises(Refusal) as no:
            play.result(2, 1, kind)
        assert no.value.rule == "R.10"


def test_t_9_a_semifinal_corrected_after_the_final_was_paired_moves_nobody_in_the_bracket() -> None:
    play = in_top(8, 4)
    one, two, three, four = play.state.seeds
    play.result(2, 1, "clean", one)
    play.result(2, 2, "clean", two)
    play.result(2, 1, "clean", four, expected=1)  # nothing was paired on it yet
    play.pair()
    assert set(play.state.rounds[-1].matches[1].players) == {four, two}
    play.result(2, 1, "technical", one, expected=2)
    play.result(3, 1, "clean", four)
    # 4 played the final and won it; 1 won the semifinal by now and stays the best of its losers.
    assert [row.entry for row in final_places(play.state, RULES)][:4] == [four, two, one, three]


@pytest.mark.parametrize(("third", "fourth"), [(2, 4), (4, 2)])
def test_t_9_third_place_by_a_game_in_an_imported_top(third: int, fourth: int) -> None:
    play = Play()
    imported = TournamentImported(
        "site",
        "7",
        tuple((number, str(number)) for number in range(1, 5)),
        (
            ("swiss", ((1, 1, 2, "clean", 1), (2, 3, 4, "clean", 3)), ()),
            ("top", ((1, 1, 4, "clean", 1), (2, 3, 2, "clean", 3)), ()),
            ("top", ((1, 1, 3, "clean", 3), (2, 4, 2, "clean", third)), ()),
        ),
    )
    state = evolve(begin("t", play.state.created), imported)
    assert [row.entry for row in final_places(state, RULES)] == [3, 1, third, fourth]
    assert {row.seed for row in final_places(state, RULES)} == {None}
    assert state.structure is not None
    assert (state.structure.rounds, state.structure.top) == (1, 4)


def test_t_9_without_a_top_the_swiss_table_is_the_result() -> None:
    play = Play(6)
    play.start(rounds=2, top_size=0)
    play.to_the_end()
    assert play.state.seeds == ()
    assert all(row.place == row.swiss.place for row in final_places(play.state, RULES))
