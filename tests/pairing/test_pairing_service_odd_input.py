"""Pairing given odd input: what it says, in which language, and where it points."""

from datetime import timedelta
from typing import Any

import pytest

from shared.clock import now
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import Hall
from tests.pairing.test_pairing_service_imports import take, upload

RUSSIAN = {"Accept-Language": "ru"}
ENGLISH = {"Accept-Language": "en"}


def test_law_10_a_correction_of_no_result_says_that_there_is_none(hall: Hall) -> None:
    made = hall.tournament(4)
    table = ok(hall.pair(made))["tables"][0]
    told = hall.result(made, 1, 1, "clean", table["a"]["player"], If_Match='"v1"')
    problem = refused(told, 412, "result_differs", "T.8")
    assert "ещё нет результата" in problem["detail"]
    assert "без If-Match" in problem["todo"]
    assert problem["current"]["version"] == 0
    assert "None" not in problem["detail"]
    ok(hall.result(made, 1, 1, "clean", table["a"]["player"]))


@pytest.mark.parametrize("form", ["*", "v1", '"v1", "v2"', '"v"', "v-1", '"v٢"', '"1"', ""])
def test_law_10_an_if_match_of_another_form_is_refused(hall: Hall, form: str) -> None:
    made = hall.tournament(4)
    winner = ok(hall.pair(made))["tables"][0]["a"]["player"]
    path = f"/v1/tournaments/{made}/rounds/1/tables/1/result"
    sent = {**hall.kazan, "If-Match": form}
    headers = {name.encode(): value.encode() for name, value in sent.items()}
    answer = hall.http.put(path, json={"kind": "clean", "winner": winner}, headers=headers)
    refused(answer, 422, "bad_if_match")
    assert hall.get(made)["version"] == 7  # created, four entries, started, round 1


def test_law_8_an_unknown_city_of_a_list_is_in_the_address(hall: Hall) -> None:
    answer = hall.http.get("/v1/tournaments", params={"city": "Китеж"})
    assert refused(answer, 422, "city_unknown")["where"] == "query.city"


def test_law_8_every_refusal_of_a_body_points_into_the_body(hall: Hall) -> None:
    made = hall.tournament(4)
    players = hall.players[:1]
    seen: dict[str, Any] = {}

    def note(answer: Any) -> None:
        problem = answer.json()
        seen[problem["code"]] = problem["where"]

    note(hall.announce(format="мечи"))
    note(hall.announce(rule_set="шашки"))
    note(hall.announce(preset="regional"))
    note(hall.enter(made, players))
    note(hall.pair(made, rounds=0))
    note(hall.pair(made, top=3))
    ok(hall.pair(made, round=1))
    note(hall.pair(made, round=3))
    note(hall.result(made, 1, 1, "double_loss"))
    note(hall.result(made, 1, 1, "clean", "77777"))
    note(hall.result(made, 1, 1, "draw", ok(hall.pair(made, round=1))["tables"][0]["a"]["player"]))
    assert seen == {
        "format_unknown": "body.format",
        "rule_set_unknown": "body.rule_set",
        "preset_unknown": "body.preset",
        "player_already_entered": "body.players.0",
        "rounds_too_few": "body.rounds",
        "top_not_power_of_two": "body.top",
        "round_out_of_turn": "body.round",
        "double_loss_needs_penalty": "body.kind",
        "winner_not_at_table": "body.winner",
        "result_without_winner": "body.winner",
    }


def test_rule_7_2_1_too_few_are_told_what_helps_in_a_hall_and_in_an_upload(hall: Hall) -> None:
    few = refused(hall.pair(hall.tournament(3)), 409, "too_few_players", "7.2.1")
    assert (few["where"], "Дождитесь" in few["todo"]) == ("entries", True)
    few = refused(take(hall, upload(hall.meet(2))), 422, "too_few_players", "7.2.1")
    assert (few["where"], "Дождитесь" in few["todo"]) == ("body.players", False)


