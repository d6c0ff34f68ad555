"""P.10, P.11: penalties at tables, over HTTP, on both databases."""

import json
import secrets
from typing import Any

from services.pairing import notes
from shared.events.players import PlayerChanged
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import Hall
from tests.pairing.test_pairing_service_corrections import clear, person, started, unversioned

STORY = "Подсказывала Щукину за столом 1 после двух замечаний."


def give(
    hall: Hall,
    made: str,
    player: str,
    level: str | None = "game_loss",
    infraction: str = "P.5.2",
    by: dict[str, str] | None = None,
    **more: Any,
) -> Any:
    body = {"player": player, "infraction": infraction, **more}
    if level:
        body["level"] = level
    path = f"/v1/tournaments/{made}/penalties"
    return hall.http.post(path, json=body, headers=by or hall.kazan)


def revoke(hall: Hall, made: str, penalty: str) -> Any:
    return hall.do(made, f"penalties/{penalty}/revoke", reason="Апелляция Ёлкиной принята")


def stories(hall: Hall, made: str) -> list[Any]:
    found: list[Any] = ok(hall.http.get(f"/v1/tournaments/{made}/penalties", headers=hall.kazan))
    return found


def public(hall: Hall, made: str) -> str:
    """All that anybody may read of a tournament."""
    addresses = [
        *(f"/v1/tournaments/{made}{what}" for what in ("", "/standings", "/log?limit=500")),
        f"/v1/tournaments/{made}/rounds/current",
        f"/v1/tournaments/{made}?at=8",
        "/v1/tournaments.v1/events",
    ]
    return "".join(hall.http.get(each).text for each in addresses)


def test_p_11_a_game_loss_with_its_story_and_its_appeal(hall: Hall) -> None:
    made, first = started(hall)
    table = first["tables"][0]
    a, b = table["a"]["player"], table["b"]["player"]
    before = unversioned(hall.get(made, "/rounds/1"))
    given = ok(give(hall, made, a, text=STORY))
    assert given["results"] == [
        {"round": 1, "table": 1, "kind": "technical", "winner": b, "version": 1}
    ]
    assert (given["round"], given["revoked"], given["suggested"]) == (1, False, None)
    assert given["warnings"] == []
    assert "text" not in given
    assert hall.get(made, "/rounds/1")["tables"][0]["result"]["winner"] == b
    (story,) = stories(hall, made)
    assert (story["text"], story["given_by"], story["reason"]) == (STORY, "club:kazan:2", None)
    back = ok(revoke(hall, made, given["penalty"]))
    assert back["results"][0] | {"version": 0} == {
        "round": 1, "table": 1, "kind": None, "winner": None, "version": 0,
    }  # fmt: skip
    assert (back["revoked"], back["warnings"]) == (True, [])
    again = ok(revoke(hall, made, given["penalty"]))
    assert (again["results"], again["warnings"]) == ([], [])
    assert unversioned(hall.get(made, "/rounds/1")) == before
    (story,) = stories(hall, made)
    assert story["revoked_by"] == "club:kazan:2" and "Апелляция" in story["reason"]
    wiped = hall.http.delete(
        f"/v1/tournaments/{made}/penalties/{given['penalty']}/text", headers=hall.kazan
    )
    assert ok(wiped)["wiped"] == 2
    (story,) = stories(hall, made)
    assert (story["text"], story["reason"], story["level"]) == (None, None, "game_loss")


def test_law_11_nothing_of_a_penalty_is_public(hall: Hall) -> None:
    made, first = started(hall)
    a = first["tables"][0]["a"]["player"]
    given = ok(give(hall, made, a, text=STORY))
    ok(revoke(hall, made, given["penalty"]))
    shown = public(hall, made)
    assert "penalty.given.v1" in shown
    for secret in ("P.5.2", "game_loss", "Подсказ", "Апелляция", '"made"'):
        assert secret not in shown
    data = dict(hall.published(made))["penalty.given.v1"]
    assert data["made"] == [[1, 1, 1]]
    path = f"/v1/tournaments/{made}/penalties"
    refused(hall.http.get(path), 401, "token_missing")
    refused(hall.http.get(path, headers=hall.omsk), 403, "not_your_club")
    refused(hall.http.get(path, headers=person(hall, "floor_judge", made)), 403, "scope_missing")
    ok(hall.http.get(path, headers=person(hall, "head_judge", made)))


def test_law_11_a_story_goes_with_the_person(hall: Hall) -> None:
    made, first = started(hall)
    a, b = (first["tables"][0][side]["player"] for side in "ab")
    ok(give(hall, made, a, text=STORY))
    gone = PlayerChanged(b, 2, "", "", None, "", "registered", erased=True)
    hall.hear((f"player:{b}", gone))  # the story may speak of whom he met
    (story,) = stories(hall, made)
    assert story["text"] is None and story["player"] == a


