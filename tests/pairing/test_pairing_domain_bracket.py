"""T.9: brackets that are not full, corrected winners, the third place, the disqualified."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.pairing.domain import top
from services.pairing.domain.bracket import bracket, slots
from services.pairing.domain.evolve import begin, fold
from services.pairing.domain.standings import standings
from services.pairing.domain.top import final_places
from shared.events.rounds import PenaltyGiven, ResultCorrected, ResultRecorded, RoundPublished
from shared.events.tournaments import TopCut, TournamentImported
from tests.pairing.pairing_domain_play import RULES, Play, built
from tests.pairing.pairing_domain_top import (
    EIGHT,
    SEMIS,
    better_seeds_win,
    in_top,
    order,
    top_of_eight,
)


def by_seeds(play: Play) -> list[tuple[set[int], set[int]]]:
    """Every round of the TOP so far: seeds at tables, seeds with an auto-win."""
    seed = {entry: number for number, entry in enumerate(play.state.seeds, start=1)}
    return [
        (
            {seed[entry] for match in each.matches.values() for entry in match.players},
            {seed[entry] for entry in each.byes},
        )
        for each in play.state.top
    ]


@pytest.mark.parametrize(
    ("field", "row"),
    [
        (2, (1, 2)),
        (3, (1, None, 2, 3)),
        (5, (1, None, 4, 5, 2, None, 3, None)),
        (6, (1, None, 4, 5, 2, None, 3, 6)),
        (7, (1, None, 4, 5, 2, 7, 3, 6)),
    ],
)
def test_t_9_the_lowest_seeds_slots_stay_empty(field: int, row: tuple[int | None, ...]) -> None:
    assert slots(range(1, field + 1)) == row


@given(st.integers(2, 300))
def test_t_9_a_bracket_is_the_smallest_that_holds_the_field(field: int) -> None:
    row = slots(range(1, field + 1))
    assert len(row) & (len(row) - 1) == 0
    assert len(row) // 2 < field <= len(row)
    assert sorted(seed for seed in row if seed is not None) == list(range(1, field + 1))
    # Nobody meets nobody in the first round, and 1 can meet 2 only in the last.
    assert all(pair != (None, None) for pair in zip(row[::2], row[1::2], strict=True))
    assert (1 in row[: len(row) // 2]) != (2 in row[: len(row) // 2])


def test_t_9_six_of_an_announced_eight_play_and_the_first_two_have_auto_wins() -> None:
    play = in_top(6, 8)
    assert len(play.state.seeds) == 6
    assert by_seeds(play) == [({3, 4, 5, 6}, {1, 2})]
    better_seeds_win(play)
    play.pair()
    assert by_seeds(play)[1] == ({1, 2, 3, 4}, set())
    better_seeds_win(play)
    play.pair()
    better_seeds_win(play)
    play.finish()
    assert [row.seed for row in final_places(play.state, RULES)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("still", "seeds"), [(1, 0), (2, 2), (3, 3)])
def test_t_9_less_than_two_are_no_top(still: int, seeds: int) -> None:
    play = Play(4)
    play.start(rounds=1, top_size=4)
    play.favourites_win()
    for row in standings(play.state, RULES)[still:]:
        play.drop(row.entry)
    assert len(top.cut(play.state, RULES)) == seeds


def test_r_9_the_cut_passes_over_the_disqualified() -> None:
    play = Play(8)
    play.start(rounds=1, top_size=4)
    play.favourites_win()
    first = top.cut(play.state, RULES)
    play.do([PenaltyGiven("p", first[1], "5.2", "disqualification", 1)])
    (cut, *_) = play.pair()
    assert isinstance(cut, TopCut)
    assert cut.seeds[:3] == (first[0], first[2], first[3])
    assert first[1] not in cut.seeds


def test_r_9_disqualified_in_the_top_is_out_of_the_places_and_keeps_his_swiss_row() -> None:
    play = in_top(8, 4)
    swiss = standings(play.state, RULES)
    one, two, three, four = play.state.seeds
    play.result(2, 1, "clean", one)
    play.result(2, 2, "clean", two)
    play.do([PenaltyGiven("p", one, "5.2", "disqualification", 2)])
    play.pair()
    assert play.state.rounds[-1].byes == (two,)
    assert standings(play.state, RULES) == swiss
    rows = final_places(play.state, RULES)
    assert [(row.place, row.entry) for row in rows[:3]] == [(1, two), (2, three), (3, four)]
    last = rows[-1]
    assert (last.place, last.entry, last.seed, last.disqualified) == (None, one, 1, True)
    assert last.swiss.place == 1
    assert [row.place for row in rows[:-1]] == list(range(1, 8))


def test_t_9_leaving_after_the_cut_moves_neither_seeds_nor_the_swiss_table() -> None:
    play = in_top(8, 4)
    seeds, swiss = play.state.seeds, standings(play.state, RULES)
    for entry in (seeds[0], *(row.entry for row in swiss[4:])):
        play.drop(entry)
    assert play.state.seeds == seeds
    assert standings(play.state, RULES) == swiss


def test_t_8_a_swiss_result_corrected_after_the_cut_moves_the_table_and_no_seed() -> None:
    play = in_top(8, 4)
    seeds, swiss = play.state.seeds, standings(play.state, RULES)
    best = seeds[0]
    table, lost = next(
        (match.table, match.b if match.a == best else match.a)
        for match in play.state.rounds[0].matches.values()
        if best in match.players
    )
    play.result(1, table, "clean", lost, expected=1)
    after = standings(play.state, RULES)
    assert (play.state.seeds, after == swiss) == (seeds, False)
    assert next(row.points for row in after if row.entry == best) == 0
    assert [row.entry for row in final_places(play.state, RULES)][:4] == list(seeds)


def test_t_9_places_while_a_round_is_played_and_who_is_still_in() -> None:
    rows = final_places(top_of_eight(*SEMIS), RULES)
    # 1 won his semifinal, 2 and 3 are at theirs, 4 has lost: then the losers of the quarterfinals.
    assert [row.entry for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert {row.entry for row in rows if row.playing} == {1, 2, 3}


def test_t_9_a_quarterfinal_corrected_after_the_semifinal_moves_nobody_in_the_bracket() -> None:
    state = top_of_eight(
        *SEMIS,
        ResultRecorded(3, 2, "clean", 3),
        ResultCorrected(2, 1, "clean", 8, 2),  # 8 beat 1 after all, but 1 has played on and won
    )
    drawn = top.next_round(state, state.seeds)
    assert drawn is not None
    assert drawn.pairs == ((1, 3),)
    final = fold(
        "t",
        [RoundPublished(4, "top", ((1, 1, 3),)), ResultRecorded(4, 1, "clean", 1)],
        state,
    )
    # 1, 3, then who lost semifinals; 8 stays with those who went out in the quarterfinals, as the
    # best of them.
    assert order(final) == [1, 3, 2, 4, 8, 5, 6, 7]
    quarter = bracket(final, final.seeds)[0].duels[0]
    assert (quarter.match and quarter.match.winner, quarter.on) == (8, 1)


def test_t_9_a_winner_who_left_lost_the_round_that_he_did_not_come_to() -> None:
    play = in_top(8, 8)
    better_seeds_win(play)
    one, _, three, four = play.state.seeds[:4]
    play.drop(four)
    play.pair()
    assert play.state.rounds[-1].byes == (one,)
    better_seeds_win(play)
    assert order(play.state)[2:4] == [three, four]
    assert order(play.state)[4] == play.state.seeds[4]


def test_t_9_rounds_to_come_are_in_the_bracket_with_who_is_in_them() -> None:
    rounds = bracket(top_of_eight(*SEMIS), EIGHT)
    assert [(each.number, each.published) for each in rounds] == [(2, True), (3, True), (4, False)]
    assert [(duel.one, duel.other, duel.on) for duel in rounds[1].duels] == [
        (1, 4, 1),
        (2, 3, None),
    ]
    assert [(duel.one, duel.other) for duel in rounds[2].duels] == [(1, None)]


def test_t_9_an_import_shows_its_rounds_by_table_and_the_game_beside_the_final() -> None:
    created = Play().state.created
    imported = TournamentImported(
        "site",
        "7",
        tuple((number, str(number)) for number in range(1, 6)),
        (
            ("swiss", ((1, 1, 2, "clean", 1), (2, 3, 4, "clean", 3)), (5,)),
            ("top", ((1, 1, 4, "clean", 1), (2, 3, 2, "clean", 3)), ()),
            ("top", ((1, 4, 2, "clean", 2), (2, 1, 3, "clean", 3)), ()),
        ),
    )
    state = fold("t", [imported], begin("t", created))
    rounds = bracket(state, state.seeds)
    assert [(duel.one, duel.other, duel.on) for duel in rounds[0].duels] == [(1, 4, 1), (3, 2, 3)]
    assert [duel.seated for duel in rounds[1].duels] == [(1, 3)]
    assert rounds[1].third is not None
    assert order(state) == [3, 1, 2, 4, 5]


def test_t_9_without_a_top_there_is_no_bracket() -> None:
    state = built(4)
    assert bracket(state, state.seeds) == ()
    assert top.next_round(state, state.seeds) is None
