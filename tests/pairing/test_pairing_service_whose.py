"""A wrong person in an entry is mended, at any time (D.4.10)."""

from typing import Any

import pytest

from tests.house import ok, refused
from tests.pairing.pairing_service_desk import Door, door_of
from tests.pairing.pairing_service_hall import Hall
from tests.pairing.test_pairing_service_suspended import merged, suspended
from tests.tokens import bearer

WHY = "За столом сидела сестра"


def mend(door: Door, entry: int, player: str, by: Any = None) -> Any:
    """The answer to saying whose an entry is."""
    body = {"player": player, "reason": WHY}
    return door.call("PUT", f"/entries/{entry}/player", body, by)


def stated(hall: Hall, tournament: str, type_: str) -> list[Any]:
    """What the rating service was told."""
    return [data for each, data in hall.published(tournament) if each == type_]


def test_d_4_10_all_that_was_played_is_the_right_persons(hall: Hall) -> None:
    door = door_of(hall, 4)
    wrong, right = hall.players[0], hall.meet(1)[0]
    hall.rate(right, 1_234_567)
    door.pair()
    door.round_won()
    for _ in range(2):
        mended = ok(mend(door, 1, right))
        assert (mended["entry"], mended["player"], mended["warnings"]) == (1, right, [])
    refused(door.call("GET", f"/entries/{wrong}"), 404, "entry_unknown")
    assert [each["outcome"] for each in door.of(right)["rounds"]] == ["won"]
    played = hall.get(door.tournament, "/rounds/1")
    assert right in {table[seat]["player"] for table in played["tables"] for seat in "ab"}
    (event,) = stated(hall, door.tournament, "entry.identified.v1")
    assert (event["entry"], event["player"], event["rating_milli"]) == (1, right, 1_234_567)
    assert WHY not in str(hall.published(door.tournament))  # law 11: a note, no event, has it
    projected = stated(hall, door.tournament, "tournament.games.projected.v1")
    assert [row[1] for row in projected[-1]["entries"]] == [right, *hall.players[1:4]]
    ok(hall.enter(door.tournament, [wrong]))  # he may still come himself


def test_d_4_10_the_reason_is_the_staffs_alone(hall: Hall) -> None:
    door = door_of(hall, 4)
    (right,) = hall.meet(1)
    ok(mend(door, 1, right))
    for text in (hall.get(door.tournament, "/log"), hall.get(door.tournament, "/entries")):
        assert WHY not in str(text) and "reason" not in str(text)


def test_d_4_10_after_the_finish_the_rating_is_told_anew(hall: Hall) -> None:
    door = door_of(hall, 4)
    (right,) = hall.meet(1)
    ok(hall.pair(door.tournament, rounds=1, top=0))
    door.round_won()
    ok(hall.do(door.tournament, "finish"))
    ok(mend(door, 2, right))
    first, second = stated(hall, door.tournament, "tournament.finished.v1")
    assert (second["revision"], second["finished_at"]) == (
        first["revision"] + 1,
        first["finished_at"],
    )
    assert [row[1] for row in second["entries"]][1] == right
    assert second["games"] == first["games"]


def test_rule_2_1_3_not_one_who_has_another_entry_here(hall: Hall) -> None:
    door = door_of(hall, 4)
    problem = refused(mend(door, 1, hall.players[1]), 409, "player_already_entered", "2.1.3")
    assert problem["where"] == "body.player"
    old = hall.meet(1)[0]
    hall.hear(merged(old, hall.players[1]))
    (warning,) = ok(mend(door, 1, old))["warnings"]
    assert warning["code"] == "person_entered_twice"  # D.2.4: pointed out, never stopped


def test_d_3_1_not_one_who_is_suspended_while_it_is_played(hall: Hall) -> None:
    door = door_of(hall, 4)
    (right,) = hall.meet(1)
    hall.hear(suspended(right, "2026-01-01", None))
    problem = refused(mend(door, 1, right), 409, "player_suspended", "D.3.1")
    assert problem["where"] == "body.player"
    ok(hall.pair(door.tournament, rounds=1, top=0))
    door.round_won()
    ok(hall.do(door.tournament, "finish"))
    (warning,) = ok(mend(door, 1, right))["warnings"]
    assert (warning["code"], warning["rule"]) == ("suspended_played", "D.3.1")


@pytest.mark.parametrize("level", ["professional", "highest"])
def test_rule_6_2_not_the_head_judge(hall: Hall, level: str) -> None:
    door = door_of(hall, 4, level=level, head_judge="9002")
    hall.hear(("player:9002", hall.person("9002")))
    problem = refused(mend(door, 1, "9002"), 422, "head_judge_plays")
    assert problem["where"] == "body.player"


def test_d_2_2_a_mistyped_id_is_nobody(hall: Hall) -> None:
    door = door_of(hall, 4)
    problem = refused(mend(door, 1, "70043"), 422, "player_id_mistyped", "D.2.2")
    assert problem["where"] == "body.player"


def test_an_entry_that_is_not_there(hall: Hall) -> None:
    door = door_of(hall, 4)
    refused(mend(door, 9, hall.meet(1)[0]), 404, "entry_unknown", "2.1.1")


def test_d_4_10_it_takes_who_may_judge(hall: Hall) -> None:
    door = door_of(hall, 4)
    desk = bearer(hall.db, role="desk", tournament=door.tournament)
    refused(mend(door, 1, hall.meet(1)[0], desk), 403, "scope_missing")
