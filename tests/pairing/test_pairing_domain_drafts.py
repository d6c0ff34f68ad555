"""S.1, S.7, T.9, 7.0.1: drafts, drawing anew, open tables overridden, a game for third place."""

from collections.abc import Callable

import pytest

from services.pairing.domain import decide
from services.pairing.domain.decide import draws
from services.pairing.domain.lots import lot
from services.pairing.domain.top import final_places
from shared.events.base import Event
from shared.events.entries import EntryTableFixed
from shared.events.rounds import (
    ClockPaused,
    ClockStarted,
    PenaltyGiven,
    RoundDraftDiscarded,
    RoundDrafted,
    RoundPublished,
    TableTimeGiven,
)
from shared.events.tournaments import TopCut, TournamentStarted
from shared.refusals import Refusal
from tests.pairing.pairing_domain_play import Play

WITH_OPEN = decide.Wish(override_open=True, reason="note")
THIRD = decide.Wish(third_place=True)


def draft(play: Play, number: int | None = None, redraw: bool = False) -> tuple[Event, ...]:
    return play.do(decide.draft(play.state, play.rules, number, redraw=redraw))


def pair(play: Play, wish: decide.Wish) -> tuple[Event, ...]:
    return play.do(decide.pair_next(play.state, play.rules, wish=wish))


def test_s_1_a_draft_is_published_as_it_was_looked_at() -> None:
    play = Play(9)
    (drafted,) = draft(play)
    assert isinstance(drafted, RoundDrafted) and play.state.rounds == ()
    assert play.state.structure is None and play.state.status == "announced"
    assert draft(play) == ()  # the same again
    started, published = play.do(decide.publish_draft(play.state, play.rules, rounds=3))
    assert isinstance(started, TournamentStarted) and started.rounds == 3
    assert isinstance(published, RoundPublished) and play.state.draft is None
    assert vars(published) == vars(drafted)
    other = Play(9)
    assert other.start()[-1] == published  # what would have been drawn at once


def test_s_1_every_drawing_anew_has_lots_of_its_own_and_stays_in_the_log() -> None:
    play = Play(16)
    draft(play)
    seen = {play.state.draft.matches[1].players} if play.state.draft else set()
    for attempt in (1, 2, 3):
        (drafted,) = draft(play, redraw=True)
        assert isinstance(drafted, RoundDrafted) and drafted.attempt == attempt
        seen.add(drafted.pairs[0][1:])
    assert len(seen) > 1
    assert [type(each) for each in play.events].count(RoundDrafted) == 4
    _, published = play.do(decide.publish_draft(play.state, play.rules))
    assert isinstance(published, RoundPublished) and published.attempt == 3
    first = min(range(1, 17), key=lambda entry: lot(1, "1.3", entry))
    assert first in published.pairs[0][1:]


def test_s_1_what_is_published_is_not_drawn_again() -> None:
    play = Play(4)
    play.start()
    play.favourites_win()
    with pytest.raises(Refusal, match="round_published"):
        draft(play, 1)
    with pytest.raises(Refusal, match="round_out_of_turn"):
        draft(play, 5)
    draft(play, 2)
    assert play.do(decide.publish_draft(play.state, play.rules, 1)) == ()
    assert len(play.do(decide.publish_draft(play.state, play.rules, 2))) == 1


def test_s_1_without_a_draft_nothing_is_published_nor_drawn_anew() -> None:
    play = Play(4)
    with pytest.raises(Refusal, match="no_draft"):
        draft(play, redraw=True)
    with pytest.raises(Refusal, match="no_draft") as no:
        decide.publish_draft(play.state, play.rules)
    assert no.value.todo is not None and "/rounds/draft" in no.value.todo.ru
    assert decide.discard_draft(play.state) == ()
    draft(play)
    assert play.do(decide.discard_draft(play.state)) == (RoundDraftDiscarded(1),)
    with pytest.raises(Refusal, match="no_draft"):
        decide.publish_draft(play.state, play.rules)


@pytest.mark.parametrize(
    "change",
    [
        lambda play: play.drop(1),
        lambda play: play.enter("77"),
        lambda play: play.result(1, 1, "draw", expected=1),
        lambda play: play.do([EntryTableFixed(1, 3)]),
        lambda play: play.do([PenaltyGiven("p", 2, "P.6.1", "disqualification", 1)]),
    ],
    ids=["drop", "late entry", "correction", "fixed table", "disqualification"],
)
def test_s_7_what_changes_who_plays_where_or_a_result_takes_the_draft_away(
    change: Callable[[Play], object],
) -> None:
    play = Play(6)
    play.start(rounds=4)
    play.favourites_win()
    draft(play)
    change(play)
    with pytest.raises(Refusal, match="no_draft"):
        decide.publish_draft(play.state, play.rules, 2)


