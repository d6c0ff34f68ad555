"""7.0.1, 7.2.1, 7.2.2, S.1, S.7: starting, pairing in turn, entering and leaving."""

from dataclasses import replace

import pytest

from services.pairing.domain import decide
from shared.events.entries import EntryAdded, EntryDropped
from shared.events.rounds import RoundPublished
from shared.events.tournaments import TopCut, TournamentStarted
from shared.refusals import Refusal
from shared.rulesets.model import Preset
from tests.pairing.pairing_domain_play import RULES, Play


@pytest.mark.parametrize(
    ("players", "rounds", "top"),
    [(4, 3, 2), (8, 3, 2), (9, 4, 4), (17, 5, 8), (33, 6, 8), (65, 7, 16), (129, 8, 16)],
)
def test_rule_7_2_2_rounds_and_top_by_the_number_of_players(
    players: int, rounds: int, top: int
) -> None:
    play = Play(players)
    started, published = play.start()
    assert isinstance(started, TournamentStarted)
    assert isinstance(published, RoundPublished)
    assert (started.rounds, started.top, started.warnings) == (rounds, top, ())
    assert len(published.pairs) == players // 2
    assert len(published.byes) == players % 2


def test_rule_7_2_2_the_judge_may_override_before_round_1_and_it_is_recorded() -> None:
    play = Play(6)
    (started, _) = play.start(rounds=4, top_size=0, warnings=("ratings_unknown",))
    assert isinstance(started, TournamentStarted)
    assert (started.rounds, started.top) == (4, 0)
    assert started.warnings == ("rounds_overridden", "top_overridden", "ratings_unknown")
    assert play.start(rounds=4) == ()
    with pytest.raises(Refusal) as no:
        play.start(rounds=3)
    assert (no.value.kind, no.value.rule) == ("conflict", "7.2.2")


def test_rule_7_2_2_those_who_dropped_before_round_1_are_not_counted() -> None:
    play = Play(9)
    play.drop(9)
    started = play.start()[0]
    assert isinstance(started, TournamentStarted)
    assert (started.rounds, started.top) == (3, 2)


@pytest.mark.parametrize(("players", "top"), [(8, 4), (13, 4), (17, 8), (40, 16)])
def test_rule_n_2_the_regional_preset_half_the_field_in_the_top(players: int, top: int) -> None:
    regional = replace(RULES, presets={"regional": Preset(rounds=4, top_share=2)})
    started = Play(players, rules=regional, preset="regional").start()[0]
    assert isinstance(started, TournamentStarted)
    assert (started.rounds, started.top, started.warnings) == (4, top, ())


@pytest.mark.parametrize("wrong", [{"top_size": 6}, {"top_size": 1}, {"rounds": 0}])
def test_rule_7_2_2_impossible_structures_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(Refusal) as no:
        Play(8).start(**wrong)
    assert no.value.kind == "invalid"
    assert no.value.rule in ("T.9", "7.2.2")


def test_rule_7_2_1_fewer_than_four_are_refused() -> None:
    with pytest.raises(Refusal) as no:
        Play(3).start()
    assert (no.value.rule, no.value.extra) == ("7.2.1", {"players": 3, "minimum": 4})
    play = Play(4)
    play.drop(2)
    with pytest.raises(Refusal, match="too_few_players"):
        play.start()


def test_t_6_ratings_are_frozen_with_round_1() -> None:
    play = Play(4)
    play.start(ratings={"1": 1_234_000, "3": 1_100_500})
    assert [entry.rating_milli for entry in play.state.entries.values()] == [
        1_234_000,
        None,
        1_100_500,
        None,
    ]


def test_rule_7_0_1_open_tables_are_named() -> None:
    play = Play(8)
    play.start()
    play.result(1, 2, "draw")
    with pytest.raises(Refusal) as no:
        play.pair()
    assert (no.value.kind, no.value.code) == ("conflict", "results_open")
    assert [row["table"] for row in no.value.details] == [1, 3, 4]
    assert "1, 3, 4" in no.value.message.ru


