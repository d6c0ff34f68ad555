"""Why a round is drawn as it is, and the checker, over HTTP, on both databases."""

from typing import Any

from tests.house import ok, refused
from tests.pairing.pairing_service_hall import Hall
from tests.pairing.test_pairing_service_imports import take, upload


def why(hall: Hall, tournament: str, number: int, player: str, lang: str = "ru") -> Any:
    return hall.http.get(
        f"/v1/tournaments/{tournament}/rounds/{number}/explain",
        params={"player": player},
        headers={"Accept-Language": lang},
    )


def second_round(hall: Hall, players: int) -> str:
    made = hall.tournament(players)
    hall.favourites_win(made, ok(hall.pair(made, round=1)))
    ok(hall.pair(made, round=2))
    return made


def test_s_5_why_this_opponent_stays_what_it_was_whatever_is_corrected(hall: Hall) -> None:
    made = second_round(hall, 8)
    table = hall.get(made, "/rounds/2")["tables"][0]
    player, opponent = table["a"], table["b"]
    found = ok(why(hall, made, 2, player["player"]))
    assert (found["how"], found["table"], found["opponent"], found["entry"]) == (
        *("drawn", 1),
        *(opponent, player["entry"]),
    )
    assert (found["points"], found["points_x2"], found["opponent_points"]) == (3.0, 6, 3.0)
    assert found["other"]["decided"] in ("S.5", "lot") and not found["forced"]
    assert found["costs"]["squares_x4"] == 0 and found["bye"] is None
    assert player["name"] in found["message"] and "очков поровну" in found["message"]
    first = hall.get(made, "/rounds/1")["tables"][0]
    loser = max(first["a"]["player"], first["b"]["player"])
    ok(hall.result(made, 1, 1, "clean", loser, If_Match='"v1"'))
    ok(hall.do(made, f"entries/{opponent['player']}/drop"))
    assert ok(why(hall, made, 2, player["player"])) == found
    english = ok(why(hall, made, 2, player["player"], "en"))
    assert "with equal points" in english["message"]


def test_s_4_who_has_the_bye_and_why(hall: Hall) -> None:
    made = second_round(hall, 7)
    bye = hall.get(made, "/rounds/2")["byes"][0]
    found = ok(why(hall, made, 2, bye["player"]))
    assert (found["how"], found["opponent"], found["table"]) == ("bye", None, None)
    assert found["bye"]["entry"] == bye["entry"] and found["bye"]["points"] == 0
    assert found["bye"]["other"]["bye"]["entry"] != bye["entry"]
    assert found["bye"]["message"] in found["message"]
    of_another = ok(why(hall, made, 2, hall.get(made, "/rounds/2")["tables"][0]["a"]["player"]))
    assert of_another["bye"] == found["bye"]


def test_s_7_t_9_absent_and_in_the_bracket(hall: Hall) -> None:
    made = second_round(hall, 6)
    hall.favourites_win(made, hall.get(made, "/rounds/2"))
    (late,) = hall.meet(1)
    ok(hall.enter(made, [late]))
    assert ok(why(hall, made, 1, late))["how"] == "absent"
    for number in (3, 4):
        hall.favourites_win(made, ok(hall.pair(made, round=number)))
    final = hall.get(made, "/rounds/4")["tables"][0]
    found = ok(why(hall, made, 4, final["b"]["player"]))
    assert (found["how"], {found["seed"], found["opponent_seed"]}) == ("bracket", {1, 2})
    assert found["costs"] is None and found["other"] is None


def test_s_2_what_is_not_there_is_refused(hall: Hall) -> None:
    made = second_round(hall, 4)
    (stranger,) = hall.meet(1)
    player = hall.players[0]
    refused(why(hall, made, 3, player), 404, "round_not_found", "7.0.1")
    refused(why(hall, made, 1, stranger), 404, "entry_unknown", "2.1.1")
    assert why(hall, made, 1, "кто-то").status_code == 422
    nobody = "00000000-0000-4000-8000-000000000000"
    refused(why(hall, nobody, 1, player), 404, "tournament_not_found")
    refused(hall.http.get(f"/v1/tournaments/{nobody}/check"), 404, "tournament_not_found")


def test_t_8_a_corrected_and_finished_tournament_of_ours_breaks_nothing(hall: Hall) -> None:
    made = second_round(hall, 9)
    first = hall.get(made, "/rounds/1")["tables"][0]
    loser = max(first["a"]["player"], first["b"]["player"])
    ok(hall.result(made, 1, 1, "clean", loser, If_Match='"v1"'))
    hall.favourites_win(made, hall.get(made, "/rounds/2"))
    for number in (3, 4, 5, 6):
        hall.favourites_win(made, ok(hall.pair(made, round=number)))
    ok(hall.do(made, "finish"))
    report = hall.get(made, "/check")
    assert (report["broken"], report["findings"], report["unchecked"]) == (0, [], [])
    times = {row["rule"]: row["times"] for row in report["checked"]}
    assert (times["S.5"], times["T.9"], times["R.9"], times["T.1"]) == (4, 2, 6, 9)
    assert hall.get(made, "/check") == report


def test_s_2_an_upload_with_a_rematch_is_told_so(hall: Hall) -> None:
    players = hall.meet(8)
    body = upload(players, rounds=2)
    body["rounds"][1] = body["rounds"][0]
    made = ok(take(hall, body))["tournament"]
    report = hall.get(made, "/check")
    (found,) = [each for each in report["findings"] if each["kind"] == "broken"]
    assert (found["rule"], found["code"], found["round"], found["more"]) == ("S.2", "rematch", 2, 4)
    assert {seat["player"] for seat in found["entries"]} == set(players)
    assert "Повторных встреч 4" in found["message"]
    english = hall.http.get(f"/v1/tournaments/{made}/check", headers={"Accept-Language": "en"})
    assert "Rematches: 4" in ok(english)["findings"][0]["message"]
    told = ok(why(hall, made, 2, players[0]))
    assert told["rematch"] and told["other"]["decided"] is None
    assert "составлен не по ним" in told["message"]
