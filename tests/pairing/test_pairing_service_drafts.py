"""S.1, S.8, T.9: a round is drafted, drawn anew, set by hand and published, over HTTP."""

import json
from typing import Any

from sqlalchemy import select
from sqlmodel import col

from services.pairing.tables import Note
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import Hall
from tests.tokens import signed_in

WHY = "Щукин и Цой из одной семьи"


def draft(hall: Hall, made: str, by: dict[str, str] | None = None, **how: Any) -> Any:
    """Draft the round that is due."""
    path = f"/v1/tournaments/{made}/rounds/draft"
    return hall.http.post(path, json=how, headers=by or hall.kazan)


def look(hall: Hall, made: str, by: dict[str, str] | None = None) -> Any:
    """Look at the draft."""
    return hall.http.get(f"/v1/tournaments/{made}/rounds/draft", headers=by or hall.kazan)


def swap(hall: Hall, made: str, number: int, *players: str, **how: Any) -> Any:
    """Two change places."""
    body = {"players": players, "reason": WHY, **how}
    path = f"/v1/tournaments/{made}/rounds/{number}/swap"
    return hall.http.post(path, json=body, headers=hall.kazan)


def pairs(at: Any) -> set[frozenset[str]]:
    """Who meets whom, by ID."""
    return {frozenset((each["a"]["player"], each["b"]["player"])) for each in at["tables"]}


def codes(at: Any) -> list[str]:
    """The codes of its warnings."""
    return [each["code"] for each in at["warnings"]]


def test_s_8_a_draft_is_for_its_staff_alone(hall: Hall) -> None:
    made = hall.tournament(5)
    refused(look(hall, made), 404, "no_draft", "S.1")
    drafted = ok(draft(hall, made))
    assert (drafted["round"], drafted["attempt"], len(drafted["tables"])) == (1, 0, 2)
    assert ok(look(hall, made)) == drafted == ok(draft(hall, made))
    path = f"/v1/tournaments/{made}/rounds/draft"
    refused(hall.http.get(path), 401, "token_missing")
    for role, code in (("floor_judge", "scope_missing"), ("desk", "scope_missing")):
        refused(look(hall, made, signed_in(hall.db, role, tournament=made)), 403, code)
    refused(look(hall, made, hall.omsk), 403, "not_your_club")
    refused(draft(hall, made, hall.omsk), 403, "not_your_club")
    ok(look(hall, made, signed_in(hall.db, "head_judge", tournament=made)))

    refused(hall.http.get(f"/v1/tournaments/{made}/rounds/current"), 404, "round_not_found")
    refused(hall.http.get(f"/v1/tournaments/{made}/rounds/1"), 404, "round_not_found")
    assert hall.get(made)["status"] != "running"
    (row,) = [row for row in hall.get(made, "/log")["items"] if row["type"] == "round.drafted.v1"]
    assert row["data"] == {"round": 1, "stage": "swiss", "attempt": 0}


def test_s_1_what_was_looked_at_is_what_is_published(hall: Hall) -> None:
    made = hall.tournament(16)
    ok(draft(hall, made))
    again = [ok(draft(hall, made, redraw=True)) for _ in range(2)]
    assert [each["attempt"] for each in again] == [1, 2]
    assert pairs(again[0]) != pairs(again[1])
    at = ok(hall.pair(made, round=1, publish_draft=True, rounds=3, top=0))
    assert pairs(at) == pairs(again[1]) and codes(at) == ["rounds_overridden", "top_overridden"]
    refused(look(hall, made), 404, "no_draft")
    refused(draft(hall, made, round=1), 409, "round_published", "S.1")
    assert ok(hall.pair(made, round=1, publish_draft=True)) == at
    drawn = [row for row in hall.get(made, "/log")["items"] if row["type"] == "round.drafted.v1"]
    assert [row["data"]["attempt"] for row in drawn] == [0, 1, 2]

    hall.favourites_win(made, at)
    second = ok(draft(hall, made))
    assert pairs(ok(hall.pair(made))) == pairs(second)  # a draft is not passed over unsaid


def test_s_7_a_draft_that_is_outdated_is_not_published_nor_replaced_unsaid(hall: Hall) -> None:
    made = hall.tournament(6)
    ok(draft(hall, made))
    ok(hall.do(made, f"entries/{hall.players[0]}/drop"))
    problem = refused(hall.pair(made, publish_draft=True), 409, "no_draft", "S.1")
    assert "изменились участники" in problem["detail"] and "/rounds/draft" in problem["todo"]
    ok(draft(hall, made))
    path = f"/v1/tournaments/{made}/rounds/draft"
    for _ in range(2):
        assert hall.http.delete(path, headers=hall.kazan).status_code == 204
    refused(hall.pair(made, publish_draft=True), 409, "no_draft", "S.1")
    refused(draft(hall, made, redraw=True), 409, "no_draft", "S.1")
    assert len(ok(hall.pair(made))["tables"]) == 2


