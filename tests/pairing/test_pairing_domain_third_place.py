"""T.9: the game for the third place, if the judge wants it."""

import pytest

from services.pairing.domain import decide, top
from services.pairing.domain.bracket import bracket
from services.pairing.domain.evolve import fold
from services.pairing.domain.standings import standings
from shared.events.entries import EntryTableFixed
from shared.events.rounds import PenaltyGiven, ResultCorrected, ResultRecorded, RoundPublished
from shared.refusals import Refusal
from tests.pairing.pairing_domain_play import RULES, Play
from tests.pairing.pairing_domain_top import SEMIS, better_seeds_win, in_top, order, top_of_eight

THIRD = (
    *SEMIS,
    ResultRecorded(3, 2, "clean", 2),
    RoundPublished(4, "top", ((1, 1, 2), (2, 4, 3)), hand_tables=(2,)),
    ResultRecorded(4, 1, "clean", 2),
)


@pytest.mark.parametrize(("third", "fourth"), [(3, 4), (4, 3)])
def test_t_9_a_game_for_the_third_place_decides_it(third: int, fourth: int) -> None:
    state = top_of_eight(*THIRD, ResultRecorded(4, 2, "clean", third))
    assert order(state)[:4] == [2, 1, third, fourth]
    beside = bracket(state, state.seeds)[-1].third
    assert beside is not None
    assert beside.players == (4, 3)


def test_t_9_a_semifinal_corrected_after_the_final_leaves_both_games_what_they_were() -> None:
    state = top_of_eight(
        *THIRD, ResultRecorded(4, 2, "clean", 3), ResultCorrected(3, 1, "clean", 4, 2)
    )
    assert order(state)[:4] == [2, 1, 3, 4]


def test_t_9_the_third_place_is_for_those_who_lost_the_semifinals_and_still_play() -> None:
    semis = top_of_eight(*SEMIS, ResultRecorded(3, 2, "clean", 2))
    drawn = top.next_round(semis, semis.seeds)
    assert drawn == top.TopPairing(((1, 2),), (), third=(4, 3))
    gone = fold("t", [PenaltyGiven("p", 4, "5.2", "disqualification", 3)], semis)
    assert top.next_round(gone, gone.seeds) == top.TopPairing(((1, 2),), ())
    absent = top_of_eight(*SEMIS, ResultRecorded(3, 2, "both_absent", None))
    assert top.next_round(absent, absent.seeds) == top.TopPairing((), (1,))


THIRD_PLACE = decide.Wish(third_place=True)


def test_t_9_the_judge_has_the_third_place_played_and_a_fixed_seat_confuses_nothing() -> None:
    play = in_top(4, 4)
    better_seeds_win(play)
    one, two, three, four = play.state.seeds
    play.do([EntryTableFixed(one, 9)])
    play.do(decide.pair_next(play.state, RULES, wish=THIRD_PLACE))
    final = play.state.rounds[-1]
    assert (final.matches[9].players, final.matches[1].players) == ((one, two), (four, three))
    last = bracket(play.state, play.state.seeds)[-1]
    assert (last.duels[0].match, last.third) == (final.matches[9], final.matches[1])


def test_t_9_there_is_no_game_for_the_third_place_where_one_alone_has_lost() -> None:
    play = Play(4)
    play.start(rounds=1, top_size=4)
    play.favourites_win()
    play.drop(standings(play.state, RULES)[-1].entry)
    play.pair()
    better_seeds_win(play)
    with pytest.raises(Refusal) as no:
        decide.pair_next(play.state, RULES, wish=THIRD_PLACE)
    assert (no.value.code, no.value.rule) == ("third_place_impossible", "T.9")
