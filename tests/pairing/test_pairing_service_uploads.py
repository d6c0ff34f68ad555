"""2.1.5: an upload again, changed, the missing half, another club's; on both databases."""

from datetime import timedelta
from typing import Any

from services.pairing import store_uploads
from shared.clock import now
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import Hall
from tests.pairing.test_pairing_service_imports import take, upload


def plain(players: list[str], rounds: int = 3, **more: Any) -> dict[str, Any]:
    """An upload of a tournament that is in no published list (D.2.5), so its club's for ever."""
    return upload(players, rounds, **{"official": False, **more})


def shown(answer: Any) -> Any:
    """An answer to an upload without what it says of the upload."""
    return {k: v for k, v in answer.items() if k not in ("outcome", "changes", "upload")}


def test_law_3_the_same_upload_again_changes_nothing(hall: Hall) -> None:
    body = plain(hall.meet(6))
    first = ok(take(hall, body))
    assert (first["outcome"], first["changes"], first["upload"]) == ("created", None, None)
    for again in (body, {**body, "club": "kazan", "city": "kazan"}):
        answer = ok(take(hall, again))
        assert answer["outcome"] == "known"
        assert shown(answer) == shown(first)
    for by in (hall.office, hall.omsk):
        assert shown(ok(take(hall, body, by=by))) == shown(first)
    assert len(hall.published(first["tournament"])) == 3


def test_d_4_10_a_changed_upload_is_a_new_revision_with_a_diff(hall: Hall) -> None:
    players = hall.meet(6)
    body = plain(players)
    made = ok(take(hall, body))["tournament"]
    body["rounds"][0]["matches"][0]["winner"] = players[3]
    answer = ok(take(hall, body))
    assert answer["outcome"] == "changed"
    assert answer["changes"] == {
        "fields": [],
        "players_added": [],
        "players_removed": [],
        "rounds_added": [],
        "rounds_removed": [],
        "tables": [
            {
                "round": 1,
                "a": players[0],
                "b": players[3],
                "before": {"kind": "clean", "winner": players[0]},
                "after": {"kind": "clean", "winner": players[3]},
            }
        ],
        "byes": [],
    }
    told = hall.published(made)
    assert [kind for kind, _ in told[3:]] == ["tournament.imported.v1", "tournament.finished.v1"]
    assert told[4][1]["revision"] == 2
    assert told[4][1]["finished_at"] == told[2][1]["finished_at"]
    assert ok(take(hall, body))["outcome"] == "known"


def test_d_4_3_a_new_title_and_instant_are_a_revision_and_stay_as_mended_here(hall: Hall) -> None:
    body = plain(hall.meet(4), rounds=1)
    made = ok(take(hall, body))["tournament"]
    later = {**body, "name": "Зимний кубок", "finished_at": "2026-11-05T21:00:00+03:00"}
    answer = ok(take(hall, later))
    assert answer["changes"]["fields"] == ["name", "finished_at"]
    assert answer["finished_at"] == "2026-11-05T18:00:00.000000Z"
    assert [kind for kind, _ in hall.published(made)[3:]] == [
        "tournament.changed.v1",
        "tournament.imported.v1",
        "tournament.finished.v1",
    ]
    assert ok(take(hall, later))["outcome"] == "known"


def test_rule_2_1_5_the_missing_half_is_the_same_tournament(hall: Hall) -> None:
    players = hall.meet(8)
    whole = plain(players, rounds=4)
    first = {**whole, "rounds": whole["rounds"][:2]}
    rest = {
        **whole,
        "rounds": [{**each, "number": at} for at, each in enumerate(whole["rounds"][2:], 3)],
    }
    made = ok(take(hall, first))
    answer = ok(take(hall, rest))
    assert answer["tournament"] == made["tournament"]
    assert (answer["outcome"], answer["changes"]["rounds_added"]) == ("changed", [3, 4])
    assert answer["structure"] == {"rounds": 4, "top": 0, "fixed": True}
    assert ok(take(hall, whole))["outcome"] == "known"
    assert ok(take(hall, first))["outcome"] == "known"
    shorter = ok(take(hall, {**first, "complete": True}))
    assert shorter["changes"]["rounds_removed"] == [3, 4]