def test_s_8_pairs_by_hand_need_a_reason_and_are_shown_as_the_judges(hall: Hall) -> None:
    made = hall.tournament(7)
    a, b, c = hall.players[:3]
    hand = {"pairs": [{"a": a, "b": b, "table": 3}], "byes": [c]}
    refused(hall.pair(made, hand=hand), 422, "reason_needed", "S.8")
    at = ok(hall.pair(made, hand=hand, reason=WHY))
    by_hand = [each for each in at["tables"] if each["by_hand"]]
    assert [(each["table"], {each["a"]["player"], each["b"]["player"]}) for each in by_hand] == [
        (3, {a, b})
    ]
    assert [seat["player"] for seat in at["byes"]] == [c] and codes(at) == []
    shown = [hall.get(made, what) for what in ("", "/rounds/1", "/log", "/standings")]
    assert WHY not in json.dumps(shown, ensure_ascii=False)
    with hall.db.read() as tx:
        (note,) = tx.scalars(select(Note).where(col(Note.tournament) == made))
    assert (note.text, note.who) == (WHY, "club:kazan:2")
    assert set(note.players.split()) == {a, b, c}
    path = f"/v1/tournaments/{made}/decisions"
    (told,) = ok(hall.http.get(path, headers=hall.kazan))
    assert (told["type"], told["reason"]) == ("round.published.v1", WHY)


def test_s_8_what_a_hand_breaks_is_refused_by_name_until_it_is_confirmed(hall: Hall) -> None:
    made = hall.tournament(8)
    first = ok(hall.pair(made))
    hall.favourites_win(made, first)
    table = first["tables"][0]
    hand = {"pairs": [{"a": table["a"]["player"], "b": table["b"]["player"]}]}
    problem = refused(hall.pair(made, hand=hand, reason=WHY), 409, "hand_breaks_rules", "S.2")
    assert table["a"]["name"] in problem["detail"] and "confirm" in problem["todo"]
    assert [row["rule"] for row in problem["errors"]] == ["S.2", "S.5"]
    assert len(hall.get(made, "/log")["items"]) == hall.get(made)["version"]

    drafted = ok(draft(hall, made, hand=hand, reason=WHY))
    assert [each["code"] for each in drafted["breaks"]] == ["hand_rematch", "hand_costs_more"]
    assert {seat["player"] for seat in drafted["breaks"][0]["entries"]} == set(
        hand["pairs"][0].values()
    )
    assert drafted["reason"] == WHY and drafted["breaks"][0]["more"] == 0
    assert drafted["breaks"][1]["more"] == problem["errors"][1]["more"] > 0
    at = ok(hall.pair(made, round=2, publish_draft=True))
    assert pairs(at) == pairs(drafted)
    assert codes(at) == ["hand_rematch", "hand_costs_more", "rematches"]
    (rematch,) = [each for each in at["tables"] if each["rematch"]]
    assert rematch["by_hand"]


def test_s_8_confirmed_at_once_without_a_draft(hall: Hall) -> None:
    made = hall.tournament(4)
    first = ok(hall.pair(made))
    hall.favourites_win(made, first)
    hand = {"byes": hall.players[:2]}
    refused(hall.pair(made, hand=hand, reason=WHY), 409, "hand_breaks_rules")
    at = ok(hall.pair(made, hand=hand, reason=WHY, confirm=True))
    assert len(at["byes"]) == 2 and "hand_more_byes" in codes(at)
    both = hall.pair(made, hand=hand, publish_draft=True, reason=WHY)
    refused(both, 422, "draft_as_it_is", "S.8")


def test_s_8_who_is_set_must_play(hall: Hall) -> None:
    made = hall.tournament(6)
    a, b = hall.players[:2]
    (stranger,) = hall.meet(1)
    ok(hall.do(made, f"entries/{b}/drop"))
    for wrong, where in ((b, "body.hand.pairs.0.b"), (stranger, "body.hand.pairs.0.b")):
        problem = refused(
            hall.pair(made, hand={"pairs": [{"a": a, "b": wrong}]}, reason=WHY),
            422, "hand_not_playing", "S.8",
        )  # fmt: skip
        assert problem["where"] == where and wrong in problem["detail"]
    twice = {"pairs": [{"a": a, "b": a}]}
    refused(draft(hall, made, hand=twice, reason=WHY), 422, "hand_twice", "S.8")
    refused(draft(hall, made, hand={"pairs": [{"a": a}]}, reason=WHY), 422, "validation")


