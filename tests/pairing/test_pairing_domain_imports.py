"""2.1.5, 7.0.1, 7.2.1: importing a finished tournament, whole or not at all."""

from dataclasses import replace
from typing import Any

import pytest

from services.pairing.domain import decide
from services.pairing.domain.evolve import fold
from services.pairing.domain.standings import standings
from services.pairing.domain.state import TournamentState
from services.pairing.domain.uploads import ImportedMatch, ImportedRound, Upload, UploadedPlayer
from shared.events.base import Event
from shared.events.tournaments import TournamentCreated, TournamentFinished, TournamentImported
from shared.refusals import Refusal
from tests.pairing.pairing_domain_play import ANNOUNCEMENT, NOW, RULES

PLAYERS = ("101", "202", "303", "404", "505")
SWISS = ImportedRound(
    "swiss",
    [ImportedMatch("101", "202", "clean", "202"), ImportedMatch("303", "404", "draw")],
    ["505"],
)
FINAL = ImportedRound("top", [ImportedMatch("202", "505", "technical", "505")])


def bring(state: TournamentState | None = None, **other: Any) -> tuple[Event, ...]:
    """An upload of PLAYERS, SWISS and FINAL, or of what is said otherwise."""
    beside: dict[str, Any] = {"finished_at": NOW, "seed": 3, "into": {}, "suspended": False}
    beside |= {name: other.pop(name) for name in tuple(beside) if name in other}
    announcement = other.pop("announcement", ANNOUNCEMENT)
    said = {
        name: getattr(announcement, name) for name in ("name", "city", "date", "format", "level")
    }
    content: dict[str, Any] = {
        "source": "site.example",
        "external_id": "4711",
        "players": PLAYERS,
        "rounds": [SWISS, FINAL],
        "said": {**said, "finished_at": beside["finished_at"]},
        **other,
    }
    content["players"] = [
        each if isinstance(each, UploadedPlayer) else UploadedPlayer(each)
        for each in content["players"]
    ]
    return decide.import_finished(
        state, RULES, announcement, Upload(**content), decide.Circumstances(**beside)
    )


def test_rule_2_1_5_an_import_is_created_imported_and_finished() -> None:
    created, imported, finished = bring()
    assert isinstance(created, TournamentCreated)
    assert isinstance(imported, TournamentImported)
    assert imported.entries[0] == (1, "101")
    assert imported.rounds[0] == ("swiss", ((1, 1, 2, "clean", 2), (2, 3, 4, "draw", None)), (5,))
    assert isinstance(finished, TournamentFinished)
    assert finished.games == ((1, 2, 0), (3, 4, 1), (2, 5, 0))
    assert (finished.participants, finished.revision) == (5, 1)
    state = fold("t", bring())
    assert (state.status, state.version) == ("finished", 3)
    assert [row.points for row in standings(state, RULES)] == [6, 6, 2, 2, 0]


def test_t_6_an_import_states_no_ratings() -> None:
    rows = standings(fold("t", bring()), RULES)
    assert {row.rating_milli for row in rows} == {None}


def test_rule_2_1_5_the_same_upload_again_changes_nothing() -> None:
    state = fold("t", bring())
    assert bring(state) == ()
    assert bring(state, seed=99) == ()
    assert bring(state, complete=True) == ()
    turned = ImportedRound("swiss", [replace(m, a=m.b, b=m.a) for m in SWISS.matches], SWISS.byes)
    shuffled = replace(turned, matches=turned.matches[::-1])
    assert bring(state, rounds=[shuffled, FINAL], players=PLAYERS[::-1]) == ()
    assert bring(state, rounds=[SWISS]) == ()
    assert bring(state, rounds=[replace(FINAL, number=2)]) == ()


def test_d_4_10_an_imported_result_is_corrected_and_the_upload_stays_known() -> None:
    state = fold("t", bring())
    events = decide.record_result(
        state,
        RULES,
        round_number=1,
        table=2,
        kind="clean",
        winner=3,
        now=NOW,
        expected_version=1,
    )
    state = fold("t", events, state)
    assert state.revision == 2
    assert bring(state) == ()


