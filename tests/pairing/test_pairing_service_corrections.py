"""Results by table, corrections, undoing, rewinding, past moments: over HTTP, on both databases."""

import secrets
from datetime import UTC, datetime
from typing import Any

import pytest

from services.pairing.listing import listed_at
from shared.clock import iso, now
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import Hall
from tests.pairing.test_pairing_service_imports import take, upload
from tests.tokens import signed_in

VIEWS = ("/standings", "/rounds/1", "")


def started(hall: Hall, players: int = 4, **how: Any) -> tuple[str, Any]:
    made = hall.tournament(players)
    return made, ok(hall.pair(made, **how))


def finished(hall: Hall) -> str:
    made, first = started(hall, rounds=1, top=0)
    hall.favourites_win(made, first)
    ok(hall.do(made, "finish"))
    return made


def many(hall: Hall, made: str, number: int, *lines: dict[str, Any], **headers: str) -> Any:
    path = f"/v1/tournaments/{made}/rounds/{number}/results"
    return hall.http.post(path, json={"results": list(lines)}, headers={**hall.kazan, **headers})


def clear(hall: Hall, made: str, number: int, table: int, version: int | None) -> Any:
    path = f"/v1/tournaments/{made}/rounds/{number}/tables/{table}/result"
    seen = {} if version is None else {"If-Match": f'"v{version}"'}
    return hall.http.delete(path, headers={**hall.kazan, **seen})


def undo(hall: Hall, made: str, by: dict[str, str] | None = None, **body: Any) -> Any:
    return hall.http.post(
        f"/v1/tournaments/{made}/undo", json=body or None, headers=by or hall.kazan
    )


def person(hall: Hall, role: str, made: str, player: str = "1777") -> dict[str, str]:
    return signed_in(hall.db, role, player, tournament=made)


def views(hall: Hall, made: str, **params: Any) -> list[Any]:
    return [unversioned(hall.get(made, each, **params)) for each in VIEWS]


def unversioned(answer: Any) -> Any:
    """An answer without the numbers that only count what was said."""
    if isinstance(answer, list):
        return [unversioned(each) for each in answer]
    if not isinstance(answer, dict):
        return answer
    return {name: unversioned(each) for name, each in answer.items() if name != "version"}


def test_law_10_many_results_are_judged_line_by_line(hall: Hall) -> None:
    made, first = started(hall, 12)
    a = first["tables"][3]["a"]["player"]
    lines = [
        {"table": 1, "winner": "a"},
        {"table": 2, "kind": "technical", "winner": "Б"},
        {"table": 3, "kind": "draw"},
        {"table": 4, "kind": "no_show", "winner": a},
        {"table": 5, "winner": "1999"},
        {"table": 99, "winner": "2"},
        {"table": 1, "winner": "2"},
        {"table": 1, "winner": "2", "version": 1},
        {"table": 3, "kind": "draw", "winner": None},
    ]
    answer = ok(many(hall, made, 1, *lines))
    assert [line["outcome"] for line in answer["results"]] == [
        *("recorded", "recorded", "recorded", "recorded"),
        *("refused", "refused", "differs", "corrected", "unchanged"),
    ]
    assert answer["results"][1]["result"] == {
        "kind": "technical", "winner": first["tables"][1]["b"]["player"], "version": 1,
    }  # fmt: skip
    no = answer["results"][4]
    assert (no["code"], no["rule"], no["version"]) == ("winner_not_at_table", "R.1", 0)
    assert first["tables"][4]["a"]["name"] in no["message"]
    assert answer["results"][5]["version"] is None
    assert answer["results"][6]["code"] == "result_differs" and not answer["complete"]
    assert [each["player"] for each in answer["changed"]["places"]]
    version = hall.get(made)["version"]
    again = ok(many(hall, made, 1, *lines[1:4], lines[7]))
    assert {line["outcome"] for line in again["results"]} == {"unchanged"}
    assert (hall.get(made)["version"], again["changed"]) == (version, None)
    refused(many(hall, made, 2, *lines), 404, "table_unknown", "7.0.1")
    refused(many(hall, made, 1, {"table": 5, "winner": "0"}), 422, "validation")
    refused(many(hall, made, 1), 422, "validation")