def test_s_8_the_next_draft_says_all_anew(hall: Hall) -> None:
    made = hall.tournament(6)
    a, b = hall.players[:2]
    by_hand = ok(draft(hall, made, hand={"pairs": [{"a": a, "b": b}]}, reason=WHY))
    assert frozenset((a, b)) in pairs(by_hand) and by_hand["breaks"] == []
    plain = ok(draft(hall, made))
    assert not any(each["by_hand"] for each in plain["tables"]) and plain["reason"] is None
    assert pairs(ok(hall.pair(made))) == pairs(plain)


def test_s_8_two_change_places_while_their_tables_are_open(hall: Hall) -> None:
    made = hall.tournament(7)
    at = ok(hall.pair(made))
    one, bye = at["tables"][0]["a"]["player"], at["byes"][0]["player"]
    after = ok(swap(hall, made, 1, one, bye))
    assert after["byes"][0]["player"] == one and after["tables"][0]["by_hand"]
    assert after == hall.get(made, "/rounds/1")
    other = after["tables"][1]["b"]["player"]
    ok(hall.result(made, 1, 2, "draw"))
    assert "стола 2" in refused(swap(hall, made, 1, bye, other), 409, "table_has_result")["detail"]
    refused(swap(hall, made, 1, bye, "1999"), 409, "not_in_round", "S.8")
    refused(swap(hall, made, 1, bye, bye), 422, "swap_changes_nothing", "S.8")
    refused(swap(hall, made, 2, bye, one), 404, "round_not_found")
    refused(swap(hall, made, 1, bye, one, reason=" "), 422, "validation")


def test_s_8_a_swap_that_is_sent_again_is_one(hall: Hall) -> None:
    made = hall.tournament(6)
    at = ok(hall.pair(made))
    body = {"players": [at["tables"][0]["a"]["player"], at["tables"][1]["a"]["player"]]}
    headers = {**hall.kazan, "Idempotency-Key": "swap-1"}
    path = f"/v1/tournaments/{made}/rounds/1/swap"
    answers = [
        hall.http.post(path, json={**body, "reason": WHY}, headers=headers) for _ in range(2)
    ]
    assert ok(answers[0]) == ok(answers[1]) == hall.get(made, "/rounds/1")
    assert pairs(ok(answers[0])) != pairs(at)


def test_s_8_a_swap_that_makes_a_rematch_says_so(hall: Hall) -> None:
    made = hall.tournament(8)
    first = ok(hall.pair(made))
    hall.favourites_win(made, first)
    second = ok(hall.pair(made))
    a, b = (first["tables"][0][side]["player"] for side in "ab")
    at = next(each for each in second["tables"] if a in (each["a"]["player"], each["b"]["player"]))
    opponent = at["b" if at["a"]["player"] == a else "a"]["player"]
    refused(swap(hall, made, 2, opponent, b), 409, "hand_breaks_rules", "S.2")
    after = ok(swap(hall, made, 2, opponent, b, confirm=True))
    (at,) = [
        each for each in after["tables"] if {each["a"]["player"], each["b"]["player"]} == {a, b}
    ]
    assert at["rematch"] and at["by_hand"]


def test_t_9_the_cut_is_looked_at_and_third_place_is_played_for(hall: Hall) -> None:
    made = hall.tournament(8)
    hall.favourites_win(made, ok(hall.pair(made, rounds=1, top=4)))
    cut = ok(draft(hall, made))
    assert cut["stage"] == "top" and len(cut["seeds"]) == 4
    leaver = cut["seeds"][0]["player"]
    ok(hall.do(made, f"entries/{leaver}/drop"))
    cut = ok(draft(hall, made))
    assert len(cut["seeds"]) == 4 and leaver not in [seat["player"] for seat in cut["seeds"]]
    refused(draft(hall, made, redraw=True), 409, "top_by_bracket", "T.9")
    refused(draft(hall, made, third_place=True), 409, "third_place_impossible", "T.9")
    semi = ok(hall.pair(made, publish_draft=True))
    assert pairs(semi) == pairs(cut)
    hall.favourites_win(made, semi)
    looked_at = ok(draft(hall, made, third_place=True))
    assert [each["third_place"] for each in looked_at["tables"]] == [False, True]
    final = ok(hall.pair(made, round=3, third_place=True))
    assert [each["third_place"] for each in final["tables"]] == [False, True]
    assert ok(hall.pair(made, round=3)) == final
    hall.favourites_win(made, final)
    ok(hall.do(made, "finish"))
    places = [row["player"] for row in hall.get(made, "/standings")["final"]]
    third = final["tables"][1]
    assert places[2] == min(third["a"]["player"], third["b"]["player"])