def test_rule_2_1_5_the_second_half_may_come_first(hall: Hall) -> None:
    players = hall.meet(8)
    whole = plain(players, rounds=4)
    rest = [{**each, "number": at} for at, each in enumerate(whole["rounds"][2:], 3)]
    made = ok(take(hall, {**whole, "rounds": rest}))
    (warning,) = made["warnings"]
    assert (warning["code"], warning["message"][:13]) == ("rounds_missing", "Туров нет: 1,")
    assert hall.get(made["tournament"], "/rounds/1")["tables"] == []
    answer = ok(take(hall, {**whole, "rounds": whole["rounds"][:2]}))
    assert answer["warnings"] == []
    other = ok(take(hall, {**whole, "external_id": "каз/18", "seed": made["seed"]}))["tournament"]
    both = [hall.get(each, "/standings")["rows"] for each in (made["tournament"], other)]
    assert both[0] == both[1]


def test_d_4_10_a_correction_of_ours_outlives_the_upload_again(hall: Hall) -> None:
    players = hall.meet(4)
    body = plain(players, rounds=2)
    made = ok(take(hall, body))["tournament"]
    ok(hall.result(made, 1, 1, "clean", players[2], If_Match='"v1"'))
    again = ok(take(hall, body))
    assert (again["outcome"], again["version"]) == ("known", 5)

    def winner(table: int) -> Any:
        return hall.get(made, "/rounds/1")["tables"][table - 1]["result"]["winner"]

    assert winner(1) == players[2]
    body["rounds"][0]["matches"][1] |= {"winner": players[3]}  # another table of the same round
    assert len(ok(take(hall, body))["changes"]["tables"]) == 1
    assert (winner(1), winner(2)) == (players[2], players[3])
    body["rounds"][0]["matches"][0] |= {"kind": "technical"}  # this very table
    ok(take(hall, body))
    assert winner(1) == players[0]
    assert hall.get(made, "/rounds/1")["tables"][0]["result"]["version"] == 3


def test_rule_2_1_5_entry_numbers_stay_and_newcomers_get_the_next(hall: Hall) -> None:
    players = hall.meet(8)
    made = ok(take(hall, plain(players[:6])))["tournament"]
    order = [players[6], players[1], players[0], *players[2:6], players[7]]
    ok(take(hall, plain(order, complete=True)))
    entries = {row["player"]: row["entry"] for row in hall.get(made, "/standings")["rows"]}
    assert entries == {player: at for at, player in enumerate(players, 1)}
    ok(take(hall, plain(players[2:], complete=True)))
    entries = {row["player"]: row["entry"] for row in hall.get(made, "/standings")["rows"]}
    assert entries == {player: at for at, player in enumerate(players, 1) if at > 2}


def test_rule_2_1_5_what_is_run_here_is_not_uploaded_over(hall: Hall) -> None:
    made = hall.tournament(4)
    hall.favourites_win(made, ok(hall.pair(made, rounds=3, top=0)))
    for _ in range(2):
        hall.favourites_win(made, ok(hall.pair(made)))
    ok(hall.do(made, "finish"))
    body = hall.get(made, "/export")
    assert ok(take(hall, body))["outcome"] == "known"
    body["rounds"][0]["matches"][0]["kind"] = "technical"
    refused(take(hall, body), 409, "import_kept_here", "2.1.5")
    refused(take(hall, {**body, "external_id": "17"}), 422, "external_id_not_ours", "2.1.5")


