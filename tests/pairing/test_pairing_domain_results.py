"""R.1–R.10, T.8, law 10: results, repeats, corrections and their revisions."""

import pytest

from services.pairing.domain import decide
from shared.events.rounds import ResultCorrected, ResultKind, ResultRecorded
from shared.events.tournaments import GamesProjected, TournamentFinished
from shared.refusals import Refusal
from tests.pairing.pairing_domain_play import NOW, RULES, Play


def started(players: int = 8) -> Play:
    play = Play(players)
    play.start()
    return play


def test_r_1_a_first_result_and_its_repeat() -> None:
    play = started()
    match = play.state.rounds[0].matches[1]
    assert play.result(1, 1, "clean", match.a) == (ResultRecorded(1, 1, "clean", match.a, 1),)
    assert play.result(1, 1, "clean", match.a) == ()
    assert play.result(1, 1, "clean", match.a, expected=0) == ()


def test_t_8_another_result_needs_the_version_it_replaces() -> None:
    play = started()
    match = play.state.rounds[0].matches[1]
    play.result(1, 1, "clean", match.a)
    with pytest.raises(Refusal) as no:
        play.result(1, 1, "clean", match.b)
    assert (no.value.kind, no.value.code) == ("precondition", "result_differs")
    assert no.value.extra["current"]["version"] == 1
    assert no.value.extra["current"]["winner"] == play.state.entries[match.a].player
    with pytest.raises(Refusal) as no:
        play.result(1, 1, "clean", match.b, expected=7)
    assert (no.value.kind, no.value.code) == ("precondition", "result_differs")
    assert play.result(1, 1, "clean", match.b, expected=1) == (
        ResultCorrected(1, 1, "clean", match.b, 2),
    )
    assert play.result(1, 1, "clean", match.b, expected=1) == ()
    assert play.state.rounds[0].matches[1].version == 2


def test_t_8_three_judges_at_three_tables_never_disturb_each_other() -> None:
    play = started()
    seen = play.state  # each of the judges decides on this same, old state
    decided = [
        decide.record_result(
            seen, RULES, round_number=1, table=table, kind="draw", winner=None, now=NOW
        )
        for table in (3, 1, 2)
    ]
    for events in decided:
        play.do(events)
    assert play.state.rounds[0].open_tables == (4,)


def test_r_7_a_double_loss_without_a_penalty_is_refused() -> None:
    with pytest.raises(Refusal) as no:
        started().result(1, 1, "double_loss")
    assert no.value.rule == "R.7"


@pytest.mark.parametrize("kind", ["clean", "technical", "no_show"])
@pytest.mark.parametrize("winner", [None, 77])
def test_r_1_r_2_r_5_need_a_winner_of_the_table(kind: ResultKind, winner: int | None) -> None:
    with pytest.raises(Refusal, match="winner_not_at_table"):
        started().result(1, 1, kind, winner)


@pytest.mark.parametrize("kind", ["draw", "agreed_draw", "both_absent"])
def test_r_3_r_6_have_no_winner(kind: ResultKind) -> None:
    play = started()
    with pytest.raises(Refusal, match="result_without_winner"):
        play.result(1, 1, kind, play.state.rounds[0].matches[1].a)


def test_rule_7_0_1_unknown_rounds_and_tables() -> None:
    for round_number, table in ((2, 1), (0, 1), (1, 9), (-1, 1)):
        with pytest.raises(Refusal) as no:
            started().result(round_number, table, "draw")
        assert no.value.kind == "not_found"


def test_d_4_5_a_complete_round_and_later_corrections_are_projected() -> None:
    play = started(4)
    first, second = play.state.rounds[0].matches.values()
    assert len(play.result(1, 1, "clean", first.a)) == 1
    _, projected = play.result(1, 2, "draw")
    assert isinstance(projected, GamesProjected)
    assert projected.games == ((first.a, first.b, 2), (second.a, second.b, 1))
    assert (projected.finished_at, projected.revision) == (NOW, 0)
    play.pair()
    _, again = play.result(1, 1, "technical", first.b, expected=1)
    assert isinstance(again, GamesProjected)
    assert again.games[0] == (first.a, first.b, 0)
    assert play.state.finished_at is None


def test_d_4_10_a_correction_after_the_finish_is_a_new_revision_of_the_same_instant() -> None:
    play = started(4)
    play.to_the_end()
    assert (play.state.revision, play.state.finished_at) == (1, NOW)
    match = play.state.rounds[0].matches[1]
    assert match.winner is not None
    loser = match.loser
    corrected, finished = play.result(1, 1, "clean", loser, expected=1)
    assert isinstance(corrected, ResultCorrected)
    assert isinstance(finished, TournamentFinished)
    assert not isinstance(finished, GamesProjected)
    assert (finished.revision, finished.finished_at) == (2, NOW)
    assert finished.games[0] == (match.a, match.b, 2 if loser == match.a else 0)
    assert play.state.revision == 2


def test_d_4_10_the_final_may_be_corrected_after_the_finish() -> None:
    play = started(4)
    play.to_the_end()
    final = play.state.rounds[-1].matches[1]
    assert final.loser is not None
    play.result(len(play.state.rounds), 1, "clean", final.loser, expected=1)
    assert play.state.rounds[-1].matches[1].winner == final.loser


def test_t_8_round_2_corrected_in_the_last_round_leaves_the_pairs_alone() -> None:
    play = started(8)
    play.favourites_win()
    play.pair()
    play.favourites_win()
    play.pair()
    pairs = [match.players for match in play.state.rounds[2].matches.values()]
    play.result(1, 1, "draw", expected=1)
    assert [match.players for match in play.state.rounds[2].matches.values()] == pairs


def test_t_9_a_swiss_correction_after_the_cut_moves_no_seed() -> None:
    play = started(4)
    for _ in range(3):
        play.favourites_win()
        play.pair()
    seeds = play.state.seeds
    match = play.state.rounds[0].matches[1]
    play.result(1, 1, "clean", match.loser, expected=1)
    assert play.state.seeds == seeds