def test_r_9_a_disqualified_player_is_out_and_back_after_the_appeal(hall: Hall) -> None:
    made, first = started(hall, 6)
    a = first["tables"][0]["a"]["player"]
    given = ok(give(hall, made, a, None, "P.6.1"))
    assert given["level"] == given["suggested"] == "disqualification"
    hall.favourites_win(made, hall.get(made, "/rounds/1"))
    rows = {row["player"]: row for row in hall.get(made, "/standings")["rows"]}
    assert rows[a]["disqualified"] and rows[a]["place"] is None
    second = ok(hall.pair(made, round=2))
    assert a not in json.dumps(second["tables"]) and len(second["byes"]) == 1
    back = ok(revoke(hall, made, given["penalty"]))
    (left,) = back["warnings"]
    assert (left["code"], back["results"]) == ("result_stands", [])
    assert "стола 1 тура 1" in left["message"]
    hall.favourites_win(made, second)
    assert a in json.dumps(ok(hall.pair(made, round=3)))


def test_r_7_a_double_loss_with_its_penalties_in_one_call(hall: Hall) -> None:
    made, first = started(hall)
    a, b = (first["tables"][0][side]["player"] for side in "ab")
    path = f"/v1/tournaments/{made}/rounds/1/tables/1/result"
    refused(
        hall.http.put(path, json={"kind": "double_loss"}, headers=hall.kazan),
        422,
        "double_loss_needs_penalty",
        "R.7",
    )
    both = [
        {"player": each, "infraction": "P.6.2", "level": "game_loss", "text": STORY}
        for each in (a, b)
    ]
    body = {"kind": "double_loss", "penalties": both}
    floor = person(hall, "floor_judge", made)
    refused(hall.http.put(path, json=body, headers=floor), 403, "scope_missing")
    stranger = {"kind": "double_loss", "penalties": [{**both[0], "player": "1999"}]}
    refused(hall.http.put(path, json=stranger, headers=hall.kazan), 422, "not_at_table", "P.11")
    mild = {"kind": "double_loss", "penalties": [{**both[0], "level": "warning"}]}
    refused(hall.http.put(path, json=mild, headers=hall.kazan), 422, "double_loss_needs_penalty")
    assert stories(hall, made) == []
    for _ in range(2):  # sent again nothing changes
        done = ok(hall.http.put(path, json=body, headers=hall.kazan))
        assert done["result"] == {"kind": "double_loss", "winner": None, "version": 1}
    assert [(each["player"], each["text"]) for each in stories(hall, made)] == [
        (a, STORY),
        (b, STORY),
    ]
    rows = {row["player"]: row["points"] for row in hall.get(made, "/standings")["rows"]}
    assert rows[a] == rows[b] == 0
    ok(clear(hall, made, 1, 1, 1))


def test_p_10_a_repeat_and_what_stands(hall: Hall) -> None:
    made, first = started(hall, 5)
    bye = first["byes"][0]["player"]
    refused(give(hall, made, bye, None), 422, "level_needed", "P.10")
    assert ok(give(hall, made, bye, "warning"))["suggested"] is None
    second = ok(give(hall, made, bye, "game_loss"))
    assert second["suggested"] == "game_loss"
    assert [each["code"] for each in second["warnings"]] == ["no_game"]
    assert refused(give(hall, made, bye, None), 422, "level_needed")["suggested"] == (
        "disqualification"
    )
    a = first["tables"][0]["a"]["player"]
    ok(hall.result(made, 1, 1, "clean", "a"))
    stands = ok(give(hall, made, a))
    assert [each["code"] for each in stands["warnings"]] == ["game_stands"]
    assert ok(give(hall, made, a, correct=True))["results"][0]["version"] == 2


def test_p_11_bad_penalties_are_refused(hall: Hall) -> None:
    made, first = started(hall)
    a = first["tables"][0]["a"]["player"]
    refused(give(hall, made, a, infraction="5.2"), 422, "validation")
    refused(give(hall, made, a, "beheading"), 422, "validation")
    refused(give(hall, made, "1999"), 422, "entry_unknown", "2.1.1")
    refused(give(hall, made, a, round=3), 422, "round_unknown", "P.11")
    refused(give(hall, made, a, by=hall.omsk), 403, "not_your_club")
    refused(revoke(hall, made, "0c0a4d27-9b1f-4b0e-8a53-6d2f3f0c9a11"), 404, "penalty_unknown")
    refused(give(hall, made, a, by=person(hall, "floor_judge", made)), 403, "scope_missing")
    assert stories(hall, made) == []


def test_p_11_a_penalty_sent_twice_under_one_key_is_given_once(hall: Hall) -> None:
    made, first = started(hall)
    a = first["tables"][0]["a"]["player"]
    by = {**hall.kazan, "Idempotency-Key": secrets.token_hex(8)}
    answers = [give(hall, made, a, text=STORY, by=by) for _ in range(2)]
    assert ok(answers[0]) == ok(answers[1])
    assert len(stories(hall, made)) == 1
    assert STORY not in answers[0].text


def test_law_11_wiping_counts_what_was_there(hall: Hall) -> None:
    with hall.db.write() as tx:
        kept = notes.write(tx, "t", "Ёж опоздал", about=["1007"], who="club:kazan:2")
    assert kept
    with hall.db.write() as tx:
        assert notes.wipe(tx, [kept, "nothing"]) == 1
    with hall.db.write() as tx:
        assert notes.wipe(tx, [kept]) == 0
        assert notes.texts(tx, "t") == {kept: None}
