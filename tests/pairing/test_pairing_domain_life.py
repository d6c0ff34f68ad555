"""2.1.5, D.2.5, D.4.3–D.4.5: announcing, finishing, holding, and what the rating is told."""

from dataclasses import replace
from typing import Any

import pytest

from services.pairing.domain import decide, rated
from services.pairing.domain.decide.settings import AT_ANY_TIME, SETTINGS
from shared.events.tournaments import (
    GamesProjected,
    Plan,
    TournamentAnnulled,
    TournamentFinished,
    TournamentReinstated,
    TournamentReopened,
)
from shared.refusals import Refusal
from shared.rulesets import load
from tests.pairing.pairing_domain_play import ANNOUNCEMENT, NOW, RULES, Game, Play, built


def test_rule_2_1_5_a_tournament_keeps_its_rule_set_and_seed() -> None:
    (created,) = decide.create(replace(ANNOUNCEMENT, name="Кубок"), load("berserk-2024"), 42)
    assert (created.name, created.rule_set, created.seed) == ("Кубок", "berserk-2024", 42)
    assert (created.level, created.official) == ("amateur", False)


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        ({"format": "chess"}, "7.2.1"),
        ({"preset": "solo"}, "7.2.2"),
    ],
)
def test_rule_7_2_1_what_the_rule_set_does_not_know_is_refused(
    wrong: dict[str, Any], rule: str
) -> None:
    with pytest.raises(Refusal) as no:
        decide.create(replace(ANNOUNCEMENT, **wrong), RULES, 1)
    assert (no.value.kind, no.value.rule, no.value.where) == (
        "invalid",
        rule,
        f"body.{next(iter(wrong))}",
    )
    assert no.value.todo is not None


def test_rule_7_0_1_a_tournament_ends_when_all_is_played_and_once() -> None:
    play = Play(4)
    with pytest.raises(Refusal, match="tournament_not_started"):
        play.finish()
    play.start(rounds=1)
    with pytest.raises(Refusal, match="results_open"):
        play.finish()
    play.favourites_win()
    with pytest.raises(Refusal) as no:
        play.finish()
    assert no.value.extra == {"round": 2, "stage": "top"}
    play.pair()
    play.favourites_win()
    (finished,) = play.finish()
    assert isinstance(finished, TournamentFinished)
    assert (finished.revision, finished.finished_at) == (1, NOW)
    assert play.finish() == ()


def test_rule_7_0_1_swiss_rounds_can_not_be_left_out() -> None:
    play = Play(4)
    play.start(rounds=2)
    play.favourites_win()
    with pytest.raises(Refusal) as no:
        play.finish()
    assert no.value.extra == {"round": 2, "stage": "swiss"}


GAMES: tuple[tuple[list[Game], tuple[int, ...]], ...] = (
    ([(1, 2, "clean", 2), (3, 4, "technical", 3), (5, 6, "both_absent", None)], (7,)),
    ([(1, 3, "draw", None), (2, 5, "no_show", 2), (4, 6, "agreed_draw", None)], ()),
)


def test_d_4_4_what_is_rated_and_for_how_much() -> None:
    told = rated.body(TournamentFinished, built(8, *GAMES), RULES, revision=1, finished_at=NOW)
    # The table both stayed away from and the bye are no games; the no-show is one.
    assert told.games == ((1, 2, 0), (3, 4, 2), (1, 3, 1), (2, 5, 2), (4, 6, 1))


def test_d_4_5_participants_were_paired_at_least_once() -> None:
    told = rated.body(TournamentFinished, built(8, *GAMES), RULES, revision=1, finished_at=NOW)
    assert told.participants == 6
    assert [(number, paired) for number, _, paired in told.entries] == [
        *((number, True) for number in range(1, 7)),
        (7, False),
        (8, False),
    ]
    assert (told.family, told.format) == ("constructed", "constructed-classic")


def test_d_4_5_the_games_of_the_top_are_told_too() -> None:
    play = Play(4, official=True)
    play.start(rounds=1)
    play.to_the_end()
    finished = play.events[-1]
    assert isinstance(finished, TournamentFinished)
    assert len(finished.games) == 3
    assert finished.official
    projections = [event for event in play.events if isinstance(event, GamesProjected)]
    assert projections[-1].games == finished.games


def test_d_2_5_hold_and_annulment_share_the_counter_of_the_finish() -> None:
    play = Play(4)
    assert play.do(decide.annul(play.state, "hold")) == (TournamentAnnulled(1, "hold"),)
    assert play.do(decide.annul(play.state, "hold")) == ()
    play.to_the_end()
    assert play.state.revision == 2
    assert play.state.flags == {"hold"}  # a finish lifts nothing
    assert play.do(decide.annul(play.state, "annulled")) == (TournamentAnnulled(3, "annulled"),)
    assert play.do(decide.reinstate(play.state, "hold")) == (TournamentReinstated(4, "hold"),)
    assert play.do(decide.reinstate(play.state, "hold")) == ()
    assert play.state.flags == {"annulled"}


