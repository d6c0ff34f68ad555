"""Leaving after the round and at once, coming back, and who is paired then (S.7, R.8, R.9)."""

import pytest

from tests.house import ok, refused
from tests.pairing.pairing_service_desk import Door, door_of
from tests.pairing.pairing_service_hall import Hall
from tests.pairing.test_pairing_service_suspended import merged, suspended


def opponent_of(door: Door, player: str) -> str:
    """Whom he plays now."""
    met: str = door.of(player)["now"]["opponent"]["player"]
    return met


def table_of(door: Door, player: str) -> int:
    """Where he plays now."""
    table: int = door.of(player)["now"]["table"]
    return table


def test_rule_r_8_leaving_during_a_game_is_a_clean_loss_of_it(hall: Hall) -> None:
    door = door_of(hall, 4)
    door.pair()
    leaver = hall.players[0]
    opponent, table = opponent_of(door, leaver), table_of(door, leaver)
    for _ in range(2):
        left = ok(door.about(leaver, "drop", {"at_once": True}))
        assert left["dropped_after"] == 1
    now = hall.get(door.tournament, "/rounds/current")
    result = next(each["result"] for each in now["tables"] if each["table"] == table)
    assert (result["kind"], result["winner"], result["version"]) == ("clean", opponent, 1)
    types = [type_ for type_, _ in hall.published(door.tournament)]
    assert types[-2:] == ["entry.dropped.v1", "match.result.recorded.v1"]


def test_rule_r_8_a_result_that_is_there_stays(hall: Hall) -> None:
    door = door_of(hall, 4)
    door.pair()
    leaver = hall.players[0]
    ok(hall.result(door.tournament, 1, table_of(door, leaver), "clean", leaver))
    ok(door.about(leaver, "drop", {"at_once": True}))
    assert [each["outcome"] for each in door.of(leaver)["rounds"]] == ["won"]


def test_rule_r_8_who_said_that_he_leaves_after_the_round_may_leave_at_once(hall: Hall) -> None:
    door = door_of(hall, 4)
    door.pair()
    leaver = hall.players[0]
    ok(door.about(leaver, "drop"))
    assert door.of(leaver)["now"]["where"] == "table"  # his game goes on
    ok(door.about(leaver, "drop", {"at_once": True}))
    assert door.of(leaver)["rounds"][0]["outcome"] == "lost"
    assert door.of(leaver)["now"]["where"] == "left"
    types = [type_ for type_, _ in hall.published(door.tournament)]
    assert types.count("entry.dropped.v1") == 1


def test_rule_r_8_of_two_who_leave_one_game_the_first_loses(hall: Hall) -> None:
    door = door_of(hall, 4)
    door.pair()
    first = hall.players[0]
    second = opponent_of(door, first)
    ok(door.about(first, "drop", {"at_once": True}))
    ok(door.about(second, "drop", {"at_once": True}))
    assert door.of(second)["rounds"][0]["outcome"] == "won"


def test_rule_s_7_a_drop_after_the_loss_and_a_restart_absent_from_the_pairing(hall: Hall) -> None:
    door = door_of(hall, 6)
    door.pair()
    door.round_won()
    loser = next(p for p in hall.players if door.of(p)["rounds"][0]["outcome"] == "lost")
    ok(door.about(loser, "drop"))
    hall.app.state.desk.journal.drop()  # a restart forgets every remembered state
    door.pair()
    assert loser not in door.paired()
    assert door.paired() == {*hall.players} - {loser}


def test_rule_s_7_all_drop_and_it_ends_cleanly(hall: Hall) -> None:
    door = door_of(hall, 4)
    door.pair()
    door.round_won()
    for player in hall.players:
        ok(door.about(player, "drop", {"at_once": True}))
    refused(hall.pair(door.tournament), 409, "all_rounds_played", "7.0.1")
    assert ok(hall.do(door.tournament, "finish"))["status"] == "finished"
    assert len(hall.get(door.tournament, "/standings")["rows"]) == 4


def test_rule_s_7_all_leave_during_round_1(hall: Hall) -> None:
    door = door_of(hall, 4)
    door.pair()
    for player in hall.players:
        ok(door.about(player, "drop", {"at_once": True}))
    assert hall.get(door.tournament, "/rounds/current")["complete"]
    assert ok(hall.do(door.tournament, "finish"))["status"] == "finished"


def test_rule_t_3_an_opponent_who_dropped_after_round_1_counts_with_his_points(hall: Hall) -> None:
    door = door_of(hall, 4)
    door.pair()
    door.round_won()
    loser = next(p for p in hall.players if door.of(p)["rounds"][0]["outcome"] == "lost")
    winner = door.of(loser)["rounds"][0]["opponent"]["player"]
    ok(door.about(loser, "drop"))
    door.pair()
    door.round_won()
    rows = {row["player"]: row for row in hall.get(door.tournament, "/standings")["rows"]}
    played = [each["opponent"] for each in door.of(winner)["rounds"]]
    byes = sum(each is None for each in played)
    others = sum(rows[each["player"]]["points"] for each in played if each)
    assert rows[winner]["buchholz"] == others + byes * rows[winner]["points"]
    assert rows[loser]["dropped"]