def test_rule_7_2_1_a_draft_needs_as_many_players_as_the_round() -> None:
    with pytest.raises(Refusal, match="too_few_players"):
        draft(Play(3))
    play = Play(4)
    play.do([PenaltyGiven("p", 2, "P.6.1", "disqualification")])
    with pytest.raises(Refusal, match="too_few_players"):
        draft(play)
    with pytest.raises(Refusal, match="too_few_players"):
        play.start()


def test_t_9_the_cut_is_drafted_with_the_tops_first_round() -> None:
    play = Play(8)
    play.start(rounds=1, top_size=4)
    play.favourites_win()
    (drafted,) = draft(play)
    assert isinstance(drafted, RoundDrafted) and drafted.stage == "top"
    assert play.state.seeds == ()
    with pytest.raises(Refusal, match="top_by_bracket"):
        draft(play, redraw=True)
    first = drafted.pairs[0][1]
    play.drop(first)  # the next of the table is let in
    with pytest.raises(Refusal, match="no_draft"):
        decide.publish_draft(play.state, play.rules)
    draft(play)
    cut, published = play.do(decide.publish_draft(play.state, play.rules))
    assert isinstance(cut, TopCut) and isinstance(published, RoundPublished)
    assert len(cut.seeds) == 4 and first not in cut.seeds
    assert {one for _, *two in published.pairs for one in two} == set(cut.seeds)


def test_rule_7_0_1_open_tables_are_overridden_on_purpose_and_it_is_recorded() -> None:
    play = Play(8)
    play.start(rounds=3, top_size=2)
    play.result(1, 1, "clean", play.state.rounds[0].matches[1].a)
    with pytest.raises(Refusal, match="results_open") as no:
        pair(play, decide.Wish())
    assert no.value.todo is not None and "override_open" in no.value.todo.en
    (second,) = pair(play, WITH_OPEN)
    assert isinstance(second, RoundPublished)
    assert (second.warnings, second.reason) == (("results_open_overridden",), "note")
    with pytest.raises(Refusal, match="results_open") as no:
        pair(play, decide.Wish())
    assert [(row["round"], row["table"]) for row in no.value.details] == [
        (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4),
    ]  # fmt: skip
    before = play.state.rounds[1]
    for table in (2, 3, 4):  # a late result moves no published pairing
        play.result(1, table, "clean", play.state.rounds[0].matches[table].b)
    assert play.state.rounds[1] == before
    play.favourites_win()
    (third,) = pair(play, WITH_OPEN)
    assert isinstance(third, RoundPublished) and third.warnings == ()  # nothing was open


def test_rule_7_0_1_an_open_table_gives_nothing_for_now() -> None:
    play = Play(4, seed=4)
    play.start(rounds=3)
    at = play.state.rounds[0]
    winner = at.matches[1].a
    play.result(1, 1, "clean", winner)
    (second,) = pair(play, WITH_OPEN)
    assert isinstance(second, RoundPublished) and second.rematches == ()
    assert winner in second.pairs[0][1:]  # the only one with points sits first


def test_r_10_open_tables_are_never_overridden_for_the_top() -> None:
    play = Play(8)
    play.start(rounds=1, top_size=4)
    with pytest.raises(Refusal, match="results_open") as no:
        pair(play, WITH_OPEN)  # the cut
    assert no.value.todo is not None and "override_open" not in no.value.todo.en
    play.favourites_win()
    play.pair()
    with pytest.raises(Refusal, match="results_open"):
        pair(play, WITH_OPEN)


def test_t_9_third_place_is_played_with_the_final_if_the_judge_wants_it() -> None:
    play = Play(8)
    play.start(rounds=1, top_size=4)
    with pytest.raises(Refusal, match="results_open"):
        pair(play, THIRD)
    play.favourites_win()
    with pytest.raises(Refusal, match="third_place_impossible"):
        pair(play, THIRD)  # before the semi-finals
    play.pair()
    play.favourites_win()
    losers = {match.loser for match in play.state.rounds[-1].matches.values()}
    (final,) = pair(play, THIRD)
    assert isinstance(final, RoundPublished) and len(final.pairs) == 2
    assert set(final.pairs[1][1:]) == losers and final.rematches == ()
    play.favourites_win()
    with pytest.raises(Refusal, match="all_rounds_played"):
        play.pair()
    assert len(play.finish()) == 1


