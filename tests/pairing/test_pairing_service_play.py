"""Rounds, results, standings, deck lists: the service over HTTP, on both databases."""

from typing import Any

from shared.events.decks import DeckListJudged
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import CLASSIC, DAY, Hall


def codes(answer: Any) -> list[str]:
    return [warning["code"] for warning in answer["warnings"]]


def seats(table: Any) -> tuple[str, str]:
    return table["a"]["player"], table["b"]["player"]


def test_7_0_1_a_whole_tournament_of_nine(hall: Hall) -> None:
    """Byes, results of every kind, a drop, a late entry, a correction, the TOP, the finish."""
    made = hall.tournament(9)
    hall.rate(hall.players[0], 1_250_000)

    one = ok(hall.pair(made, round=1))
    assert (one["round"], one["stage"], len(one["tables"]), len(one["byes"])) == (1, "swiss", 4, 1)
    assert hall.get(made)["structure"] == {"rounds": 4, "top": 4, "fixed": True}
    refused(hall.pair(made), 409, "results_open", "7.0.1")
    kinds = ("clean", "technical", "no_show", "draw")
    for table, kind in zip(one["tables"], kinds, strict=True):
        winner = None if kind == "draw" else seats(table)[0]
        ok(hall.result(made, 1, table["table"], kind, winner))
    played = hall.get(made, "/rounds/1")
    assert played["complete"] and played["tables"][3]["result"] == {
        "kind": "draw", "winner": None, "version": 1,
    }  # fmt: skip

    rows = hall.get(made, "/standings")["rows"]
    by_player = {row["player"]: row for row in rows}
    assert [row["place"] for row in rows] == list(range(1, 10))
    points = {
        kind: by_player[seats(table)[0]]["points"]
        for kind, table in zip(kinds, one["tables"], strict=True)
    }
    assert points == {"clean": 3.0, "technical": 2.5, "no_show": 3.0, "draw": 1.0}
    assert by_player[seats(one["tables"][1])[0]]["points_x2"] == 5
    assert by_player[one["byes"][0]["player"]]["points"] == 3.0
    assert by_player[hall.players[0]]["rating"] == 1250
    assert by_player[hall.players[1]]["rating_milli"] is None

    loser = seats(one["tables"][0])[1]
    for _ in range(2):
        assert ok(hall.do(made, f"entries/{loser}/drop"))["dropped_after"] == 1
    (late,) = hall.meet(1)
    hall.rate(late, 1_300_400)
    assert ok(hall.enter(made, [late]))["entries"][0]["from_round"] == 2

    two = ok(hall.pair(made, round=2))
    sitting = {player for table in two["tables"] for player in seats(table)}
    sitting |= {seat["player"] for seat in two["byes"]}
    assert len(two["byes"]) == 1 and late in sitting and loser not in sitting
    assert two["byes"] != one["byes"]
    kinds = ("agreed_draw", "both_absent", "clean", "clean")
    for table, kind in zip(two["tables"], kinds, strict=True):
        ok(hall.result(made, 2, table["table"], kind, seats(table)[1] if kind == "clean" else None))

    a, b = seats(one["tables"][3])
    corrected = hall.result(made, 1, 4, "clean", b, If_Match='"v1"')
    assert ok(corrected)["result"] == {"kind": "clean", "winner": b, "version": 2}
    assert corrected.headers["ETag"] == '"v2"'
    rows = {row["player"]: row for row in hall.get(made, "/standings")["rows"]}
    assert rows[loser]["dropped"] and not rows[a]["dropped"]
    assert rows[late]["rating_milli"] == 1_300_400 and rows[late]["rating"] == 1300

    for number in (3, 4):
        hall.favourites_win(made, ok(hall.pair(made, round=number)))
    assert hall.get(made, "/standings")["final"] is None
    semi = ok(hall.pair(made))
    assert (semi["round"], semi["stage"], len(semi["tables"])) == (5, "top", 2)
    refused(hall.result(made, 5, 1, "draw"), 422, "top_needs_winner", "R.10")
    hall.favourites_win(made, semi)
    refused(hall.do(made, "finish"), 409, "rounds_to_play", "7.0.1")
    hall.favourites_win(made, ok(hall.pair(made)))
    refused(hall.pair(made), 409, "all_rounds_played", "7.0.1")

    finished = ok(hall.do(made, "finish"))
    assert (finished["status"], finished["players"]) == ("finished", 10)
    assert ok(hall.do(made, "finish")) == finished
    final = hall.get(made, "/standings")["final"]
    assert [row["place"] for row in final] == list(range(1, 11))
    assert final[0]["seed"] in (1, 2, 3, 4) and final[4]["seed"] is None
    assert final[0]["name"].endswith("Алёна")
    _the_outbox_is_the_log(hall, made)
    body = hall.published(made)[-1][1]
    assert (body["participants"], len(body["entries"]), body["official"]) == (10, 10, True)
    assert len(body["games"]) == 4 + 3 + 4 + 4 + 2 + 1  # both absent is not rated (D.4.4)


