"""Importing finished tournaments over HTTP, on both databases."""

from typing import Any

from tests.house import ok, refused
from tests.pairing.pairing_service_hall import CLASSIC, DAY, Hall

END = "2026-11-05T19:30:00+03:00"


def upload(players: list[Any], rounds: int = 3, **more: Any) -> dict[str, Any]:
    """A season's tournament: in every round the upper half meets the lower one, turned by one."""
    half = len(players) // 2
    upper, lower = players[:half], players[half:]
    body: dict[str, Any] = {
        "source": "berserk-manager",
        "external_id": "каз/17",
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


def take(
    hall: Hall, body: dict[str, Any], by: dict[str, str] | None = None, dry_run: bool = False
) -> Any:
    path = f"/v1/tournaments:import?dry_run={str(dry_run).lower()}"
    return hall.http.post(path, json=body, headers=by or hall.kazan)


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


def test_7_0_1_a_mirrored_game_is_named_and_nothing_is_kept(hall: Hall) -> None:
    players = hall.meet(4)
    body = upload(players)
    game = body["rounds"][1]["matches"][0]
    body["rounds"][1]["matches"].append({**game, "a": game["b"], "b": game["a"]})
    problem = refused(take(hall, body), 422, "player_twice_in_round", "7.0.1")
    assert [row["where"] for row in problem["errors"]] == [
        "body.rounds.1.matches.2.a",
        "body.rounds.1.matches.2.b",
    ]
    assert ok(hall.http.get("/v1/tournaments"))["items"] == []


def test_law_8_all_faults_at_once_each_where_it_is(hall: Hall) -> None:
    players = hall.meet(6)
    body = upload([*players[:5], "7004"])
    body["rounds"][0]["matches"][2]["b"] = "кто-то"
    body["rounds"][1]["matches"][0] |= {"winner": players[1]}
    body["rounds"][2] |= {"byes": [players[0]], "number": 2}
    problem = refused(take(hall, body), 422, "player_id_mistyped", "D.2.2")
    assert [(row["where"], row["code"]) for row in problem["errors"]] == [
        ("body.players.5", "player_id_mistyped"),
        ("body.rounds.2.number", "round_out_of_order"),
        ("body.rounds.0.matches.2.b", "player_unknown"),
        ("body.rounds.1.matches.0.winner", "winner_not_at_table"),
        ("body.rounds.2.byes.0", "player_twice_in_round"),
    ]
    assert [line["outcome"] for line in problem["lines"]] == [*["known"] * 5, "error"]
    dry = ok(take(hall, body, dry_run=True))
    assert [row["where"] for row in dry["errors"]] == [row["where"] for row in problem["errors"]]
    assert (dry["outcome"], dry["lines"]) == (None, problem["lines"])
    assert ok(hall.http.get("/v1/tournaments"))["items"] == []


def test_rule_2_1_1_an_away_registry_is_a_warning_and_too_few_players_are_refused(
    hall: Hall,
) -> None:
    players = [*hall.meet(4), "7003", "7016"]
    made = ok(take(hall, upload(players)))
    assert [w["code"] for w in made["warnings"]] == ["registry_away", "players_unconfirmed"]
    few = upload(players[:2], rounds=1, external_id="каз/18")
    refused(take(hall, few), 422, "too_few_players", "7.2.1")
    line = {"ref": "п1", "line": "Ёлкина Алёна"}
    problem = refused(
        take(hall, upload([*players, line], external_id="каз/18")), 422, "registry_away", "2.1.1"
    )
    assert problem["errors"][0]["where"] == "body.players.6"
    number = {"ref": "п2", "line": "7027"}
    dry = ok(take(hall, upload([*players, number], external_id="каз/18"), dry_run=True))
    assert "7003, 7016, 7027" in dry["warnings"][0]["message"]
    newcomer = {"surname": "Ёлкина", "first_name": "Алёна", "email": "a@example.org"}
    new = {"ref": "п3", "newcomer": {**newcomer, "no_patronymic": True}}
    for dry_run in (True, False):
        answer = take(hall, upload([*players, new], external_id="каз/18"), dry_run=dry_run)
        refused(answer, 503, "neighbour_away")


def test_d_2_5_an_upload_has_its_clubs_rights(hall: Hall) -> None:
    body = upload(hall.meet(4))
    refused(take(hall, {**body, "official": True}, by=hall.omsk), 403, "official_not_allowed")
    refused(take(hall, {**body, "club": "kazan"}, by=hall.omsk), 403, "not_your_club")
    assert ok(take(hall, body, by=hall.omsk))["official"] is False


def test_d_4_3_the_finish_is_an_instant_of_this_age(hall: Hall) -> None:
    body = upload(hall.meet(4))
    for moment in ("2026-11-05T19:30:00", 1_700_000_000, "0001-01-01T00:00:00+03:00", "вчера"):
        refused(take(hall, {**body, "finished_at": moment}), 422, "validation")
