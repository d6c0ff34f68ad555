"""Check-in, no-shows in one call, fixed tables."""

import pytest

from tests.house import ok, refused
from tests.pairing.pairing_service_desk import door_of
from tests.pairing.pairing_service_hall import Hall


def test_check_in_says_who_is_missing(hall: Hall) -> None:
    door = door_of(hall, 4)
    a, b, c, d = hall.players
    assert [each["present"] for each in door.entries()["entries"]] == [None] * 4
    seen = ok(door.call("POST", "/check-in", {"players": [a, b, a]}))
    assert (seen["present"], [each["player"] for each in seen["missing"]]) == (2, [c, d])
    assert ok(door.about(c, "check-in"))["present"] is True
    ok(door.about(c, "check-in"))
    assert [each["player"] for each in door.entries(missing=True)["entries"]] == [d]
    assert door.entries()["missing"] == 1
    back = ok(door.call("DELETE", f"/entries/{a}/check-in"))
    assert back["present"] is False
    ok(door.call("DELETE", f"/entries/{d}/check-in"))  # he never was here: nothing to take back
    assert [each["player"] for each in door.entries(missing=True)["entries"]] == [a, d]
    checked = [data for type_, data in hall.published(door.tournament) if "checked" in type_]
    assert [(each["entry"], each["present"]) for each in checked] == [
        (1, True),
        (2, True),
        (3, True),
        (1, False),
    ]


def test_check_in_is_all_or_none(hall: Hall) -> None:
    door = door_of(hall, 3)
    a, _, c = hall.players
    ok(door.about(c, "drop"))
    problem = refused(
        door.call("POST", "/check-in", {"players": [a, "9999", c]}), 404, "entry_unknown", "2.1.1"
    )
    assert [row["player"] for row in problem["errors"]] == ["9999"]
    problem = refused(
        door.call("POST", "/check-in", {"players": [a, c]}), 409, "entry_dropped", "S.7"
    )
    assert [row["player"] for row in problem["errors"]] == [c]
    assert door.entries()["missing"] == 2
    assert ok(door.call("DELETE", f"/entries/{c}/check-in"))["present"] is None


def test_nothing_requires_check_in(hall: Hall) -> None:
    door = door_of(hall, 4)
    door.pair()
    assert door.paired() == set(hall.players)


def test_no_shows_are_dropped_in_one_call_before_round_1(hall: Hall) -> None:
    door = door_of(hall, 8, capacity=6)
    *there, absent, waits_here, waits_elsewhere = hall.players
    refused(door.call("POST", "/drop-absent"), 409, "nobody_checked_in", "S.7")
    ok(door.call("POST", "/check-in", {"players": [*there, waits_here]}))
    for again in range(2):
        gone = ok(door.call("POST", "/drop-absent"))
        dropped = [each["player"] for each in gone["dropped"]]
        promoted = [each["player"] for each in gone["promoted"]]
        assert (dropped, promoted) == (
            ([], []) if again else ([absent, waits_elsewhere], [waits_here])
        )
    assert (door.playing(), door.waiting()) == ([*there, waits_here], [])
    door.pair()
    assert door.paired() == {*there, waits_here}


def test_rule_r_5_who_stayed_away_from_his_table_is_dropped_in_one_call(hall: Hall) -> None:
    door = door_of(hall, 6)
    tables = door.pair()["tables"]
    here, away = tables[0]["a"]["player"], tables[0]["b"]["player"]
    ok(hall.result(door.tournament, 1, 1, "no_show", here))
    ok(hall.result(door.tournament, 1, 2, "both_absent"))
    ok(hall.result(door.tournament, 1, 3, "draw"))
    both = [tables[1][seat]["player"] for seat in "ab"]
    for again in range(2):
        gone = ok(door.call("POST", "/drop-absent"))
        expected = [] if again else sorted([away, *both], key=hall.players.index)
        assert [each["player"] for each in gone["dropped"]] == expected
    door.pair()
    assert door.paired() == {here, *(tables[2][seat]["player"] for seat in "ab")}


def test_a_fixed_table_is_his_until_it_is_taken_back(hall: Hall) -> None:
    door = door_of(hall, 8)
    player, other = hall.players[5], hall.players[2]
    path = f"/entries/{player}/table"
    assert ok(door.call("PUT", path, {"table": 3}))["table"] == 3
    ok(door.call("PUT", path, {"table": 3}))
    problem = refused(door.call("PUT", f"/entries/{other}/table", {"table": 3}), 409, "table_taken")
    assert problem["player"] == player
    assert ok(door.call("PUT", path, {"table": None}))["table"] is None
    assert ok(door.call("PUT", f"/entries/{other}/table", {"table": 3}))["table"] == 3
    tables = {table["table"]: table for table in door.pair()["tables"]}
    assert other in [tables[3][seat]["player"] for seat in "ab"]
    assert sorted(tables) == [1, 2, 3, 4]
    fixed = [data for type_, data in hall.published(door.tournament) if "fixed" in type_]
    assert [(each["entry"], each["table"]) for each in fixed] == [(6, 3), (6, None), (3, 3)]


@pytest.mark.parametrize("table", [0, -1, 100_001, "первый"])
def test_a_fixed_table_is_a_table(hall: Hall, table: object) -> None:
    door = door_of(hall, 1)
    answer = door.call("PUT", f"/entries/{hall.players[0]}/table", {"table": table})
    refused(answer, 422, "validation")


def test_who_has_left_keeps_no_table_from_others(hall: Hall) -> None:
    door = door_of(hall, 4)
    gone, other = hall.players[:2]
    ok(door.call("PUT", f"/entries/{gone}/table", {"table": 1}))
    ok(door.about(gone, "drop"))
    ok(door.call("PUT", f"/entries/{other}/table", {"table": 1}))