def test_d_4_10_results_are_corrected_under_a_hold_too() -> None:
    play = Play(4)
    play.to_the_end()
    play.do(decide.annul(play.state, "hold"))
    match = play.state.rounds[0].matches[1]
    _, finished = play.result(1, 1, "clean", match.loser, expected=1)
    assert isinstance(finished, TournamentFinished)
    assert finished.revision == 3
    assert play.state.flags == {"hold"}


def test_rule_5_1_a_plan_is_changed_before_round_1_alone() -> None:
    play = Play(4)
    assert play.state.status == "announced"
    plans: tuple[Plan, ...] = ("draft", "registration", "announced", "draft")
    for to in plans:
        play.do(decide.plan(play.state, to, RULES, "2011-10-01"))
        assert play.state.status == to
        assert decide.plan(play.state, to, RULES, "2011-10-01") == ()
    play.start()
    with pytest.raises(Refusal, match="tournament_started"):
        decide.plan(play.state, "announced", RULES, "2011-10-01")


def test_rule_5_1_round_1_of_a_draft_announces_it() -> None:
    play = Play(4, plan="draft", expected=100)
    begun = decide.start_and_pair(play.state, RULES)
    (planned,) = decide.announced_by_play(play.state, begun, RULES)
    assert (planned.plan, planned.warnings) == ("announced", ("large_announced_late",))
    assert decide.announced_by_play(play.state, begun[1:], RULES) == ()
    play.do([planned])
    assert decide.announced_by_play(play.state, begun, RULES) == ()


def test_rule_2_1_5_cancelled_and_resumed_it_stands_where_it_stood() -> None:
    play = Play(4)
    play.start(rounds=2)
    before = play.state
    play.do(decide.cancel(play.state, "note"))
    assert (play.state.status, decide.cancel(play.state, "again")) == ("cancelled", ())
    for command in (play.pair, play.finish, lambda: play.enter("9")):
        with pytest.raises(Refusal, match="tournament_cancelled"):
            command()
    play.do(decide.resume(play.state, None))
    assert decide.resume(play.state, None) == ()
    assert replace(play.state, version=before.version) == before


def test_d_2_5_what_was_ever_finished_is_cancelled_no_more() -> None:
    play = Play(4)
    play.to_the_end()
    for _ in range(2):
        with pytest.raises(Refusal, match="tournament_was_finished"):
            decide.cancel(play.state, None)
        play.do([TournamentReopened()])  # its games are in the ledger until the next finish


def test_law_10_a_change_names_the_settings_that_were_seen() -> None:
    play = Play(4)
    change = {"name": "Иной", "minutes": 40}
    for seen in (None, 0, 2):
        with pytest.raises(Refusal) as no:
            decide.change(play.state, change, RULES, "2011-10-01", seen)
        assert no.value.kind == "precondition"
    play.do(decide.change(play.state, change, RULES, "2011-10-01", 1))
    assert (play.state.created.name, play.state.settings_version) == ("Иной", 2)
    assert decide.change(play.state, change, RULES, "2011-10-01", None) == ()
    play.start()
    play.favourites_win()
    assert play.state.settings_version == 2


@pytest.mark.parametrize("name", sorted(SETTINGS - AT_ANY_TIME - {"zone"}))
def test_rule_7_2_2_after_round_1_what_disturbs_play_is_fixed(name: str) -> None:
    play = Play(4)
    play.start()
    with pytest.raises(Refusal) as no:
        decide.change(play.state, {name: "иное", "minutes": 5}, RULES, "2011-10-01", 1)
    assert (no.value.code, no.value.where) == ("settings_fixed", f"body.{name}")


def test_d_4_3_a_change_that_the_rating_was_told_of_is_told_again_under_the_first_finish() -> None:
    play = Play(4, official=True)
    play.to_the_end()
    first = play.events[-1]
    assert isinstance(first, TournamentFinished)
    told = play.do(decide.change(play.state, {"official": False}, RULES, "2011-11-30", 1))[1:]
    assert told == (replace(first, revision=2, official=False),)
    assert len(play.do(decide.change(play.state, {"minutes": 40}, RULES, "2011-11-30", 2))) == 1
    named = play.do(decide.change(play.state, {"name": "Иной"}, RULES, "2011-11-30", 3))[1:]
    assert named == (replace(first, revision=3, official=False, name="Иной"),)


def test_rule_6_2_a_head_judge_is_nobody_who_plays_but_may_be_who_left() -> None:
    play = Play(4, level="professional")
    with pytest.raises(Refusal, match="head_judge_plays"):
        decide.change(play.state, {"head_judge": "2"}, RULES, "2011-10-01", 1)
    play.drop(2)
    assert decide.change(play.state, {"head_judge": "2"}, RULES, "2011-10-01", 1)
