"""All that a player asks, in one call: table, opponent, time left, own results, place."""

from dataclasses import replace
from typing import Any

import pytest

from shared.clock import iso, now
from shared.events.rounds import ClockPaused, ClockStarted, TableTimeGiven
from tests.house import ok, refused
from tests.pairing.pairing_service_desk import Door, door_of
from tests.pairing.pairing_service_hall import Hall

NOWHERE = {"table": None, "opponent": None, "result": None, "seconds_left": None}


def where(door: Door, player: str) -> Any:
    """Where he is now."""
    return door.of(player)["now"]


def test_before_round_1_the_pairing_is_not_out(hall: Hall) -> None:
    door = door_of(hall, 4)
    told = door.of(hall.players[0])
    assert told["now"] == {**NOWHERE, "where": "next_round", "round": 1, "clock_runs": False}
    assert (told["status"], told["points"], told["place"]) == ("announced", None, None)
    assert (told["rounds"], told["entry"]["entry"]) == ([], 1)


def test_at_his_table_with_his_opponents_name(hall: Hall) -> None:
    door = door_of(hall, 4)
    (table, *_) = door.pair()["tables"]
    player = table["a"]["player"]
    seen = where(door, player)
    assert (seen["where"], seen["round"], seen["table"]) == ("table", 1, 1)
    assert seen["opponent"] == table["b"]
    assert "Алёна" in seen["opponent"]["name"]
    ok(hall.result(door.tournament, 1, 1, "clean", player))
    told = door.of(player)
    assert told["now"]["result"] == {"kind": "clean", "winner": player, "version": 1}
    assert (told["points"], told["place"]) == (3.0, 1)
    (played,) = told["rounds"]
    assert (played["outcome"], played["points"], played["table"]) == ("won", 3.0, 1)
    assert door.of(table["b"]["player"])["rounds"][0]["outcome"] == "lost"


def test_a_complete_round_is_over_and_the_next_is_not_out(hall: Hall) -> None:
    door = door_of(hall, 5)
    made = door.pair()
    door.round_won()
    for player in hall.players:
        seen = where(door, player)
        assert (seen["where"], seen["round"]) == ("next_round", 2)
    (lucky,) = made["byes"]
    assert [each["outcome"] for each in door.of(lucky["player"])["rounds"]] == ["bye"]


@pytest.mark.parametrize(
    ("kind", "outcome", "points"),
    [
        ("draw", "drawn", 1.0),
        ("agreed_draw", "drawn", 1.0),
        ("both_absent", "lost", 0.0),
    ],
)
def test_a_game_without_a_winner(hall: Hall, kind: str, outcome: str, points: float) -> None:
    door = door_of(hall, 4)
    player = door.pair()["tables"][0]["a"]["player"]
    ok(hall.result(door.tournament, 1, 1, kind))
    (played,) = door.of(player)["rounds"]
    assert (played["outcome"], played["points"]) == (outcome, points)
    assert door.of(player)["points"] == points


def test_the_top_and_who_is_out_of_it(hall: Hall) -> None:
    door = door_of(hall, 8)
    door.pair(rounds=1, top=4)
    door.round_won()
    semifinal = door.pair()
    inside = {table[seat]["player"] for table in semifinal["tables"] for seat in "ab"}
    outside = next(player for player in hall.players if player not in inside)
    assert where(door, outside)["where"] == "out"
    assert [each["stage"] for each in door.of(outside)["rounds"]] == ["swiss"]
    door.round_won()
    winner = min(semifinal["tables"][0][seat]["player"] for seat in "ab")
    loser = max(semifinal["tables"][0][seat]["player"] for seat in "ab")
    assert where(door, winner)["where"] == "next_round"
    assert where(door, loser)["where"] == "next_round"  # T.9: for the third place, if there is one
    assert where(door, outside)["where"] == "out"
    top = door.of(winner)["rounds"][1]
    assert (top["stage"], top["points"], top["outcome"]) == ("top", None, "won")
    assert door.of(loser)["final_place"] in (3, 4)
    door.pair()
    assert (where(door, winner)["where"], where(door, loser)["where"]) == ("table", "out")
    door.round_won()
    assert where(door, winner)["where"] == "played_out"
    ok(hall.do(door.tournament, "finish"))
    told = door.of(loser)
    assert (told["status"], told["now"]["where"]) == ("finished", "played_out")


def test_nothing_is_left_to_play_without_a_top(hall: Hall) -> None:
    door = door_of(hall, 4)
    door.pair(rounds=1, top=0)
    door.round_won()
    assert where(door, hall.players[0])["where"] == "played_out"


def test_the_time_left_is_the_clocks_and_his_tables_own(hall: Hall) -> None:
    door = door_of(hall, 4)
    door.pair()
    player = next(each for each in hall.players if where(door, each)["table"] == 2)
    assert where(door, player)["seconds_left"] is None
    desk = hall.app.state.desk

    def clock(*events: Any) -> None:
        with hall.db.write() as tx:
            state = desk.journal.load(tx, door.tournament, lock=True)
            desk.journal.append(tx, state, events, "console:tests")

    clock(ClockPaused(1, 600), TableTimeGiven(1, 2, 180))
    seen = where(door, player)
    assert (seen["seconds_left"], seen["clock_runs"]) == (780, False)
    clock(ClockStarted(1, iso(now()), 600))
    seen = where(door, player)
    assert seen["clock_runs"] and 0 < seen["seconds_left"] <= 780
    clock(ClockStarted(1, "2026-11-05T10:00:00.000000Z", 600))
    assert where(door, player)["seconds_left"] < 0  # for so long it is over


def test_the_list_of_entries_is_for_everybody_and_says_nothing_of_the_staffs(hall: Hall) -> None:
    door = door_of(hall, 3, capacity=2)
    listed = door.entries()
    assert [each["entry"] for each in listed["entries"]] == [1, 2, 3]
    assert set(listed["entries"][0]) == {
        *("entry", "player", "name", "from_round", "dropped_after"),
        *("disqualified", "waiting", "present", "table"),
    }
    assert [each["waiting"] for each in listed["entries"]] == [None, None, 1]


def test_law_2_the_list_of_a_past_moment_and_names_as_they_are_known_now(hall: Hall) -> None:
    door = door_of(hall, 2)
    version = hall.get(door.tournament)["version"]
    ok(door.about(hall.players[0], "drop"))
    assert [each["dropped_after"] for each in door.entries()["entries"]] == [0, None]
    past = door.entries(at=version)["entries"]
    assert [each["dropped_after"] for each in past] == [None, None]
    person = hall.person(hall.players[1])
    hall.hear((f"player:{person.player}", replace(person, revision=2, surname="Новак")))
    assert door.entries()["entries"][1]["name"] == "Новак Алёна"


def test_a_tournament_that_is_not_there(hall: Hall) -> None:
    gone = "00000000-0000-4000-8000-000000000000"
    for path in ("/entries", "/entries/1007"):
        refused(hall.http.get(f"/v1/tournaments/{gone}{path}"), 404, "tournament_not_found")