def test_rule_7_0_1_two_who_ask_for_a_round_at_once_get_one() -> None:
    play = Play(4)
    play.start()
    play.favourites_win()
    assert len(play.pair(2)) == 1
    assert play.pair(2) == ()
    assert play.start() == ()
    with pytest.raises(Refusal, match="round_out_of_turn"):
        play.pair(4)


def test_rule_7_0_1_no_round_before_the_start() -> None:
    with pytest.raises(Refusal, match="tournament_not_started"):
        Play(4).pair()


def test_rule_7_0_1_the_top_follows_the_last_swiss_round_then_nothing() -> None:
    play = Play(4)
    play.start()
    for _ in range(2):
        play.favourites_win()
        play.pair()
    play.favourites_win()
    assert [each.stage for each in play.state.rounds] == ["swiss"] * 3
    cut, final = play.pair()
    assert isinstance(cut, TopCut)
    assert isinstance(final, RoundPublished)
    assert (final.round, final.stage, set(final.pairs[0][1:])) == (4, "top", set(cut.seeds))
    play.favourites_win()
    with pytest.raises(Refusal) as no:
        play.pair()
    assert no.value.code == "all_rounds_played"
    assert no.value.todo is not None
    assert no.value.todo.en == "Finish the tournament."


def test_s_2_a_rematch_that_cant_be_avoided_is_shown() -> None:
    play = Play(4)
    play.start(rounds=4, top_size=0)
    for _ in range(3):
        play.favourites_win()
        published = play.pair()[0]
    assert isinstance(published, RoundPublished)
    assert published.rematches == (1, 2)


def test_rule_2_1_3_a_player_enters_once() -> None:
    play = Play()
    assert play.enter("105", "213") == (EntryAdded(1, "105"), EntryAdded(2, "213"))
    with pytest.raises(Refusal) as no:
        play.enter("321", "213", "321")
    assert (no.value.kind, no.value.rule) == ("conflict", "2.1.3")
    assert [row["player"] for row in no.value.details] == ["213", "321"]
    assert len(play.state.entries) == 2


def test_s_7_a_late_entry_plays_from_the_next_round_with_no_points() -> None:
    play = Play(4)
    play.start(rounds=3)
    late = play.do(decide.add_entries(play.state, [decide.Newcomer("99", 1_200_000)]))
    assert late == (EntryAdded(5, "99", 2, 1_200_000),)
    play.favourites_win()
    published = play.pair()[0]
    assert isinstance(published, RoundPublished)
    assert published.byes == (5,)  # no bye yet, and the fewest points but for an equal (S.4)


def test_s_7_nobody_enters_after_the_last_swiss_round_is_out() -> None:
    play = Play(4)
    play.start(rounds=1)
    with pytest.raises(Refusal, match="entry_too_late"):
        play.enter("9")
    play.to_the_end()
    with pytest.raises(Refusal, match="tournament_finished"):
        play.enter("9")
    with pytest.raises(Refusal, match="tournament_finished"):
        play.drop(1)


def test_s_7_a_drop_is_after_the_current_round_and_happens_once() -> None:
    play = Play(6)
    play.start()
    assert play.drop(3) == (EntryDropped(3, 1),)
    assert play.drop(3) == ()
    play.favourites_win()
    published = play.pair()[0]
    assert isinstance(published, RoundPublished)
    seated = {entry for _, *pair in published.pairs for entry in pair} | set(published.byes)
    assert seated == {1, 2, 4, 5, 6}
    with pytest.raises(Refusal) as no:
        play.drop(17)
    assert (no.value.kind, no.value.where) == ("not_found", "entry")


def test_s_7_all_leave_and_the_tournament_ends_cleanly() -> None:
    play = Play(4)
    play.start()
    play.favourites_win()
    for entry in (1, 2, 3):
        play.drop(entry)
    with pytest.raises(Refusal, match="all_rounds_played"):
        play.pair()
    assert len(play.finish()) == 1
    assert play.state.status == "finished"