def test_rule_r_4_a_player_with_only_a_bye(hall: Hall) -> None:
    door = door_of(hall, 5)
    made = door.pair()
    (lucky,) = [seat["player"] for seat in made["byes"]]
    assert door.of(lucky)["now"]["where"] == "bye"
    ok(door.about(lucky, "drop", {"at_once": True}))  # no game to lose
    door.round_won()
    told = door.of(lucky)
    assert [(each["outcome"], each["points"]) for each in told["rounds"]] == [("bye", 3.0)]
    assert (told["points"], told["now"]["where"]) == (3.0, "left")
    door.pair()
    assert lucky not in door.paired()
    row = next(
        row for row in hall.get(door.tournament, "/standings")["rows"] if row["player"] == lucky
    )
    assert (row["points"], row["buchholz"]) == (3.0, 3.0)  # T.3: the bye counts as oneself


def test_rule_s_7_who_left_may_return_from_the_next_round_on(hall: Hall) -> None:
    door = door_of(hall, 6)
    door.pair()
    door.round_won()
    player = hall.players[0]
    ok(door.about(player, "drop"))
    door.pair()
    assert player not in door.paired()
    back = ok(door.about(player, "return"))
    assert (back["from_round"], back["dropped_after"]) == (1, None)
    ok(door.about(player, "return"))
    assert player not in door.paired()  # the round that is out already stays as it is
    door.round_won()
    door.pair()
    assert player in door.paired()
    assert [each["outcome"] for each in door.of(player)["rounds"]][1:] == ["missed", "open"]
    types = [type_ for type_, _ in hall.published(door.tournament)]
    assert types.count("entry.returned.v1") == 1


def test_rule_s_7_who_left_before_round_1_may_return_late(hall: Hall) -> None:
    door = door_of(hall, 5)
    player = hall.players[4]
    ok(door.about(player, "drop"))
    assert hall.get(door.tournament)["players"] == 4
    door.pair()
    assert ok(door.about(player, "return"))["from_round"] == 2
    assert hall.get(door.tournament)["players"] == 5
    door.round_won()
    door.pair()
    assert player in door.paired()


def test_rule_s_7_nobody_returns_once_the_last_swiss_round_is_out(hall: Hall) -> None:
    door = door_of(hall, 4)
    ok(hall.pair(door.tournament, rounds=1, top=2))
    player = hall.players[0]
    ok(door.about(player, "drop"))
    refused(door.about(player, "return"), 409, "entry_too_late", "S.7")
    ok(door.about(hall.players[1], "return"))  # who never left is in anyhow


def test_d_3_1_nobody_returns_while_he_is_suspended(hall: Hall) -> None:
    door = door_of(hall, 5)
    player = hall.players[0]
    ok(door.about(player, "drop"))
    hall.hear(suspended(player, "2026-01-01", None))
    problem = refused(door.about(player, "return"), 409, "player_suspended", "D.3.1")
    assert problem["where"] == "player"


@pytest.mark.parametrize("at_once", [False, True], ids=["after-the-round", "at-once"])
def test_rule_t_9_a_drop_after_the_cut_moves_no_seeds(hall: Hall, at_once: bool) -> None:
    door = door_of(hall, 8)
    ok(hall.pair(door.tournament, rounds=1, top=4))
    door.round_won()
    semifinal = door.pair()
    seeds = hall.get(door.tournament, "/bracket")["seeds"]
    leaver = semifinal["tables"][0]["a"]["player"]
    opponent = opponent_of(door, leaver)
    ok(door.about(leaver, "drop", {"at_once": at_once}))
    assert hall.get(door.tournament, "/bracket")["seeds"] == seeds
    where = door.of(opponent)["now"]
    assert (where["where"], where["table"]) == ("table", 1)
    assert (where["result"] is not None) is at_once
    if at_once:
        assert where["result"]["winner"] == opponent


def test_d_2_4_a_merged_id_finds_the_entry(hall: Hall) -> None:
    door = door_of(hall, 4)
    now, old, stranger = hall.players[0], "7003", "7016"
    hall.hear(merged(old, now))
    assert door.of(old)["entry"]["player"] == now
    assert ok(door.about(old, "check-in"))["entry"] == 1
    assert ok(door.about(old, "drop"))["player"] == now
    refused(door.about(stranger, "drop"), 404, "entry_unknown", "2.1.1")
    refused(door.call("GET", f"/entries/{stranger}"), 404, "entry_unknown", "2.1.1")


def test_d_2_4_of_two_entries_of_one_person_each_is_found_by_its_own_id(hall: Hall) -> None:
    door = door_of(hall, 4)
    one, other = hall.players[:2]
    hall.hear(merged(one, other))
    assert [door.of(each)["entry"]["entry"] for each in (one, other)] == [1, 2]
    hall.hear(merged("7003", other))
    refused(door.call("GET", "/entries/7003"), 404, "entry_unknown", "2.1.1")  # which of the two?