def test_t_9_third_place_is_told_from_the_final_wherever_they_sit() -> None:
    play = Play(8)
    play.start(rounds=1, top_size=4)
    play.favourites_win()
    play.pair()
    play.favourites_win()
    finalists = {match.winner for match in play.state.rounds[-1].matches.values()}
    play.do([EntryTableFixed(min(one for one in finalists if one), 7)])
    (final,) = pair(play, THIRD)
    assert isinstance(final, RoundPublished)
    assert [table for table, _, _ in final.pairs] == [1, 7] and final.hand_tables == (1,)
    at = play.state.rounds[-1]
    assert [draws.is_for_third_place(play.state, at, at.matches[n]) for n in (1, 7)] == [
        True,
        False,
    ]
    play.favourites_win()
    places = [row.entry for row in final_places(play.state, play.rules)]
    assert set(places[:2]) == finalists and places[2] == min(at.matches[1].players)


def test_t_9_nobody_plays_for_third_place_where_one_left_or_there_was_no_semi_final() -> None:
    play = Play(8)
    play.start(rounds=1, top_size=4)
    play.favourites_win()
    play.pair()
    play.favourites_win()
    loser = play.state.rounds[-1].matches[1].loser
    assert loser is not None
    play.drop(loser)
    with pytest.raises(Refusal, match="third_place_impossible"):
        pair(play, THIRD)
    two = Play(4)
    two.start(rounds=1, top_size=2)
    with pytest.raises(Refusal, match="results_open"):
        pair(two, THIRD)
    two.favourites_win()
    with pytest.raises(Refusal, match="third_place_impossible"):
        pair(two, THIRD)


def test_t_9_third_place_is_not_of_the_swiss() -> None:
    play = Play(4)
    with pytest.raises(Refusal, match="third_place_impossible"):
        decide.start_and_pair(play.state, play.rules, wish=THIRD)


AT = "2026-11-05T10:{:02}:00.000000Z"


def clock(play: Play, action: decide.Action, minute: int, minutes: int | None = None) -> object:
    return play.do(decide.set_clock(play.state, action, AT.format(minute), minutes))


def left(play: Play, minute: int) -> int:
    assert play.state.clock is not None
    return decide.seconds_left(play.state.clock, AT.format(minute))


def test_rule_7_0_1_the_clock_runs_stands_and_goes_on() -> None:
    play = Play(4)
    with pytest.raises(Refusal, match="tournament_not_started"):
        clock(play, "start", 0)
    play.start()
    with pytest.raises(Refusal, match="clock_not_started"):
        clock(play, "pause", 0)
    assert clock(play, "start", 0) == (ClockStarted(1, AT.format(0), 3000),)
    assert clock(play, "start", 5) == () == clock(play, "resume", 5)
    assert left(play, 10) == 2400
    assert clock(play, "pause", 10) == (ClockPaused(1, 2400),)
    assert clock(play, "pause", 20) == () and left(play, 30) == 2400
    assert clock(play, "resume", 30) == (ClockStarted(1, AT.format(30), 2400),)
    assert clock(play, "set", 31, 1) == (ClockStarted(1, AT.format(31), 60),)
    assert left(play, 34) == -120  # over for two minutes
    assert clock(play, "pause", 34) == (ClockPaused(1, -120),)
    assert clock(play, "set", 35, 7) == (ClockPaused(1, 420),)
    with pytest.raises(Refusal, match="clock_needs_minutes"):
        clock(play, "set", 35)
    play.favourites_win()
    play.pair()
    assert play.state.clock is None  # every round begins without one
    assert clock(play, "start", 50, 30) == (ClockStarted(2, AT.format(50), 1800),)


def test_rule_7_0_1_the_rounds_time_is_the_tournaments() -> None:
    play = Play(4, minutes=35)
    play.start()
    assert clock(play, "start", 0) == (ClockStarted(1, AT.format(0), 2100),)


def test_rule_7_0_1_a_table_has_more_time_all_told() -> None:
    play = Play(8)
    play.start()
    given = decide.give_time(play.state, 1, 2, 5)
    assert play.do(given) == (ClockPaused(1, 3000), TableTimeGiven(1, 2, 300))
    assert decide.give_time(play.state, 1, 2, 5) == ()
    assert play.do(decide.give_time(play.state, 1, 2, 8)) == (TableTimeGiven(1, 2, 480),)
    clock(play, "start", 0)
    assert play.state.clock is not None and play.state.clock.more == {2: 480}
    assert left(play, 10) == 2400
    with pytest.raises(Refusal, match="table_unknown"):
        decide.give_time(play.state, 1, 9, 5)
    play.favourites_win()
    play.pair()
    with pytest.raises(Refusal, match="round_is_over"):
        decide.give_time(play.state, 1, 2, 5)
