"""T.8, D.4.10: corrections at any time: no pairing moves, and what would have been is reported."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairing.domain.consequences import Consequences, Moved, PlayedOn
from services.pairing.domain.decide.guards import stage_due
from services.pairing.domain.standings import standings
from services.pairing.domain.state import TournamentState
from services.pairing.domain.top import cut, final_places
from shared.events.tournaments import GamesProjected, TournamentFinished
from tests.pairing.pairing_domain_corrections import Corrected, refused
from tests.pairing.pairing_domain_play import RULES
from tests.pairing.test_pairing_domain_whole import any_result


def places(state: TournamentState) -> dict[int, int | None]:
    return {row.entry: row.place for row in final_places(state, RULES)}


def test_t_8_round_2_flipped_after_round_5_moves_places_and_no_pair() -> None:
    play = Corrected(16)
    play.start(rounds=6, top_size=0)
    play.played(until=5)
    before, pairs = places(play.state), _pairs(play.state)
    told = play.flip(2, 1)
    after = places(play.state)
    assert _pairs(play.state) == pairs
    assert {each.entry: (each.before, each.after) for each in told.places} == {
        entry: (before[entry], after[entry]) for entry in after if before[entry] != after[entry]
    }
    assert told.places and (told.cut, told.bracket, told.byes) == (None, (), ())


def _pairs(state: TournamentState) -> list[object]:
    return [
        (at.byes, [(match.table, match.players) for match in at.matches.values()])
        for at in state.rounds
    ]


def test_s_4_a_bye_that_another_would_have_had_is_reported() -> None:
    play = Corrected(5)
    play.start(rounds=3, top_size=0)
    play.played(until=1)
    play.pair()
    (bye,) = play.state.rounds[1].byes
    lost = play.state.rounds[0].match_of(bye)
    assert lost is not None and lost.winner != bye
    told = play.flip(1, lost.table)  # he has won by now, and was no candidate
    (instead,) = told.byes
    assert (instead.round, instead.had) == (2, bye)
    assert lost.winner in instead.due and bye not in instead.due
    assert play.state.rounds[1].byes == (bye,)


def test_t_9_a_cut_that_would_be_another_is_reported_and_the_bracket_stays() -> None:
    play = Corrected(8)
    play.start(rounds=3, top_size=4)
    play.played(until=3)
    play.pair()
    seeds = play.state.seeds
    outsider = next(row.entry for row in standings(play.state, RULES) if row.entry not in seeds)
    lost = [
        (at.number, match.table)
        for at in play.state.swiss
        if (match := at.match_of(outsider)) is not None and match.loser == outsider
    ]
    told = Consequences()
    for number, table in lost:
        told = play.flip(number, table)
    assert play.state.seeds == seeds
    assert told.cut is not None
    assert outsider in told.cut.seeds
    assert cut(_before_the_cut(play.state), RULES) == told.cut.seeds
    assert set(told.cut.into) == set(told.cut.seeds) - set(seeds)
    assert set(told.cut.out) == set(seeds) - set(told.cut.seeds)
    for number, table in reversed(lost):
        told = play.flip(number, table)
    assert told.cut is None  # put back: it is the bracket's cut again


def _before_the_cut(state: TournamentState) -> TournamentState:
    return replace(state, rounds=state.swiss, seeds=())


def test_t_9_a_quarter_finals_winner_is_replaced_after_the_semi_final_was_played() -> None:
    play = Corrected(16)
    play.start(rounds=4, top_size=8)
    play.played(until=4)
    while stage_due(play.state):
        play.pair()
        play.favourites_win()
    play.finish()
    quarter = play.state.top[0]
    semi = play.state.top[1]
    match = next(m for m in quarter.matches.values() if m.winner in semi.matches[1].players)
    played, instead = match.winner, match.loser
    champion = final_places(play.state, RULES)[0].entry
    told = play.flip(quarter.number, match.table)
    assert told.bracket == (PlayedOn(semi.number, played or 0, instead),)
    assert play.state.top[1] == semi  # what was played stays
    after = final_places(play.state, RULES)
    assert after[0].entry == champion
    assert [row.place for row in after] == list(range(1, 17))
    stated = play.events[-1]
    assert isinstance(stated, TournamentFinished) and not isinstance(stated, GamesProjected)
    assert (stated.revision, stated.finished_at) == (2, play.state.finished_at)


def test_t_9_a_winner_replaced_before_anybody_played_on_just_goes_on() -> None:
    play = Corrected(8)
    play.start(rounds=3, top_size=4)
    play.played(until=3)
    play.pair()
    play.favourites_win()
    semi = play.state.top[0].matches[1]
    told = play.flip(play.state.top[0].number, 1)
    assert told.bracket == ()
    play.pair()
    assert semi.loser in [one for m in play.state.top[1].matches.values() for one in m.players]


def test_t_8_a_result_sent_twice_then_with_the_winner_swapped() -> None:
    play = Corrected(4)
    play.start()
    match = play.state.rounds[0].matches[1]
    play.result(1, 1, "clean", match.a)
    points = {row.entry: row.points for row in standings(play.state, RULES)}
    assert play.result(1, 1, "clean", match.a) == ()
    refused("result_differs", lambda: play.result(1, 1, "clean", match.b))
    told = play.correct(1, 1, "clean", match.b)
    now = {row.entry: row.points for row in standings(play.state, RULES)}
    assert (now[match.a], now[match.b]) == (points[match.b], points[match.a])
    assert {each.entry for each in told.places} >= {match.a, match.b}


def test_r_9_a_disqualified_place_is_none_in_the_report() -> None:
    play = Corrected(4)
    play.start()
    play.favourites_win()
    out = play.state.rounds[0].matches[1].a
    play.penalty(out, "disqualification")
    told = play.flip(1, 2)
    assert Moved(out, None, None) not in told.places


@given(st.integers(4, 17), st.integers(0, 100_000))
@settings(max_examples=40, deadline=None)
def test_t_8_whatever_is_corrected_no_pairing_moves_and_the_report_is_a_recompute(
    players: int, seed: int
) -> None:
    chance = random.Random(seed)
    play = Corrected(players, seed=seed)
    play.start()
    play.favourites_win()
    while stage_due(play.state):
        play.pair()
        play.favourites_win()
    if chance.random() < 0.5:
        play.finish()
    for _ in range(4):
        at = chance.choice(play.state.rounds)
        match = chance.choice(list(at.matches.values()))
        before, pairs, seeds = places(play.state), _pairs(play.state), play.state.seeds
        told = play.correct(at.number, match.table, *any_result(chance, match, at.stage))
        after = places(play.state)
        assert (_pairs(play.state), play.state.seeds) == (pairs, seeds)
        assert sorted((each.entry, each.before, each.after) for each in told.places) == sorted(
            (entry, before[entry], after[entry]) for entry in after if before[entry] != after[entry]
        )
        if told.cut:
            assert told.cut.seeds == cut(_before_the_cut(play.state), RULES) != seeds


@pytest.mark.parametrize("finished", [False, True])
def test_t_8_a_result_of_the_wrong_table_is_cleared_before_the_finish(finished: bool) -> None:
    play = Corrected(4)
    play.start(rounds=1, top_size=0)
    play.favourites_win()
    if finished:
        play.finish()
        refused("finished_needs_results", lambda: play.clear(1, 1, 1))
        return
    refused("result_differs", lambda: play.clear(1, 1, None))
    refused("result_differs", lambda: play.clear(1, 1, 2))
    _, projected = play.clear(1, 1, 1)
    assert isinstance(projected, GamesProjected) and len(projected.games) == 1
    assert play.clear(1, 1, None) == ()
    assert play.state.rounds[0].open_tables == (1,)
    match = play.state.rounds[0].matches[1]
    play.result(1, 1, "clean", match.b)
    assert play.state.rounds[0].matches[1].version == 3


def test_t_9_a_result_that_somebody_played_on_from_is_not_cleared() -> None:
    play = Corrected(8)
    play.start(rounds=3, top_size=4)
    play.played(until=3)
    play.pair()
    play.favourites_win()
    play.pair()
    refused("played_on", lambda: play.clear(4, 1, 1))
    play.clear(1, 1, 1)  # a Swiss one may be
