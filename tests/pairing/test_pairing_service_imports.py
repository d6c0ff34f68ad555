"""Importing finished tournaments over HTTP, on both databases."""

from typing import Any

from tests.house import ok, refused
from tests.pairing.pairing_service_hall import CLASSIC, DAY, Hall

END = "2026-11-05T19:30:00+03:00"


def upload(players: list[str], rounds: int = 3, **more: Any) -> dict[str, Any]:
    """A season's tournament: in every round the upper half meets the lower one, turned by one."""
    half = len(players) // 2
    upper, lower = players[:half], players[half:]
    body: dict[str, Any] = {
        "tool": "berserk-manager",
        "tool_id": "каз/17",
        "name": "Осенний кубок",
        "city": "Казань",
        "date": DAY,
        "finished_at": END,
        "format": CLASSIC,
        "players": players,
        "rounds": [
            {
                "stage": "swiss",
                "matches": [
                    {"a": a, "b": lower[(at + turn) % half], "kind": "clean", "winner": a}
                    for at, a in enumerate(upper)
                ],
            }
            for turn in range(rounds)
        ],
    }
    return {**body, **more}


def take(hall: Hall, body: dict[str, Any], by: dict[str, str] | None = None) -> Any:
    return hall.http.post("/v1/tournaments:import", json=body, headers=by or hall.kazan)


def test_rule_2_1_5_an_upload_is_a_whole_tournament(hall: Hall) -> None:
    players = hall.meet(8)
    made = ok(take(hall, upload(players)))
    assert (made["status"], made["players"], made["official"]) == ("finished", 8, True)
    assert (made["name"], made["city_name"], made["club"]) == ("Осенний кубок", "Казань", "kazan")
    assert made["structure"] == {"rounds": 3, "top": 0, "fixed": True}
    assert made["finished_at"] == "2026-11-05T16:30:00.000000Z"
    rows = hall.get(made["tournament"], "/standings")["rows"]
    assert {row["player"] for row in rows[:4]} == set(players[:4])
    log = hall.get(made["tournament"], "/log")["items"]
    assert [row["type"] for row in log] == [
        "tournament.created.v1",
        "tournament.imported.v1",
        "tournament.finished.v1",
    ]
    assert [(row["type"], row["data"]) for row in log] == hall.published(made["tournament"])
    assert hall.get(made["tournament"], "/rounds/3")["complete"]


def test_law_3_the_same_upload_again_changes_nothing(hall: Hall) -> None:
    body = upload(hall.meet(6))
    first = ok(take(hall, body))
    for again in (body, {**body, "official": True, "club": "kazan", "city": "kazan"}):
        assert ok(take(hall, again)) == first
    assert ok(take(hall, body, by=hall.office)) == first
    assert len(hall.published(first["tournament"])) == 3


def test_another_content_waits_for_a_decision(hall: Hall) -> None:
    players = hall.meet(6)
    first = ok(take(hall, upload(players)))
    differing = upload(players)
    differing["rounds"][0]["matches"][0]["winner"] = players[3]
    for body in (differing, upload(players, name="Иной кубок"), upload(players, rounds=2)):
        refused(take(hall, body), 409, "import_differs", "2.1.5")
    refused(take(hall, upload(players, city="Омск"), by=hall.omsk), 409, "import_differs")
    assert hall.get(first["tournament"]) == first
    assert ok(take(hall, upload(players, tool_id="каз/18")))["tournament"] != first["tournament"]


def test_a_correction_of_ours_outlives_the_upload_again(hall: Hall) -> None:
    players = hall.meet(4)
    body = upload(players, rounds=1)
    made = ok(take(hall, body))["tournament"]
    ok(hall.result(made, 1, 1, "clean", players[2], If_Match='"v1"'))
    assert ok(take(hall, body))["version"] == 5
    assert hall.get(made, "/rounds/1")["tables"][0]["result"]["winner"] == players[2]


def test_7_0_1_a_mirrored_game_is_named_and_nothing_is_kept(hall: Hall) -> None:
    players = hall.meet(4)
    body = upload(players)
    game = body["rounds"][1]["matches"][0]
    body["rounds"][1]["matches"].append({**game, "a": game["b"], "b": game["a"]})
    problem = refused(take(hall, body), 422, "player_twice_in_round", "7.0.1")
    assert {row["where"] for row in problem["errors"]} == {"body.rounds.1"}
    assert ok(hall.http.get("/v1/tournaments"))["items"] == []


def test_rule_2_1_1_an_away_registry_is_a_warning_and_too_few_players_are_refused(
    hall: Hall,
) -> None:
    players = [*hall.meet(4), "7003", "7016"]
    made = ok(take(hall, upload(players)))
    assert [w["code"] for w in made["warnings"]] == ["registry_away", "players_unconfirmed"]
    refused(take(hall, upload(players[:2], rounds=1)), 422, "too_few_players", "7.2.1")


def test_d_2_5_an_upload_has_its_clubs_rights(hall: Hall) -> None:
    body = upload(hall.meet(4))
    refused(take(hall, {**body, "official": True}, by=hall.omsk), 403, "official_not_allowed")
    refused(take(hall, {**body, "club": "kazan"}, by=hall.omsk), 403, "not_your_club")
    assert ok(take(hall, body, by=hall.omsk))["official"] is False


def test_d_4_3_the_finish_is_an_instant_of_this_age(hall: Hall) -> None:
    body = upload(hall.meet(4))
    for moment in ("2026-11-05T19:30:00", 1_700_000_000, "0001-01-01T00:00:00+03:00", "вчера"):
        refused(take(hall, {**body, "finished_at": moment}), 422, "validation")
