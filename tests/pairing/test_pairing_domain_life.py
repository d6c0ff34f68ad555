"""2.1.5, D.2.5, D.4.3–D.4.5: announcing, finishing, holding, and what the rating is told."""

from dataclasses import replace
from typing import Any

import pytest

from services.pairing.domain import decide, rated
from shared.events.tournaments import (
    GamesProjected,
    TournamentAnnulled,
    TournamentFinished,
    TournamentReinstated,
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