def test_a_dry_run_says_what_the_upload_would_do_and_does_nothing(hall: Hall) -> None:
    body = plain(hall.meet(6))
    dry = ok(take(hall, body, dry_run=True))
    assert (dry["outcome"], dry["changes"], dry["errors"]) == ("created", None, [])
    assert dry["counts"] == {"known": 6, "candidates": 0, "new": 0, "error": 0}
    assert ok(hall.http.get("/v1/tournaments"))["items"] == []
    made = ok(take(hall, body))
    assert made["tournament"] == dry["tournament"]
    assert ok(take(hall, body, dry_run=True))["outcome"] == "known"
    body["rounds"][0]["matches"][0]["kind"] = "technical"
    dry = ok(take(hall, body, dry_run=True))
    assert (dry["outcome"], len(dry["changes"]["tables"])) == ("changed", 1)
    assert hall.get(made["tournament"])["version"] == made["version"]
    answer = ok(take(hall, body))
    assert answer["changes"] == dry["changes"]


def test_rule_2_1_5_an_export_taken_elsewhere_has_the_same_standings(hall: Hall) -> None:
    made = hall.tournament(9)
    hall.favourites_win(made, ok(hall.pair(made, rounds=3, top=2)))
    ok(hall.do(made, f"entries/{hall.players[4]}/drop"))
    for kind in ("draw", "technical", "clean"):
        played = ok(hall.pair(made))
        first = played["tables"][0]
        winner = None if kind == "draw" else first["b"]["player"]
        ok(hall.result(made, played["round"], first["table"], kind, winner))
        hall.favourites_win(made, hall.get(made, "/rounds/current"))
    ok(hall.do(made, "finish"))
    body = hall.get(made, "/export")
    assert body["source"] == "berserk-federation"
    assert body["external_id"] == made
    assert [len(each["byes"]) for each in body["rounds"]] == [1, 0, 0, 0]
    there = ok(take(hall, {**body, "source": "elsewhere"}))["tournament"]
    assert there != made
    same = {"tournament": "", "version": 0}
    said = [{**hall.get(each, "/standings"), **same} for each in (made, there)]
    assert said[0] == said[1]
    again = {**hall.get(there, "/export"), "source": body["source"], "external_id": made}
    assert again == body
    assert ok(take(hall, again))["outcome"] == "known"


def another(hall: Hall) -> tuple[str, dict[str, Any], list[str]]:
    """A tournament of Kazan's, what Omsk says of it otherwise, and its players."""
    players = hall.meet(6)
    body = plain(players)
    made = ok(take(hall, body))["tournament"]
    body["rounds"][0]["matches"][0] |= {"winner": players[3]}
    return made, {**body, "name": "Иной кубок"}, players


def decide(hall: Hall, upload: str, what: str, by: dict[str, str]) -> Any:
    return hall.http.post(f"/v1/uploads/{upload}/{what}", headers=by)


def uploads(hall: Hall, by: dict[str, str], **narrowed: str) -> list[str]:
    page = ok(hall.http.get("/v1/uploads", params=narrowed, headers=by))
    return [row["upload"] for row in page["items"]]


def test_rule_2_1_5_another_clubs_differing_upload_waits_and_is_accepted(hall: Hall) -> None:
    made, body, _ = another(hall)
    before = hall.get(made)
    assert ok(take(hall, body, by=hall.omsk, dry_run=True))["outcome"] == "waiting"
    answer = ok(take(hall, body, by=hall.omsk))
    assert (answer["outcome"], answer["club"]) == ("waiting", "kazan")
    assert answer["changes"]["fields"] == ["name"]
    assert hall.get(made) == before
    waiting = answer["upload"]
    assert ok(take(hall, body, by=hall.omsk))["upload"] == waiting
    for by in (hall.kazan, hall.omsk, hall.office):
        assert uploads(hall, by, state="waiting") == [waiting]
        seen = ok(hall.http.get(f"/v1/uploads/{waiting}", headers=by))
        assert (seen["club"], seen["fits"]) == ("omsk", True)
        assert seen["changes"] == answer["changes"]
    refused(decide(hall, waiting, "accept", hall.omsk), 403, "not_your_club", "D.2.5")
    refused(decide(hall, waiting, "decline", hall.omsk), 403, "not_your_club", "D.2.5")
    for _ in range(2):
        done = ok(decide(hall, waiting, "accept", hall.kazan))
        assert done["state"] == "accepted"
    after = hall.get(made)
    assert (after["name"], after["club"], after["version"]) == ("Иной кубок", "kazan", 6)
    refused(decide(hall, waiting, "decline", hall.kazan), 409, "upload_decided", "2.1.5")
    assert ok(take(hall, body, by=hall.omsk))["outcome"] == "known"
    assert uploads(hall, hall.kazan, state="waiting") == []