def test_rule_7_2_1_fewer_than_four_players() -> None:
    games = [ImportedMatch("101", "202", "clean", "101")]
    with pytest.raises(Refusal) as no:
        bring(players=PLAYERS[:3], rounds=[ImportedRound("swiss", games, ["303"])])
    assert (no.value.rule, no.value.code) == ("7.2.1", "too_few_players")


def test_rule_7_2_1_one_who_is_in_no_round_is_not_counted() -> None:
    games = [ImportedMatch("101", "202", "clean", "101")]
    with pytest.raises(Refusal) as no:
        bring(players=PLAYERS[:4], rounds=[ImportedRound("swiss", games, ["303"])])
    assert (no.value.rule, no.value.code) == ("7.2.1", "too_few_players")
    assert no.value.extra == {"players": 3, "minimum": 4}
    bring(players=PLAYERS[:4], rounds=[ImportedRound("swiss", games, ["303", "404"])])


def swiss(*matches: ImportedMatch, byes: tuple[str, ...] = ()) -> ImportedRound:
    return ImportedRound("swiss", matches, byes)


GOOD = ImportedMatch("101", "202", "clean", "101")


@pytest.mark.parametrize(
    ("rounds", "rule", "code", "where"),
    [
        (
            [swiss(ImportedMatch("101", "101", "draw"))],
            "S.2",
            "player_meets_himself",
            "rounds.0.matches.0.b",
        ),
        (
            [swiss(GOOD, ImportedMatch("303", "101", "draw"))],
            "7.0.1",
            "player_twice_in_round",
            "rounds.0.matches.1.b",
        ),
        ([swiss(GOOD, byes=("202",))], "7.0.1", "player_twice_in_round", "rounds.0.byes.0"),
        (
            [swiss(ImportedMatch("101", "999", "draw"))],
            "2.1.3",
            "player_unknown",
            "rounds.0.matches.0.b",
        ),
        ([swiss(GOOD, byes=("999",))], "2.1.3", "player_unknown", "rounds.0.byes.0"),
        (
            [swiss(ImportedMatch("101", "202", "clean", "999"))],
            "2.1.3",
            "player_unknown",
            "rounds.0.matches.0.winner",
        ),
        (
            [swiss(ImportedMatch("101", "202", "clean", "303"))],
            "R.1",
            "winner_not_at_table",
            "rounds.0.matches.0.winner",
        ),
        (
            [swiss(ImportedMatch("101", "202", "draw", "101"))],
            "R.3",
            "result_without_winner",
            "rounds.0.matches.0.winner",
        ),
        (
            [swiss(ImportedMatch("101", "202", "double_loss"))],
            "R.7",
            "double_loss_needs_penalty",
            "rounds.0.matches.0.kind",
        ),
        (
            [swiss(GOOD), ImportedRound("top", [ImportedMatch("101", "303", "draw")])],
            "R.10",
            "top_needs_winner",
            "rounds.1.matches.0.kind",
        ),
        ([FINAL, swiss(GOOD)], "7.0.1", "swiss_after_top", "rounds.1.stage"),
        ([], "7.0.1", "no_games", "rounds"),
    ],
)
def test_rule_7_0_1_a_faulty_import_is_refused_whole(
    rounds: list[ImportedRound], rule: str, code: str, where: str
) -> None:
    with pytest.raises(Refusal) as no:
        bring(rounds=rounds)
    assert (no.value.kind, no.value.rule, no.value.code) == ("invalid", rule, code)
    assert no.value.where == f"body.{where}"


def test_rule_2_1_3_every_fault_has_its_row() -> None:
    with pytest.raises(Refusal) as no:
        bring(
            players=[*PLAYERS, "101"],
            rounds=[swiss(ImportedMatch("888", "999", "draw"))],
        )
    assert [row["code"] for row in no.value.details] == [
        "player_listed_twice",
        "player_unknown",
        "player_unknown",
    ]
    assert all(
        row["message"].ru and row["message"].en and row["rule"] == "2.1.3"
        for row in no.value.details
    )
