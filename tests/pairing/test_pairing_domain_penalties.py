"""P.10, P.11, R.2, R.7, R.9: penalties at tables and what they do to results."""

import pytest

from services.pairing.domain.decide.penalties import prefilled, suggested
from shared.events.rounds import (
    PenaltyGiven,
    PenaltyLevel,
    PenaltyRevoked,
    ResultCleared,
    ResultCorrected,
    ResultRecorded,
)
from shared.events.tournaments import GamesProjected, Level, TournamentFinished
from tests.pairing.pairing_domain_corrections import Corrected, refused, seen
from tests.pairing.pairing_domain_play import RULES


def started(players: int = 8) -> Corrected:
    play = Corrected(players)
    play.start()
    return play


@pytest.mark.parametrize("level", ["caution", "warning"])
def test_p_10_a_mild_penalty_changes_no_result(level: PenaltyLevel) -> None:
    play = started()
    before = play.state.rounds
    play.penalty(1, level)
    assert play.state.rounds == before
    assert play.events[-1] == PenaltyGiven("p1", 1, "P.5.2", level, 1)


def test_r_2_a_game_loss_is_a_technical_win_of_the_opponent() -> None:
    play = started()
    match = play.state.rounds[0].matches[2]
    play.penalty(match.a, "game_loss")
    assert play.events[-2:] == [
        ResultRecorded(1, 2, "technical", match.b, 1),
        PenaltyGiven("p1", match.a, "P.5.2", "game_loss", 1, ((1, 2, 1),)),
    ]
    assert play.state.entries[match.a].plays(2)


def test_r_9_a_game_that_is_decided_stands_unless_it_is_corrected() -> None:
    play = started()
    match = play.state.rounds[0].matches[1]
    play.result(1, 1, "clean", match.a)
    play.penalty(match.a, "game_loss")
    assert play.state.rounds[0].matches[1].winner == match.a
    play.penalty(match.a, "game_loss", correct=True)
    assert play.events[-2] == ResultCorrected(1, 1, "technical", match.b, 2)
    length = len(play.events)
    play.penalty(match.a, "game_loss", correct=True)  # it is lost already
    assert len(play.events) == length + 1


def test_r_7_both_penalised_have_both_lost() -> None:
    play = started()
    match = play.state.rounds[0].matches[1]
    play.penalty(match.a, "game_loss")
    play.penalty(match.b, "game_loss")
    assert play.state.rounds[0].matches[1].kind == "double_loss"
    play.revoke("p2")
    assert play.state.rounds[0].matches[1].winner == match.b
    assert play.revoke("p1") == (PenaltyRevoked("p1"),)  # something came after: it is left


def test_r_7_the_first_of_two_penalties_revoked_leaves_the_double_loss_to_the_judge() -> None:
    play = started()
    match = play.state.rounds[0].matches[1]
    play.penalty(match.a, "game_loss")
    play.penalty(match.b, "game_loss")
    assert play.revoke("p1") == (PenaltyRevoked("p1"),)
    assert play.state.rounds[0].matches[1].kind == "double_loss"


@pytest.mark.parametrize("level", ["warning", "game_loss"])
def test_r_7_a_double_loss_needs_a_penalty_that_costs_the_game(level: PenaltyLevel) -> None:
    play = started()
    match = play.state.rounds[0].matches[1]
    play.result(1, 1, "draw")
    play.penalty(match.b, level)
    if level == "warning":
        refused("double_loss_needs_penalty", lambda: play.result(1, 1, "double_loss", expected=1))
        return
    play.result(1, 1, "double_loss", expected=1)
    play.revoke("p1")
    refused("double_loss_needs_penalty", lambda: play.correct(1, 2, "double_loss", None))


def test_r_9_the_disqualified_loses_the_current_game_and_is_paired_no_more() -> None:
    play = started()
    play.played(until=1)
    play.pair()
    at = play.state.rounds[1]
    match = at.matches[1]
    past = play.state.rounds[0]
    play.penalty(match.a, "disqualification")
    assert play.state.rounds[0] == past
    assert play.state.rounds[1].matches[1].winner == match.b
    assert play.state.rounds[1].matches[1].kind == "technical"
    play.favourites_win()
    play.pair()
    out = play.state.rounds[2]
    assert out.match_of(match.a) is None and match.a not in out.byes
    place = next(row for row in seen(play.state)["standings"] if row.entry == match.a)
    assert place.place is None


def test_r_9_a_disqualification_for_an_earlier_round_loses_every_open_game_since() -> None:
    play = started()
    play.played(until=1)
    play.pair()
    entry = play.state.rounds[1].matches[1].a
    won = play.state.rounds[0].match_of(entry)
    play.penalty(entry, "disqualification", round_number=1)
    assert play.state.rounds[0].match_of(entry) == won
    assert play.state.rounds[1].matches[1].winner == play.state.rounds[1].matches[1].b
    assert play.state.entries[entry].out_after == 1