def test_d_4_5_many_results_that_complete_a_round_are_projected_once(hall: Hall) -> None:
    made, _ = started(hall, 8)
    ok(many(hall, made, 1, *({"table": table, "winner": "1"} for table in range(1, 5))))
    types = [type_ for type_, _ in hall.published(made)]
    assert types[-5:] == ["match.result.recorded.v1"] * 4 + ["tournament.games.projected.v1"]


def test_t_8_a_first_result_reports_nothing_and_a_correction_does(hall: Hall) -> None:
    made, first = started(hall)
    table = first["tables"][0]
    answer = ok(hall.result(made, 1, 1, "clean", "а"))  # a Cyrillic one
    assert answer["result"]["winner"] == table["a"]["player"]
    assert (answer["changed"], answer["version"]) == (None, 1)
    assert ok(hall.result(made, 1, 1, "clean", "a"))["changed"] is None
    changed = ok(hall.result(made, 1, 1, "clean", "b", If_Match='"v1"'))["changed"]
    moved = {row["player"]: (row["before"], row["after"]) for row in changed["places"]}
    rows = {row["player"]: row["place"] for row in hall.get(made, "/standings")["rows"]}
    assert all(rows[player] == after for player, (_, after) in moved.items())
    assert moved.keys() >= {table["a"]["player"], table["b"]["player"]}
    assert all(row["name"].endswith("Алёна") for row in changed["places"])
    assert (changed["byes"], changed["cut"], changed["bracket"]) == ([], None, [])


def test_t_8_a_result_at_the_wrong_table_is_taken_away(hall: Hall) -> None:
    made, _ = started(hall)
    before = views(hall, made)
    ok(hall.result(made, 1, 1, "clean", "a"))
    refused(clear(hall, made, 1, 1, None), 412, "result_differs", "T.8")
    gone = clear(hall, made, 1, 1, 1)
    assert (ok(gone)["result"], gone.headers["ETag"]) == (None, '"v2"')
    assert ok(clear(hall, made, 1, 1, 1))["version"] == 2
    assert views(hall, made) == before
    assert ok(hall.result(made, 1, 1, "draw"))["version"] == 3
    refused(clear(hall, made, 1, 9, 1), 404, "table_unknown")
    refused(clear(hall, finished(hall), 1, 1, 1), 409, "finished_needs_results", "D.4.10")


def test_t_9_the_winner_of_a_played_semifinal_is_replaced(hall: Hall) -> None:
    made, played = started(hall, 8, rounds=1, top=4)
    for _ in range(3):
        hall.favourites_win(made, played)
        if played["round"] < 3:
            played = ok(hall.pair(made))
    ok(hall.do(made, "finish"))
    semi = hall.get(made, "/rounds/2")["tables"][0]
    won, final = semi["result"]["winner"], hall.get(made, "/rounds/3")
    lost = next(semi[side]["player"] for side in "ab" if semi[side]["player"] != won)
    changed = ok(hall.result(made, 2, semi["table"], "clean", lost, If_Match='"v1"'))["changed"]
    (instead,) = changed["bracket"]
    assert (instead["round"], instead["played"]["player"]) == (3, won)
    assert instead["instead"]["player"] == lost
    assert hall.get(made, "/rounds/3") == final
    body = hall.published(made)[-1][1]
    assert body["revision"] == 2


def test_t_8_undo_takes_back_ones_own_last(hall: Hall) -> None:
    made, _ = started(hall)
    empty = views(hall, made)
    ok(hall.result(made, 1, 1, "clean", "a"))
    one = views(hall, made)
    ok(hall.result(made, 1, 2, "draw"))
    ok(hall.result(made, 1, 2, "clean", "b", If_Match='"v1"'))
    other = person(hall, "head_judge", made)
    refused(undo(hall, made, other), 409, "nothing_to_undo")
    for _ in range(2):
        answer = ok(undo(hall, made))
        assert "стола 2 тура 1" in answer["message"]
    assert answer["version"] == hall.get(made)["version"]
    assert views(hall, made) == one
    ok(undo(hall, made))
    assert views(hall, made) == empty
    english = {**hall.kazan, "Accept-Language": "en"}
    answer = ok(undo(hall, made, english))
    assert answer["message"] == "Undone: the publication of round 1."
    assert hall.get(made)["status"] == "announced"
    log = hall.get(made, "/log", limit=500)["items"]
    assert [row["type"] for row in log].count("event.undone.v1") == 4