def _the_outbox_is_the_log(hall: Hall, tournament: str) -> None:
    """Laws 2, 3: what was published is the log, in its order, numbered without a gap."""
    page = hall.get(tournament, "/log", limit=7)
    log: list[Any] = page["items"]
    while page["next"]:
        page = hall.get(tournament, "/log", limit=7, cursor=page["next"])
        log += page["items"]
    assert [row["number"] for row in log] == list(range(1, len(log) + 1))
    assert [(row["type"], row["data"]) for row in log] == hall.public(tournament)
    assert {row["who"] for row in log} == {"club:kazan:2"}
    assert log[-1]["number"] == hall.get(tournament)["version"]


def test_law_2_a_dropped_cache_changes_nothing(hall: Hall) -> None:
    made = hall.tournament(5)
    hall.favourites_win(made, ok(hall.pair(made)))
    before = [hall.get(made, what) for what in ("", "/rounds/current", "/standings", "/log")]
    hall.app.state.desk.journal.drop()
    after = [hall.get(made, what) for what in ("", "/rounds/current", "/standings", "/log")]
    assert after == before


def test_law_2_a_refused_command_leaves_nothing_behind(hall: Hall) -> None:
    made = hall.tournament(4)
    ok(hall.pair(made))
    version = hall.get(made)["version"]
    refused(hall.pair(made), 409, "results_open")
    refused(hall.result(made, 1, 9, "draw"), 404, "table_unknown", "7.0.1")
    refused(hall.result(made, 7, 1, "draw"), 404, "table_unknown")
    refused(hall.result(made, 1, 1, "double_loss"), 422, "double_loss_needs_penalty", "R.7")
    refused(hall.result(made, 1, 1, "stalemate"), 422, "validation")
    assert hall.get(made)["version"] == version == len(hall.published(made))


def test_rule_7_2_2_the_judges_own_structure_is_used_and_recorded(hall: Hall) -> None:
    made = hall.tournament(4)
    first = ok(hall.pair(made, rounds=1, top=0))
    assert codes(first) == ["rounds_overridden", "top_overridden"]
    assert hall.get(made)["structure"] == {"rounds": 1, "top": 0, "fixed": True}
    assert codes(hall.get(made)) == ["rounds_overridden", "top_overridden"]
    assert ok(hall.pair(made, round=1, rounds=1, top=0)) == first
    refused(hall.pair(made, round=1, rounds=2), 409, "structure_fixed", "7.2.2")
    hall.favourites_win(made, first)
    assert ok(hall.do(made, "finish"))["status"] == "finished"
    assert hall.get(made, "/standings")["final"] is None
    other = hall.tournament(4)
    refused(hall.pair(other, top=3), 422, "top_not_power_of_two", "T.9")
    refused(hall.pair(other, round=2, rounds=3), 409, "tournament_not_started", "7.2.2")


def test_law_10_a_round_is_paired_once_however_often_it_is_asked_for(hall: Hall) -> None:
    made = hall.tournament(6)
    first = ok(hall.pair(made, round=1))
    assert ok(hall.pair(made, round=1)) == first
    hall.favourites_win(made, first)
    second = ok(hall.pair(made, round=2))
    assert ok(hall.pair(made, round=2)) == second == hall.get(made, "/rounds/current")
    refused(hall.pair(made, round=9), 422, "round_out_of_turn", "7.0.1")


def test_law_10_overwriting_needs_the_version_that_one_has_seen(hall: Hall) -> None:
    made = hall.tournament(4)
    first = ok(hall.pair(made))["tables"][0]
    a, b = seats(first)
    given = hall.result(made, 1, 1, "clean", a)
    assert given.headers["ETag"] == '"v1"'
    version = hall.get(made)["version"]
    again = hall.result(made, 1, 1, "clean", a)
    assert (again.json(), again.headers["ETag"]) == (given.json(), '"v1"')
    assert hall.get(made)["version"] == version

    problem = refused(hall.result(made, 1, 1, "clean", b), 412, "result_differs", "T.8")
    assert problem["current"] == {
        "round": 1, "table": 1, "kind": "clean", "winner": a, "version": 1,
    }  # fmt: skip
    assert first["a"]["name"] in problem["detail"] and '"v1"' in problem["todo"]
    assert ok(hall.result(made, 1, 1, "technical", b, If_Match='"v1"'))["result"]["version"] == 2
    stale = refused(hall.result(made, 1, 1, "draw", If_Match='"v1"'), 412, "result_differs")
    assert stale["current"]["version"] == 2
    refused(hall.result(made, 1, 1, "draw", If_Match="yesterday"), 422, "bad_if_match")
    assert hall.get(made, "/rounds/1")["tables"][0]["result"]["winner"] == b