def test_rule_2_1_5_a_declined_one_changes_nothing_and_is_declined_again(hall: Hall) -> None:
    made, body, _ = another(hall)
    waiting = ok(take(hall, body, by=hall.omsk))["upload"]
    for _ in range(2):
        assert ok(decide(hall, waiting, "decline", hall.office))["state"] == "declined"
    refused(decide(hall, waiting, "accept", hall.kazan), 409, "upload_decided", "2.1.5")
    assert hall.get(made)["version"] == 3
    again = ok(take(hall, body, by=hall.omsk))
    assert (again["outcome"], again["upload"]) == ("declined", waiting)
    assert ok(hall.http.get(f"/v1/uploads/{waiting}", headers=hall.omsk))["fits"] is False
    assert uploads(hall, hall.omsk, state="declined") == [waiting]


def test_law_11_an_upload_that_waits_has_no_names(hall: Hall) -> None:
    _, body, players = another(hall)
    body["players"] = [{"ref": f"Ёлкина {at}", "player": p} for at, p in enumerate(players)]
    called = {player: f"Ёлкина {at}" for at, player in enumerate(players)}
    for each in body["rounds"]:
        each["matches"] = [
            {name: called.get(value, value) for name, value in match.items()}
            for match in each["matches"]
        ]
    waiting = ok(take(hall, body, by=hall.omsk))["upload"]
    with hall.db.read() as tx:
        row = store_uploads.upload(tx, waiting)
    assert row is not None
    assert players[0] in row.content
    assert "Ёлкина" not in row.content


def test_an_upload_nobody_knows(hall: Hall) -> None:
    missing = "6f1c9a52-6f0b-4f0e-9a53-0b0f6f0e7d11"
    refused(decide(hall, missing, "accept", hall.office), 404, "upload_not_found")
    refused(hall.http.get(f"/v1/uploads/{missing}", headers=hall.office), 404, "upload_not_found")


def test_d_4_10_when_the_list_is_out_a_changed_upload_waits_for_the_office(hall: Hall) -> None:
    players = hall.meet(4)
    body = upload(players, rounds=1, date="2025-11-05", finished_at="2025-11-05T18:00:00Z")
    made = ok(take(hall, body))["tournament"]
    body["rounds"][0]["matches"][0] |= {"kind": "technical"}
    answer = ok(take(hall, body))
    assert (answer["outcome"], answer["version"]) == ("waiting", 3)
    waiting = answer["upload"]
    refused(decide(hall, waiting, "accept", hall.kazan), 403, "list_published", "D.4.10")
    assert ok(decide(hall, waiting, "accept", hall.office))["state"] == "accepted"
    assert hall.get(made, "/rounds/1")["tables"][0]["result"]["kind"] == "technical"
    assert hall.get(made)["official"] is True


def test_d_4_10_before_the_list_is_out_the_club_changes_it(hall: Hall) -> None:
    players, moment = hall.meet(4), now()
    day = (moment - timedelta(days=1)).date().isoformat()
    body = upload(players, rounds=1, date=day, finished_at=moment.isoformat())
    ok(take(hall, body))
    body["rounds"][0]["matches"][0] |= {"kind": "technical"}
    assert ok(take(hall, body))["outcome"] == "changed"