def test_t_8_a_named_event_is_undone_by_who_may(hall: Hall) -> None:
    made, _ = started(hall)
    floor, head = person(hall, "floor_judge", made), person(hall, "head_judge", made, "1778")
    ok(hall.result(made, 1, 1, "draw"))
    number = hall.get(made)["version"]
    refused(undo(hall, made, floor, event=number), 403, "scope_missing")
    refused(undo(hall, made, floor, event=number - 1), 403, "scope_missing")
    refused(undo(hall, made, head, event=number + 1), 409, "event_unknown")
    refused(undo(hall, made, hall.omsk, event=number), 403, "not_your_club")
    assert ok(undo(hall, made, head, event=number))["event"] == number
    refused(undo(hall, made, head, event=number), 409, "already_undone")
    refused(undo(hall, made, head, event=number + 1), 409, "not_undoable")


def test_t_8_undo_with_an_idempotency_key_is_done_once(hall: Hall) -> None:
    made, _ = started(hall)
    for table in (1, 2):
        ok(hall.result(made, 1, table, "draw"))
    by = {**hall.kazan, "Idempotency-Key": secrets.token_hex(8)}
    first, second = undo(hall, made, by), undo(hall, made, by)
    assert ok(first) == ok(second)
    assert hall.get(made, "/rounds/1")["tables"][0]["result"] is not None


def test_d_2_5_only_the_office_lifts_by_undoing_what_it_struck_out(hall: Hall) -> None:
    made = finished(hall)
    ok(hall.do(made, "annul", hall.office, code="annulled", reason="Проверяем"))
    number = hall.get(made)["version"]
    refused(undo(hall, made, event=number), 403, "scope_missing")
    ok(undo(hall, made, hall.office))
    assert hall.get(made)["flags"] == []


def test_t_8_rewinding_and_reopening(hall: Hall) -> None:
    made, first = started(hall)
    hall.favourites_win(made, first)
    before = views(hall, made)
    for _ in range(2):
        hall.favourites_win(made, ok(hall.pair(made)))
    hall.favourites_win(made, ok(hall.pair(made)))
    ok(hall.do(made, "finish"))
    reason: Any = {"reason": "Тур 2 составлен по чужим результатам Ёлкиной"}
    refused(hall.do(made, "rewind", round=1), 422, "validation")
    assert ok(hall.do(made, "reopen", **reason))["status"] == "running"
    assert ok(hall.do(made, "reopen", **reason))["rounds"] == 4
    back = ok(hall.do(made, "rewind", round=1, **reason))
    assert (back["status"], back["rounds"]) == ("running", 1)
    assert views(hall, made)[:2] == before[:2]
    assert hall.get(made)["finished_at"]  # D.4.3: of the first finish
    refused(hall.do(made, "rewind", round=1, **reason), 409, "nothing_to_rewind", "T.8")
    log = hall.http.get(f"/v1/tournaments/{made}/log", params={"limit": 500})
    assert "Ёлкин" not in log.text and "reason" not in log.text
    assert len(ok(log)["items"]) == back["version"]
    types = [type_ for type_, _ in hall.published(made)]
    assert types[-2:] == ["tournament.rewound.v1", "tournament.games.projected.v1"]
    refused(hall.do(made, "rewind", hall.omsk, round=0, **reason), 403, "not_your_club")
    assert ok(hall.do(made, "rewind", round=0, **reason))["status"] == "announced"
    assert ok(hall.pair(made))["round"] == 1


