"""D.2.4: one person under two IDs in one tournament is pointed out, and never stopped."""

from typing import Any

import pytest

from shared.events.players import PlayerChanged
from tests.house import Federation, ok, wait_until
from tests.pairing.pairing_service_hall import CLASSIC, DAY, Hall
from tests.pairing.test_pairing_service_imports import take, upload
from tests.pairing.test_pairing_service_suspended import State, merged

CODE = "person_entered_twice"


def twice(answer: Any) -> list[list[str]]:
    """The IDs of each person of whom an answer says that he is entered twice."""
    found = [warning for warning in answer["warnings"] if warning["code"] == CODE]
    return [[seat["player"] for seat in warning["entries"]] for warning in found]


def test_d_2_4_who_is_in_under_another_id_is_entered_and_pointed_out(hall: Hall) -> None:
    made, (old, new, third) = hall.tournament(), hall.meet(3)
    hall.hear(merged(old, new))
    assert ok(hall.enter(made, [old]))["warnings"] == []
    entered = ok(hall.enter(made, [new]))
    assert [row["player"] for row in entered["entries"]] == [new]
    (warning,) = entered["warnings"]
    assert (warning["code"], warning["rule"]) == (CODE, "D.2.4")
    assert f"{old}, {new}" in warning["message"] and "/drop" in warning["message"]
    assert warning["entries"] == [
        {"entry": 1, "player": old, "name": "Ёлкина Алёна"},
        {"entry": 2, "player": new, "name": "Щукин Алёна"},
    ]
    assert hall.get(made)["players"] == 2
    assert ok(hall.enter(made, [third]))["warnings"] == []  # it says nothing of him


def test_d_2_4_it_is_said_in_both_languages(hall: Hall) -> None:
    made, (old, new) = hall.tournament(), hall.meet(2)
    hall.hear(merged(old, new))
    english = {**hall.kazan, "Accept-Language": "en"}
    (warning,) = ok(hall.enter(made, [old, new], by=english))["warnings"]
    assert f"One person is entered under several IDs: {old}, {new}." in warning["message"]
    assert "drop the others" in warning["message"]
    russian = hall.get(made)["warnings"][-1]["message"]
    assert f"Один человек записан под несколькими номерами: {old}, {new}." in russian


def test_d_2_4_once_one_entry_is_dropped_nothing_is_said(hall: Hall) -> None:
    made, (old, new) = hall.tournament(), hall.meet(2)
    hall.hear(merged(old, new))
    ok(hall.enter(made, [old]))
    ok(hall.do(made, f"entries/{old}/drop"))
    assert ok(hall.enter(made, [new]))["warnings"] == []
    other, (late, later) = hall.tournament(), hall.meet(2)
    hall.hear(merged(late, later))
    assert twice(ok(hall.enter(other, [late, later]))) == [[late, later]]
    ok(hall.do(other, f"entries/{later}/drop"))
    assert twice(hall.get(other)) == []


@pytest.mark.parametrize("state", ["undone", "suspended"])
def test_d_2_4_only_an_active_merge_makes_one_person(hall: Hall, state: State) -> None:
    made, (old, new) = hall.tournament(), hall.meet(2)
    hall.hear(merged(old, new, state, 2), merged(old, new))  # the older one arrives late
    assert ok(hall.enter(made, [old, new]))["warnings"] == []
    assert twice(hall.get(made)) == []


def test_d_2_4_a_merge_that_arrives_later_is_shown_until_it_is_undone(hall: Hall) -> None:
    made, (old, new) = hall.tournament(4), hall.meet(2)
    assert ok(hall.enter(made, [old, new]))["warnings"] == []
    before = hall.get(made)
    hall.hear(merged(old, new))
    assert twice(hall.get(made)) == [[old, new]]
    assert ok(hall.enter(made, hall.meet(1)))["warnings"] == []
    hall.hear(merged(old, new, "undone", 2))
    after = hall.get(made)
    assert (twice(after), after["version"]) == ([], before["version"] + 1)