def test_r_1_a_faulty_upload_is_told_by_ids_in_one_language(hall: Hall) -> None:
    players = hall.meet(4)
    wrong = upload(players)
    wrong["rounds"][1]["matches"][1]["winner"] = players[0]
    for language, other in ((RUSSIAN, "must be"), (ENGLISH, "может быть")):
        answer = take(hall, wrong, {**hall.kazan, **language})
        problem = refused(answer, 422, "winner_not_at_table", "R.1")
        (row,) = problem["errors"]
        assert row["where"] == problem["where"] == "body.rounds.1.matches.1.winner"
        assert {"ru", "en"}.isdisjoint(row)
        assert row["message"] == problem["detail"]
        assert other not in answer.text
        match = wrong["rounds"][1]["matches"][1]
        assert match["a"] in row["message"]
        assert match["b"] in row["message"]


@pytest.mark.parametrize(
    ("city", "finished_at", "taken"),
    [
        ("Казань", "2026-11-04T23:59:00+03:00", False),
        ("Казань", "2026-11-05T00:00:00+03:00", True),
        ("Омск", "2026-11-04T18:30:00Z", True),  # the fifth has begun in Omsk
        ("Казань", "2026-11-04T18:30:00Z", False),
        ("Казань", "2006-11-05T19:30:00+03:00", False),
        ("Казань", "2026-11-26T19:30:00+03:00", True),  # three weeks, as an Arena
    ],
)
def test_d_4_3_no_tournament_finishes_before_its_day(
    hall: Hall, city: str, finished_at: str, taken: bool
) -> None:
    answer = take(hall, upload(hall.meet(4), city=city, finished_at=finished_at))
    if taken:
        ok(answer)
        return
    problem = refused(answer, 422, "finished_before_its_day", "D.4.3")
    assert problem["where"] == "body.finished_at"
    assert ok(hall.http.get("/v1/tournaments"))["items"] == []


def test_d_4_3_no_upload_has_finished_in_the_future(hall: Hall) -> None:
    body = upload(hall.meet(4))
    ahead = {**body, "finished_at": (now() + timedelta(hours=25)).isoformat()}
    assert refused(take(hall, ahead), 422, "finished_in_the_future", "D.4.3")["where"] == (
        "body.finished_at"
    )
    assert ok(hall.http.get("/v1/tournaments"))["items"] == []
    ok(take(hall, {**body, "finished_at": (now() + timedelta(hours=23)).isoformat()}))


def test_law_3_a_tool_spelt_otherwise_is_no_other_tournament(hall: Hall) -> None:
    body = upload(hall.meet(4), source="AetherHub")
    first = ok(take(hall, body))
    again = ok(take(hall, {**body, "source": "aetherhub"}))
    assert again["tournament"] == first["tournament"]
    assert len(ok(hall.http.get("/v1/tournaments"))["items"]) == 1


@pytest.mark.parametrize("name", ["\u200b", "«»", "Кубок\u202e", "Ку\u2028бок", "\u00ad", "  "])
def test_law_8_a_title_can_be_seen_and_keeps_to_its_line(hall: Hall, name: str) -> None:
    assert refused(hall.announce(name=name), 422, "validation")["where"] == "body.name"


@pytest.mark.parametrize("name", ["Я", "🏆 Кубок", "Ё" * 120, "עברית"])
def test_law_8_titles_of_every_script_are_taken(hall: Hall, name: str) -> None:
    assert ok(hall.announce(name=name))["name"] == name


def test_law_8_a_winner_that_nobody_is_is_told_in_words(hall: Hall) -> None:
    made = hall.tournament(4)
    ok(hall.pair(made))
    problem = refused(hall.result(made, 1, 1, "clean", "c", **RUSSIAN), 422, "validation")
    assert "сторона стола: a или b" in str(problem["errors"])
    assert "^" not in str(problem["errors"])