@pytest.mark.parametrize(
    ("finish", "listed"),
    [
        ("2026-11-05T16:30:00Z", "2026-11-30T21:00:00Z"),
        ("2026-11-30T20:59:59.999999Z", "2026-11-30T21:00:00Z"),
        ("2026-11-30T21:00:00Z", "2026-12-31T21:00:00Z"),
        ("2026-12-31T20:59:00Z", "2026-12-31T21:00:00Z"),
        ("2012-06-15T00:00:00Z", "2012-06-30T20:00:00Z"),  # Moscow was four hours ahead
    ],
)
def test_d_4_10_the_list_is_that_of_the_1st_in_moscow(finish: str, listed: str) -> None:
    assert iso(listed_at(finish)) == iso(datetime.fromisoformat(listed))


def test_d_4_10_once_the_list_is_out_the_office_alone_corrects(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = finished(hall)
    listed = listed_at(hall.get(made)["finished_at"])
    ok(hall.result(made, 1, 1, "draw", If_Match='"v1"'))
    for module in ("service_results", "service_penalties", "service_corrections"):
        monkeypatch.setattr(f"services.pairing.{module}.now", lambda: listed)
    reason: Any = {"reason": "Ошибка в протоколе"}
    player = hall.players[-1]
    for no in (
        hall.result(made, 1, 1, "clean", "a", If_Match='"v2"'),
        many(hall, made, 1, {"table": 1, "winner": "a", "version": 2}),
        hall.do(made, "reopen", **reason),
        hall.do(made, "rewind", round=0, **reason),
        undo(hall, made),
        hall.do(made, "penalties", player=player, infraction="P.5.2", level="warning"),
    ):
        refused(no, 403, "list_published", "D.4.10")
    given = many(hall, made, 1, {"table": 1, "winner": "a", "version": 2}, **hall.office)
    assert ok(given)["results"][0]["outcome"] == "corrected"
    unofficial = ok(hall.announce(official=False))["tournament"]
    ok(hall.enter(unofficial, hall.meet(4)))
    hall.favourites_win(unofficial, ok(hall.pair(unofficial, rounds=1, top=0)))
    ok(hall.do(unofficial, "finish"))
    ok(hall.result(unofficial, 1, 1, "draw", If_Match='"v1"'))  # it is in no list


def test_d_4_10_a_floor_judge_corrects_nothing_after_the_finish(hall: Hall) -> None:
    made = finished(hall)
    floor = person(hall, "floor_judge", made)
    path = f"/v1/tournaments/{made}/rounds/1/tables/1/result"
    headers = {**floor, "If-Match": '"v1"'}
    refused(hall.http.put(path, json={"kind": "draw"}, headers=headers), 403, "scope_missing")


def test_d_4_10_in_a_reopened_tournament_floor_judges_record_again(hall: Hall) -> None:
    made = finished(hall)
    floor = person(hall, "floor_judge", made)
    path = f"/v1/tournaments/{made}/rounds/1/tables/1/result"
    ok(hall.do(made, "reopen", reason="Забыли результат"))
    ok(hall.http.put(path, json={"kind": "draw"}, headers={**floor, "If-Match": '"v1"'}))


def test_t_8_undoing_a_correction_tells_what_it_did_to_the_places(hall: Hall) -> None:
    made, first = started(hall)
    hall.favourites_win(made, first)
    rows = hall.get(made, "/standings")["rows"]
    done = ok(hall.result(made, 1, 1, "both_absent", If_Match='"v1"'))["changed"]["places"]
    back = ok(undo(hall, made))["changed"]["places"]
    assert {(each["player"], each["before"], each["after"]) for each in back} == {
        (each["player"], each["after"], each["before"]) for each in done
    }
    assert hall.get(made, "/standings")["rows"] == rows


def test_rule_2_1_5_while_it_is_cancelled_only_that_is_undone(hall: Hall) -> None:
    made, _ = started(hall)
    ok(hall.result(made, 1, 1, "draw"))
    number = hall.get(made)["version"]
    ok(hall.do(made, "cancel", reason="Нет света"))
    refused(undo(hall, made, event=number), 409, "tournament_cancelled")
    refused(hall.result(made, 1, 2, "draw"), 409, "tournament_cancelled")
    ok(undo(hall, made))
    ok(undo(hall, made))
    assert hall.get(made, "/rounds/1")["tables"][0]["result"] is None


def test_d_2_5_what_the_office_said_of_a_tournament_a_club_does_not_undo(hall: Hall) -> None:
    made = hall.tournament(4)
    path = f"/v1/tournaments/{made}"
    headers = {**hall.office, "If-Match": hall.http.get(path).headers["ETag"]}
    assert not ok(hall.http.patch(path, json={"official": False}, headers=headers))["official"]
    number = hall.get(made)["version"]
    refused(undo(hall, made, event=number), 403, "scope_missing")
    ok(undo(hall, made, hall.office))
    assert hall.get(made)["official"]


def test_s_7_who_was_granted_a_result_is_not_just_taken_out(hall: Hall) -> None:
    made, first = started(hall)
    hall.favourites_win(made, first)
    (late,) = hall.meet(1)
    ok(hall.enter(made, [late]))
    entered = hall.get(made)["version"]
    path = f"/v1/tournaments/{made}/entries/{late}/granted/1"
    ok(hall.http.put(path, json={"result": "draw"}, headers=hall.kazan))
    refused(undo(hall, made, event=entered), 409, "later_depends")
    ok(undo(hall, made))
    ok(undo(hall, made))
    assert late not in {row["player"] for row in hall.get(made, "/standings")["rows"]}


def test_rule_2_1_5_what_an_upload_came_after_is_not_undone(hall: Hall) -> None:
    players = hall.meet(8)
    made = ok(take(hall, upload(players), hall.office))["tournament"]
    table = hall.get(made, "/rounds/1")["tables"][0]
    path = f"/v1/tournaments/{made}/rounds/1/tables/1/result"
    headers = {**hall.office, "If-Match": '"v1"'}
    corrected = hall.http.put(path, json={"kind": "draw"}, headers=headers)
    number = hall.get(made)["version"] - 1
    assert ok(corrected)["result"]["kind"] == "draw"
    given: Any = {"infraction": "P.5.2", "level": "game_loss", "round": 1, "correct": True}
    penalty = hall.do(made, "penalties", hall.office, player=table["a"]["player"], **given)
    assert ok(penalty)["results"]
    other = upload(players)
    other["rounds"][0]["matches"][0] = {
        "a": players[0], "b": players[4], "kind": "technical", "winner": players[0],
    }  # fmt: skip
    ok(take(hall, other, hall.office))
    refused(undo(hall, made, hall.office, event=number), 409, "later_depends")
    back = hall.do(
        made, f"penalties/{ok(penalty)['penalty']}/revoke", hall.office, reason="Ошиблись"
    )
    assert ok(back)["revoked"]
    reason: Any = {"reason": "Ошибка", "round": 0}
    refused(hall.do(made, "rewind", hall.office, **reason), 409, "imported_rounds", "2.1.5")


def test_law_2_any_past_moment_is_shown(hall: Hall) -> None:
    made, first = started(hall)
    number, moment = hall.get(made)["version"], now().astimezone(UTC).isoformat()
    before = views(hall, made)
    hall.favourites_win(made, first)
    after = views(hall, made)
    assert after != before
    for at in (number, moment):
        assert views(hall, made, at=at) == before
        assert hall.get(made, at=at)["version"] == number
    assert views(hall, made) == after
    address = f"/v1/tournaments/{made}"
    assert ok(hall.http.get(f"{address}?at={moment}"))["version"] == number  # "+" as it is written
    for at, code in (("0", "moment_unknown"), ("999", "moment_unknown"), ("вчера", "unreadable")):
        refused(
            hall.http.get(address, params={"at": at}),
            422,
            code if "_" in code else f"moment_{code}",
        )
    long_ago = "2001-01-01T00:00:00Z"
    refused(hall.http.get(f"{address}/rounds/1?at={long_ago}"), 422, "moment_unknown")
    refused(hall.http.get(f"{address}/rounds/1?at=1"), 404, "round_not_found")