def test_r_1_the_winner_sits_at_the_table(hall: Hall) -> None:
    made = hall.tournament(4)
    one, two = ok(hall.pair(made))["tables"]
    for winner in (seats(two)[0], "1999", None):
        problem = refused(
            hall.result(made, 1, 1, "clean", winner), 422, "winner_not_at_table", "R.1"
        )
        assert one["a"]["player"] in problem["detail"] and one["b"]["name"] in problem["detail"]
    refused(hall.result(made, 1, 1, "draw", seats(one)[0]), 422, "result_without_winner", "R.3")


def test_s_2_a_round_that_needs_rematches_says_so(hall: Hall) -> None:
    made = hall.tournament(4)
    for number in range(1, 5):
        played = ok(hall.pair(made, round=number, rounds=4))
        hall.favourites_win(made, played)
    assert [table["rematch"] for table in played["tables"]] == [True, True]
    assert codes(played)[-1:] == ["rematches"]
    assert played["warnings"][-1]["rule"] == "S.2"


def test_rule_6_3_who_has_no_legal_list_is_refused_by_name(hall: Hall) -> None:
    made = hall.tournament(5, level="highest", head_judge="9002")
    for player in hall.players[:3]:
        hall.judge_list(made, player)
    hall.judge_list(made, hall.players[3], legal=True, revision=1)
    hall.judge_list(made, hall.players[3], legal=False, revision=3)
    hall.judge_list(made, hall.players[3], legal=True, revision=2)
    problem = refused(hall.pair(made), 409, "decks_away", "6.3")
    assert [row["player"] for row in problem["errors"]] == hall.players[3:]
    assert "Цой Алёна" in problem["detail"]
    started = ok(hall.pair(made, override=True, reason="Списки у секретаря"))
    assert codes(started) == ["deck_lists_overridden", "decks_away"]
    assert codes(hall.get(made))[-2:] == ["deck_lists_overridden", "decks_away"]

    hall.favourites_win(made, started)
    (late,) = hall.meet(1)
    ok(hall.enter(made, [late]))
    problem = refused(hall.pair(made), 409, "decks_away", "6.3")
    assert [row["player"] for row in problem["errors"]] == [late]
    assert codes(ok(hall.pair(made, override=True, reason="Списки у секретаря"))) == [
        "deck_lists_overridden",
        "decks_away",
    ]
    assert codes(hall.get(made, "/rounds/2")) == ["deck_lists_overridden", "decks_away"]


def test_rule_6_3_with_every_list_legal_nobody_is_asked(hall: Hall) -> None:
    made = hall.tournament(4, level="highest", head_judge="9002")
    event = [DeckListJudged("l", made, p, 1, CLASSIC, DAY, True, ()) for p in hall.players]
    hall.hear(*((f"list:{made}:{each.player}", each) for each in event))
    assert codes(ok(hall.pair(made))) == []


def test_rule_6_2_missing_lists_are_a_warning(hall: Hall) -> None:
    made = hall.tournament(4, level="professional", head_judge="9001")
    assert codes(ok(hall.pair(made))) == ["deck_lists_missing", "decks_away"]
    assert hall.get(made)["warnings"][0]["rule"] == "6.2"


def test_d_4_10_a_correction_after_the_finish_is_stated_anew(hall: Hall) -> None:
    made = hall.tournament(4)
    hall.favourites_win(made, ok(hall.pair(made, rounds=1, top=0)))
    finished = ok(hall.do(made, "finish"))
    table = hall.get(made, "/rounds/1")["tables"][0]
    other = max(seats(table))
    ok(hall.result(made, 1, 1, "clean", other, If_Match='"v1"'))
    types = [type_ for type_, _ in hall.published(made)]
    assert types[-2:] == ["match.result.corrected.v1", "tournament.finished.v1"]
    body = hall.published(made)[-1][1]
    assert (body["revision"], body["finished_at"]) == (2, finished["finished_at"])
    refused(hall.enter(made, hall.meet(1)), 409, "tournament_finished", "D.4.10")


def test_rule_7_0_1_the_next_round_needs_no_body(hall: Hall) -> None:
    path = f"/v1/tournaments/{hall.tournament(4)}/rounds"
    played = ok(hall.http.post(path, headers=hall.kazan))
    assert (played["round"], len(played["tables"])) == (1, 2)
    refused(hall.http.post(path, json={"tour": 1}, headers=hall.kazan), 422, "validation")
