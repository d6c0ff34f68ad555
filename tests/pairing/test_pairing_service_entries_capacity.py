"""Registration ahead: places, the waiting list, who gets a place and when."""

import pytest

from tests.house import ok, refused
from tests.pairing.pairing_service_desk import door_of
from tests.pairing.pairing_service_hall import Hall
from tests.pairing.test_pairing_service_suspended import suspended
from tests.tokens import bearer


def test_beyond_the_capacity_one_waits_and_is_told_his_place(hall: Hall) -> None:
    door = door_of(hall, capacity=4)
    players = hall.meet(7)
    made = ok(hall.enter(door.tournament, players[:6]))["entries"]
    assert [each["waiting"] for each in made] == [None, None, None, None, 1, 2]
    (last,) = ok(hall.enter(door.tournament, players[6:]))["entries"]
    assert last["waiting"] == 3
    seen = door.entries()
    assert (seen["capacity"], seen["players"], seen["waiting"]) == (4, 4, 3)
    assert hall.get(door.tournament)["players"] == 4  # 7.2.1 and 7.2.2 go by it
    assert door.of(players[5])["now"] == {
        "where": "waiting_list",
        "round": None,
        "table": None,
        "opponent": None,
        "result": None,
        "seconds_left": None,
        "clock_runs": False,
    }
    assert door.of(players[5])["entry"]["waiting"] == 2


def test_a_place_that_comes_free_before_round_1_goes_to_the_first_who_waits(hall: Hall) -> None:
    door = door_of(hall, 6, capacity=4)
    players = hall.players
    left = ok(door.about(players[1], "drop"))
    assert [each["player"] for each in left["promoted"]] == [players[4]]
    assert ok(door.about(players[1], "drop"))["promoted"] == []
    assert door.playing() == [players[0], players[2], players[3], players[4]]
    assert door.waiting() == [players[5]]
    types = [type_ for type_, _ in hall.published(door.tournament)]
    assert types[-2:] == ["entry.dropped.v1", "entry.promoted.v1"]
    assert ok(door.about(players[5], "drop"))["promoted"] == []  # who waited has left
    assert (door.waiting(), len(door.playing())) == ([], 4)


def test_a_raised_capacity_lets_the_first_of_the_waiting_list_in(hall: Hall) -> None:
    door = door_of(hall, 7, capacity=4)
    door.setting(capacity=6)
    assert (door.playing(), door.waiting()) == (hall.players[:6], hall.players[6:])
    door.setting(capacity=None)
    assert (door.playing(), door.waiting()) == (hall.players, [])


def test_nobody_passes_those_who_wait(hall: Hall) -> None:
    door = door_of(hall, 5, capacity=4)
    door.setting(capacity=3)  # nobody who is in is sent away
    assert len(door.playing()) == 4
    ok(door.about(hall.players[0], "drop"))
    assert door.waiting() == [hall.players[4]]
    (late,) = ok(hall.enter(door.tournament, hall.meet(1)))["entries"]
    assert late["waiting"] == 2


def test_rule_s_7_at_the_start_who_waits_stays_out_and_is_promoted_by_a_judge(hall: Hall) -> None:
    door = door_of(hall, 6, capacity=4)
    door.pair()
    *_, waits, other = hall.players
    assert waits not in door.paired()
    ok(door.about(hall.players[0], "drop"))
    assert door.waiting() == [waits, other]  # after round 1 nobody moves up by himself
    promoted = ok(door.about(other, "promote"))
    assert (promoted["from_round"], promoted["waiting"]) == (2, None)
    ok(door.about(other, "promote"))
    door.round_won()
    door.pair()
    assert (other in door.paired(), waits in door.paired()) == (True, False)
    assert [each["outcome"] for each in door.of(other)["rounds"]] == ["missed", "open"]


def test_a_judge_promotes_out_of_turn_and_beyond_the_capacity(hall: Hall) -> None:
    door = door_of(hall, 6, capacity=4)
    *_, first, second = hall.players
    assert ok(door.about(second, "promote"))["from_round"] == 1
    assert (len(door.playing()), door.waiting()) == (5, [first])
    ok(door.about(hall.players[0], "drop"))  # four are in again, and four are the places
    assert door.waiting() == [first]


def test_a_desk_promotes_nobody(hall: Hall) -> None:
    door = door_of(hall, 5, capacity=4)
    waits = hall.players[4]
    desk = bearer(hall.db, role="desk", club="kazan", tournament=door.tournament)
    refused(door.about(waits, "promote", by=desk), 403, "scope_missing")
    refused(door.about(waits, "promote", by=hall.omsk), 403, "not_your_club", "D.2.5")
    assert door.waiting() == [waits]


def test_promoting_refuses_who_left_and_who_is_suspended(hall: Hall) -> None:
    door = door_of(hall, 7, capacity=4)
    *_, one, other, _ = hall.players
    ok(door.about(one, "drop"))
    problem = refused(door.about(one, "promote"), 409, "entry_dropped", "S.7")
    assert [row["player"] for row in problem["errors"]] == [one]
    hall.hear(suspended(other, "2026-01-01", None))
    refused(door.about(other, "promote"), 409, "player_suspended", "D.3.1")


@pytest.mark.parametrize("place", [0, 4], ids=["who-was-in", "who-waited"])
def test_coming_back_before_round_1_needs_a_place(hall: Hall, place: int) -> None:
    door = door_of(hall, 6, capacity=4)
    player = hall.players[place]
    ok(door.about(player, "drop"))
    answer = door.about(player, "return")
    if place:
        assert ok(answer)["waiting"] == 1  # the place in the list that he had
        return
    refused(answer, 409, "tournament_full", "S.7")
    door.setting(capacity=8)
    assert ok(door.about(player, "return"))["dropped_after"] is None
    assert sorted(door.playing()) == sorted(hall.players)
