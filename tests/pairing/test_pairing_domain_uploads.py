"""2.1.5: what uploads make together, and that what was corrected here outlives them."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairing.domain import decide
from services.pairing.domain.evolve import evolve, fold
from services.pairing.domain.standings import standings
from services.pairing.domain.state import TournamentState
from services.pairing.domain.upload_changes import changes
from services.pairing.domain.uploads import (
    ImportedMatch,
    ImportedRound,
    Upload,
    UploadedPlayer,
    entry_numbers,
)
from shared.events.entries import EntryIdentified
from shared.events.rounds import PenaltyGiven, ResultCorrected, ResultKind
from shared.events.tournaments import TournamentReopened
from shared.refusals import Refusal
from tests.pairing.pairing_domain_play import RULES
from tests.pairing.test_pairing_domain_imports import FINAL, PLAYERS, SWISS, bring

KINDS: tuple[ResultKind, ...] = ("clean", "technical", "no_show")
NAMES = tuple(str(100 + at) for at in range(9))


def some_rounds(chance: Random, rounds: int) -> list[ImportedRound]:
    """Numbered rounds of nine people: four games and a bye each."""
    made = []
    for number in range(1, rounds + 1):
        order = chance.sample(NAMES, len(NAMES))
        matches = []
        for a, b in zip(order[:8:2], order[1:8:2], strict=True):
            winner = chance.choice((a, b, None))
            kind = "draw" if winner is None else chance.choice(KINDS)
            matches.append(ImportedMatch(a, b, kind, winner))
        made.append(ImportedRound("swiss", matches, order[8:], number=number))
    return made


def after(state: TournamentState | None, **said: Any) -> TournamentState:
    return fold("t", bring(state, players=NAMES, **said), state)


def said_of(state: TournamentState) -> Any:
    """Rounds as they are, but for the versions of results, which count what happened."""
    return [
        (each.stage, {t: replace(m, version=0) for t, m in each.matches.items()}, each.byes)
        for each in state.rounds
    ]


@settings(deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 5))
def test_rule_2_1_5_pieces_in_any_order_make_the_same_tournament(
    chance: Random, rounds: int
) -> None:
    whole = some_rounds(chance, rounds)
    pieces = chance.sample(whole, rounds)
    state = None
    for piece in pieces:
        state = after(state, rounds=[piece])
        assert after(state, rounds=[piece]) is state
    one = after(None, rounds=whole)
    assert state is not None
    assert said_of(state) == said_of(one)
    assert standings(state, RULES) == standings(one, RULES)
    assert after(state, rounds=whole, complete=True) is state


@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_d_4_10_corrections_outlive_uploads_unless_they_say_otherwise_of_that_table(
    chance: Random,
) -> None:
    first = some_rounds(chance, 3)
    state = after(None, rounds=first)
    ours: dict[tuple[int, int], ResultKind] = {}
    for each in state.rounds:
        for table, match in each.matches.items():
            if chance.random() < 0.3:
                ours[each.number, table] = "both_absent"
                corrected = ResultCorrected(each.number, table, "both_absent", None, 2)
                state = evolve(state, corrected)
                assert match.version == 1
    assert after(state, rounds=first) is state
    changed: set[tuple[int, int]] = set()
    second: list[ImportedRound] = []
    for said in first:
        matches: list[ImportedMatch] = []
        for table, game in enumerate(said.matches, 1):
            if chance.random() < 0.3:
                changed.add((said.number or 0, table))
                game = replace(game, kind="agreed_draw", winner=None)
            matches.append(game)
        second.append(replace(said, matches=chance.sample(matches, len(matches))))
    before, state = state, after(state, rounds=second)
    for each in state.rounds:
        for table, match in each.matches.items():
            was = before.rounds[each.number - 1].matches[table]
            if (each.number, table) in changed:
                assert (match.kind, match.version) == ("agreed_draw", was.version + 1)
            else:
                assert match == was
                assert (each.number, table) not in ours or match.kind == "both_absent"
    told = changes(before, state)
    assert {(each.round, each.a, each.b) for each in told.tables} == {
        (number, *(before.entries[e].player for e in before.rounds[number - 1].matches[t].players))
        for number, t in changed
    }


def test_an_entry_that_was_mended_here_stays_mended() -> None:
    state = evolve(fold("t", bring()), EntryIdentified(3, "777"))
    assert bring(state) == ()
    changed = fold("t", bring(state, rounds=[replace(SWISS, byes=[], number=1)]), state)
    assert changed.entries[3].player == "777"
    # mended there as well: the very same entry
    mended = [
        replace(m, a="777" if m.a == "303" else m.a, b="777" if m.b == "303" else m.b)
        for m in SWISS.matches
    ]
    players = [p if p != "303" else "777" for p in PLAYERS]
    again = fold("t", bring(state, players=players, rounds=[replace(SWISS, matches=mended)]), state)
    assert [entry.player for entry in again.entries.values()] == players
    assert said_of(again) == said_of(state)


def test_d_2_4_a_person_who_was_merged_meanwhile_is_the_same_entry() -> None:
    state = fold("t", bring())
    players = [p if p != "303" else "909" for p in PLAYERS]
    matches = [replace(m, a="909" if m.a == "303" else m.a) for m in SWISS.matches]
    said: dict[str, Any] = {"players": players, "rounds": [replace(SWISS, matches=matches), FINAL]}
    assert bring(state, into={"303": "909"}, **said) == ()
    apart = fold("t", bring(state, **said), state)
    assert [entry.player for entry in apart.entries.values()] == [*PLAYERS, "909"]


def test_p_11_who_has_a_penalty_here_stays_in_a_complete_upload_without_him() -> None:
    state = fold("t", bring())
    given_ = PenaltyGiven("p1", 5, "P.5.2", "disqualification", 1)
    state = evolve(state, given_)
    rounds = [replace(SWISS, byes=[])]
    after_ = fold("t", bring(state, players=PLAYERS[:4], rounds=rounds, complete=True), state)
    assert after_.entries[5].disqualified
    assert after_.penalties == state.penalties
    assert [row.entry for row in standings(after_, RULES)][-1] == 5


@pytest.mark.parametrize("made", ["reopened", "continued"])
def test_rule_2_1_5_what_goes_on_here_is_not_uploaded_over(made: str) -> None:
    state = evolve(fold("t", bring(rounds=[SWISS], structure=(2, 0))), TournamentReopened())
    if made == "continued":
        state = fold("t", decide.pair_next(state, RULES), state)
    assert bring(state, rounds=[SWISS]) == ()
    with pytest.raises(Refusal) as no:
        bring(state, rounds=[SWISS, FINAL])
    assert (no.value.kind, no.value.code) == ("conflict", "import_kept_here")


def test_7_0_1_a_swiss_round_that_would_follow_the_top_that_is_here_is_refused() -> None:
    state = fold("t", bring())
    with pytest.raises(Refusal) as no:
        bring(state, rounds=[replace(SWISS, number=3)])
    assert no.value.code == "swiss_after_top"


def test_r_7_a_double_loss_is_taken_in_with_its_penalty_alone() -> None:
    match = ImportedMatch("101", "202", "double_loss", penalty=True)
    state = fold("t", bring(rounds=[replace(SWISS, matches=[match, SWISS.matches[1]])]))
    assert state.rounds[0].matches[1].kind == "double_loss"
    with pytest.raises(Refusal) as no:
        bring(rounds=[replace(SWISS, matches=[replace(match, penalty=False)])])
    assert no.value.code == "double_loss_needs_penalty"


def test_s_7_what_an_upload_says_of_players_and_granted_points() -> None:
    players: Sequence[UploadedPlayer] = [
        *(UploadedPlayer(player) for player in PLAYERS[:4]),
        UploadedPlayer("505", 9, (2, 2, None, 1_215_500)),
    ]
    first = replace(SWISS, byes=[], granted=[("505", 2)])
    state = fold("t", bring(players=players, rounds=[first, replace(SWISS, byes=["505"])]))
    late = state.entries[9]
    assert (late.from_round, late.dropped_after, late.rating_milli) == (2, 2, 1_215_500)
    assert dict(state.rounds[0].granted) == {9: 2}
    assert {row.entry: row.points for row in standings(state, RULES)}[9] == 8


def test_what_is_uploaded_is_numbered_as_it_asks_if_the_number_is_free() -> None:
    players = [UploadedPlayer("1", 7), UploadedPlayer("2"), UploadedPlayer("3", 2)]
    upload = Upload("s", "1", players, [])
    assert entry_numbers(upload, None, {}, {}) == {"1": 7, "2": 8, "3": 2}
    assert entry_numbers(upload, None, {2: "2"}, {}) == {"1": 7, "2": 2, "3": 8}
