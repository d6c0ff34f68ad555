"""Late entries and what their missed rounds count as (S.7, T.3)."""

from typing import Any

import pytest

from tests.house import ok, refused
from tests.pairing.pairing_service_desk import Door, door_of
from tests.pairing.pairing_service_hall import Hall
from tests.tokens import bearer


def late(door: Door, *granted: dict[str, Any], by: Any = None) -> Any:
    """The answer to entering one more player, with results granted."""
    (player,) = door.hall.meet(1)
    body = {"players": [player], "granted": list(granted)}
    return door.call("POST", "/entries", body, by)


def after_two_rounds(hall: Hall) -> Door:
    """Six have played two rounds of three."""
    door = door_of(hall, 6)
    door.pair(rounds=3, top=0)
    door.round_won()
    door.pair()
    door.round_won()
    return door


def granted(door: Door, player: str, number: int, result: str | None, by: Any = None) -> Any:
    """The answer to granting a result."""
    path = f"/entries/{player}/granted/{number}"
    return door.call("PUT", path, {"result": result}, by)


def row_of(door: Door, player: str) -> Any:
    """His row of the Swiss table."""
    rows = door.hall.get(door.tournament, "/standings")["rows"]
    return next(row for row in rows if row["player"] == player)


def test_rule_s_7_a_late_entry_plays_from_the_next_round_on_and_is_told_so(hall: Hall) -> None:
    door = door_of(hall, 6)
    door.pair()
    made = ok(late(door))
    (entry,), (warning,) = made["entries"], made["warnings"]
    assert entry["from_round"] == 2
    assert (warning["code"], warning["rule"]) == ("late_entries", "S.7")
    assert [each["player"] for each in warning["entries"]] == [entry["player"]]
    assert entry["player"] not in door.paired()
    told = door.of(entry["player"])
    assert (told["now"]["where"], told["now"]["round"]) == ("next_round", 2)
    door.round_won()
    door.pair()
    assert entry["player"] in door.paired()


def test_rule_s_7_missed_rounds_may_be_granted_along_with_a_late_entry(hall: Hall) -> None:
    door = after_two_rounds(hall)
    made = ok(late(door, {"round": 1, "result": "auto_win"}, {"round": 2, "result": "draw"}))
    player = made["entries"][0]["player"]
    told = door.of(player)
    assert [(each["outcome"], each["points"]) for each in told["rounds"]] == [
        ("granted", 3.0),
        ("granted", 1.0),
    ]
    assert told["points"] == 4.0
    row = row_of(door, player)
    assert (row["points"], row["buchholz"]) == (4.0, 8.0)  # T.3: each counts as oneself
    before = hall.published(door.tournament)
    assert [type_ for type_, _ in before][-3:] == [
        "entry.added.v1",
        "entry.result.granted.v1",
        "entry.result.granted.v1",
    ]


def test_rule_s_7_a_result_is_granted_later_and_taken_back(hall: Hall) -> None:
    door = after_two_rounds(hall)
    player = ok(late(door))["entries"][0]["player"]
    assert row_of(door, player)["points"] == 0.0
    for _ in range(2):
        assert ok(granted(door, player, 1, "draw"))["points"] == 1.0
    assert ok(granted(door, player, 1, "auto_win"))["points"] == 3.0
    assert ok(granted(door, player, 1, None))["points"] == 0.0
    types = [type_ for type_, _ in hall.published(door.tournament)]
    assert types.count("entry.result.granted.v1") == 3
    door.pair()
    assert ok(granted(door, player, 2, "draw"))["rounds"][1]["outcome"] == "granted"


def test_rule_s_7_who_came_back_may_have_the_missed_rounds_granted(hall: Hall) -> None:
    door = door_of(hall, 6)
    door.pair()
    door.round_won()
    player = hall.players[0]
    ok(door.about(player, "drop"))
    door.pair()
    refused(granted(door, player, 2, "draw"), 409, "round_not_missed", "S.7")  # he is not here
    ok(door.about(player, "return"))
    refused(granted(door, player, 1, "draw"), 409, "round_not_missed", "S.7")  # he played it
    assert ok(granted(door, player, 2, "draw"))["rounds"][1]["points"] == 1.0


@pytest.mark.parametrize("number", [3, 10_000])
def test_rule_s_7_no_result_is_granted_for_a_round_that_is_not_out(hall: Hall, number: int) -> None:
    door = after_two_rounds(hall)
    player = ok(late(door))["entries"][0]["player"]
    problem = refused(granted(door, player, number, "draw"), 409, "round_not_missed", "S.7")
    assert problem["where"] == "round"
    refused(late(door, {"round": number, "result": "draw"}), 409, "round_not_missed", "S.7")
    assert len(door.playing()) == 7  # all or none


def test_rule_s_7_before_round_1_nothing_is_granted(hall: Hall) -> None:
    door = door_of(hall, 4)
    refused(granted(door, hall.players[0], 1, "draw"), 409, "tournament_not_started", "7.2.2")


def test_rule_s_7_granting_takes_who_may_judge(hall: Hall) -> None:
    door = after_two_rounds(hall)
    desk = bearer(hall.db, role="desk", tournament=door.tournament)
    refused(late(door, {"round": 1, "result": "draw"}, by=desk), 403, "scope_missing")
    player = ok(late(door, by=desk))["entries"][0]["player"]
    refused(granted(door, player, 1, "draw", desk), 403, "scope_missing")
    judge = bearer(hall.db, role="head_judge", tournament=door.tournament)
    ok(granted(door, player, 1, "draw", judge))


def test_d_4_10_a_result_is_granted_after_the_finish_too(hall: Hall) -> None:
    door = after_two_rounds(hall)
    player = ok(late(door))["entries"][0]["player"]
    door.pair()
    door.round_won()
    assert ok(hall.do(door.tournament, "finish"))["status"] == "finished"
    before = row_of(door, player)["points"]
    ok(granted(door, player, 2, "auto_win"))
    assert row_of(door, player)["points"] == before + 3.0
    types = [type_ for type_, _ in hall.published(door.tournament)]
    assert types.count("tournament.finished.v1") == 1  # what is rated has not changed