def test_r_9_put_and_removed_after_round_5_with_round_2_flipped_the_views_are_a_recompute() -> None:
    play = Corrected(16)
    play.start(rounds=6, top_size=0)
    play.played(until=5)
    plain = Corrected(16)
    plain.start(rounds=6, top_size=0)
    for number in range(1, 6):
        plain.favourites_win()
        if number < 5:
            plain.pair()
    play.flip(2, 3)
    play.penalty(4, "disqualification")
    play.pair()
    assert play.state.rounds[5].match_of(4) is None
    play.rewind(5)
    play.revoke("p1")
    plain.flip(2, 3)  # the same tournament, where nothing else ever happened
    assert {**seen(play.state), "penalties": []} == seen(plain.state)


def test_p_11_revoking_restores_the_table_while_nothing_came_after() -> None:
    play = started()
    before = seen(play.state)
    match = play.state.rounds[0].matches[1]
    play.penalty(match.a, "game_loss")
    assert play.revoke("p1") == (ResultCleared(1, 1, 2), PenaltyRevoked("p1"))
    assert play.revoke("p1") == ()
    assert seen(play.state) == before


def test_p_11_revoking_restores_a_corrected_result_even_later() -> None:
    play = started()
    play.played(until=1)
    before = seen(play.state)
    match = play.state.rounds[0].matches[1]
    winner = match.winner
    assert winner is not None
    play.penalty(winner, "game_loss", correct=True)
    play.pair()
    play.revoke("p1")
    assert play.state.rounds[0].matches[1].winner == winner
    play.rewind(1)
    assert seen(play.state) == before


def test_p_11_a_table_that_was_open_stays_decided_once_the_next_round_is_paired() -> None:
    play = started()
    match = play.state.rounds[0].matches[1]
    play.penalty(match.a, "game_loss")
    play.favourites_win()
    play.pair()
    assert play.revoke("p1") == (PenaltyRevoked("p1"),)
    assert play.state.rounds[0].matches[1].winner == match.b


def test_p_11_what_was_corrected_since_stays() -> None:
    play = started()
    match = play.state.rounds[0].matches[1]
    play.penalty(match.a, "game_loss")
    play.correct(1, 1, "draw", None)
    assert play.revoke("p1") == (PenaltyRevoked("p1"),)
    assert play.state.rounds[0].matches[1].kind == "draw"


def test_p_11_before_round_1_there_is_no_game_to_lose() -> None:
    play = Corrected(4)
    play.penalty(2, "disqualification")
    assert play.events[-1] == PenaltyGiven("p1", 2, "P.5.2", "disqualification", None)
    assert not play.state.entries[2].plays(1)
    refused("round_unknown", lambda: play.penalty(1, "warning", round_number=1))
    play.revoke("p1")
    assert play.state.entries[2].plays(1)


def test_p_11_a_bye_is_no_game() -> None:
    play = started(9)
    (bye,) = play.state.rounds[0].byes
    play.penalty(bye, "game_loss")
    assert play.events[-1] == PenaltyGiven("p1", bye, "P.5.2", "game_loss", 1)


def test_p_10_a_repeat_suggests_one_step_up() -> None:
    play = started()
    said = [suggested(play.state, RULES, 1, "P.5.2")]
    for level in ("warning", "caution", "suspension"):
        play.penalty(1, level)
        said.append(suggested(play.state, RULES, 1, "P.5.2"))
    assert said == [None, "game_loss", "game_loss", "suspension"]
    assert suggested(play.state, RULES, 1, "P.1.1") is None
    assert suggested(play.state, RULES, 2, "P.5.2") is None
    for penalty in ("p1", "p3"):
        play.revoke(penalty)
    assert suggested(play.state, RULES, 1, "P.5.2") == "warning"


@pytest.mark.parametrize(
    ("strictness", "level"),
    [
        ("amateur", "disqualification"),
        ("professional", "disqualification_without_prizes"),
        ("highest", "disqualification_without_prizes"),
    ],
)
def test_p_6_1_cheating_is_prefilled_by_strictness(strictness: Level, level: str) -> None:
    assert prefilled(RULES, strictness, "P.6.1") == level
    assert prefilled(RULES, strictness, "P.6.2") is None
    play = Corrected(4, level=strictness)
    play.penalty(1, None, "P.6.1")
    assert play.state.penalties["p1"].level == level


def test_p_10_the_judge_chooses_where_no_level_is_known() -> None:
    play = started()
    no = refused("level_needed", lambda: play.penalty(1, None))
    assert no.extra["suggested"] is None and "caution" in (no.todo.ru if no.todo else "")
    play.penalty(1, "game_loss")
    no = refused("level_needed", lambda: play.penalty(1, None))
    assert no.extra["suggested"] == "disqualification"


def test_d_4_5_a_penalty_after_the_finish_is_a_revision_if_it_changes_a_result() -> None:
    play = Corrected(4)
    play.to_the_end()
    match = play.state.rounds[0].matches[1]
    assert match.winner is not None
    play.penalty(match.winner, "game_loss", round_number=1)
    assert isinstance(play.events[-1], PenaltyGiven)
    play.penalty(match.winner, "game_loss", round_number=1, correct=True)
    stated = play.events[-1]
    assert isinstance(stated, TournamentFinished) and not isinstance(stated, GamesProjected)
    assert stated.revision == 2
    play.revoke("p2")
    assert play.state.revision == 3


def test_p_11_unknown_penalties_and_entries() -> None:
    play = started()
    refused("penalty_unknown", lambda: play.revoke("p1"))
    refused("entry_unknown", lambda: play.penalty(99, "warning"))