def test_d_2_4_a_chain_is_one_person_and_a_fork_too(hall: Hall) -> None:
    first, middle, last, beside, *others = hall.meet(7)
    hall.hear(merged(first, middle), merged(middle, last), merged(beside, last))
    made = hall.tournament()
    ok(hall.enter(made, others))
    assert ok(hall.enter(made, [first]))["warnings"] == []
    assert twice(ok(hall.enter(made, [last]))) == [[first, last]]  # the middle one is not in
    assert twice(ok(hall.enter(made, [beside]))) == [[first, last, beside]]
    hall.hear(merged(middle, last, "undone", 2))
    assert twice(hall.get(made)) == [[last, beside]]


def test_d_2_4_two_people_are_told_apart(hall: Hall) -> None:
    one, other, one_new, other_new = hall.meet(4)
    hall.hear(merged(one, one_new), merged(other, other_new))
    made = hall.tournament()
    entered = ok(hall.enter(made, [one, other, other_new, one_new]))
    assert twice(entered) == [[one, one_new], [other, other_new]]


def test_d_2_4_copies_of_merges_in_a_circle_stop_no_desk(hall: Hall) -> None:
    one, other, third = hall.meet(3)
    hall.hear(merged(one, other), merged(other, third), merged(third, one))
    made = hall.tournament()
    assert len(ok(hall.enter(made, [one, other, third]))["entries"]) == 3
    hall.hear(merged(third, one, "undone", 2))
    assert twice(hall.get(made)) == [[one, other, third]]


def test_s_7_a_late_entry_is_pointed_out_as_well(hall: Hall) -> None:
    made = hall.tournament(5)
    ok(hall.pair(made))
    (late,) = hall.meet(1)
    hall.hear(merged(late, hall.players[0]))
    entered = ok(hall.enter(made, [late]))
    assert entered["entries"][0]["from_round"] == 2
    assert twice(entered) == [[hall.players[0], late]]
    ok(hall.do(made, f"entries/{late}/drop"))
    assert twice(ok(hall.enter(made, hall.meet(1)))) == []


def test_rule_2_1_5_an_upload_is_pointed_out_and_asks_for_no_drop(hall: Hall) -> None:
    players = hall.meet(4)
    hall.hear(merged(players[3], players[0]))
    made = ok(take(hall, upload(players, rounds=2)))
    assert (made["status"], twice(made)) == ("finished", [[players[0], players[3]]])
    message = made["warnings"][-1]["message"]
    assert "решает офис" in message and "/drop" not in message


def test_law_11_a_repeated_answer_does_not_name_who_was_erased_since(hall: Hall) -> None:
    made, (old, new) = hall.tournament(), hall.meet(2)
    hall.hear(merged(old, new))
    ok(hall.enter(made, [old]))
    by = {**hall.kazan, "Idempotency-Key": "entered-twice"}
    assert "Ёлкина" in hall.enter(made, [new], by).text
    gone = PlayerChanged(old, 2, "", "", None, "", "registered", erased=True)
    hall.hear((f"player:{old}", gone))
    again = hall.enter(made, [new], by)
    assert "Ёлкина" not in again.text and twice(ok(again)) == [[old, new]]


def test_d_2_4_the_desk_hears_of_a_merge_that_the_office_made(federation: Federation) -> None:
    federation.found()
    old, new = federation.newcomers(2)
    club = federation.client("pairing", federation.club_key("kazan"))
    body = {"name": "Кубок Казани", "city": "Казань", "date": DAY, "format": CLASSIC}

    def announced() -> Any:
        """Accepted once pairing has heard of the key."""
        answer = club.post("/v1/tournaments", json=body)
        return answer.json() if answer.is_success else None

    path = f"/v1/tournaments/{wait_until(announced)['tournament']}"
    assert twice(ok(club.post(f"{path}/entries", json={"players": [old, new]}))) == []
    ok(federation.registry.post("/v1/merges", json={"player": old, "into": new}))
    assert wait_until(lambda: twice(ok(club.get(path)))) == [[old, new]]
    ok(club.post(f"{path}/entries/{old}/drop"))
    assert twice(ok(club.get(path))) == []
