"""Merges through the office's routes and the log: refused, suspended, resumed, undone (D.2.4)."""

from typing import Any

from sqlalchemy import update
from sqlmodel import col

from services.registry.tables.people import Player
from shared.clock import now
from tests.house import ok, person, refused
from tests.registry.registry_played_desk import TITLE, Office, office, people_of

__all__ = ["office"]

NEW, FULL = "provisional", "registered"
ENGLISH = {"Accept-Language": "en"}


def attempt(office: Office, player: str, into: str, **headers: str) -> Any:
    """A merge that may be refused."""
    body = {"player": player, "into": into}
    return office.client.post("/v1/merges", json=body, headers=headers)


def trail(office: Office, merge: str) -> list[tuple[str, str, str | None]]:
    """(what, who, tournament) of all that was done about a merge."""
    steps = ok(office.client.get(f"/v1/merges/{merge}"))["trail"]
    return [(step["action"], step["who"], step["tournament"]) for step in steps]


def test_d_2_4_a_merge_makes_one_person_of_two_ids(office: Office) -> None:
    one, other = office.newcomers(2)
    made = ok(attempt(office, one, other))
    assert (made["player"], made["into"], made["state"]) == (one, other, "active")
    assert (made["revision"], made["made_by"], made["obstacle"]) == (1, "office:federation:1", None)
    assert office.survivors([one, other]) == {one: other, other: other}
    assert office.published("merge:") == [
        {
            "merge": made["merge"],
            "revision": 1,
            "player": one,
            "into": other,
            "state": "active",
        }
    ]
    assert trail(office, made["merge"]) == [("made", "office:federation:1", None)]


def test_rule_2_1_1_ids_that_nobody_has_are_not_merged(office: Office) -> None:
    (one,) = office.newcomers(1)
    for player, into, where in ((one, "99992", "body.into"), ("99992", one, "body.player")):
        problem = refused(attempt(office, player, into), 422, "player_not_found", "2.1.1")
        assert problem["where"] == where
    body = {"player": "абв", "into": one}
    problem = refused(office.client.post("/v1/merges", json=body), 422, "validation")
    assert problem["where"] == "body.player"


def test_d_2_4_no_circle_no_second_merge_of_one_id(office: Office) -> None:
    one, two, three, four = office.newcomers(4)
    refused(attempt(office, one, one), 409, "merge_with_itself", "D.2.4")
    office.merge(one, two)
    office.merge(two, three)
    problem = refused(attempt(office, one, four), 409, "merge_player_merged", "D.2.4")
    assert problem["survivor"] == three
    assert three in problem["todo"]
    problem = refused(attempt(office, one, three, **ENGLISH), 409, "merge_same_person", "D.2.4")
    assert problem["detail"] == f"{one} and {three} are one person already: {three}."
    problem = refused(attempt(office, three, one), 409, "merge_cycle", "D.2.4")
    assert "круг" in problem["detail"]
    office.merge(three, four)
    assert set(office.survivors([one, two, three, four]).values()) == {four}


def test_d_2_4_who_was_erased_stays_by_himself(office: Office) -> None:
    one, gone, suspended = office.newcomers(3)
    merge = office.merge(suspended, one)
    office.play("t1", [one, suspended])
    office.play("t1", [one], [suspended], revision=2)
    with office.db.write() as tx:
        erased = update(Player).where(col(Player.player).in_([gone, suspended]))
        tx.execute(erased.values(erased_at=now()))
    for player, into in ((one, gone), (gone, one)):
        problem = refused(attempt(office, player, into), 409, "merge_erased", "D.2.4")
        assert gone in problem["detail"]
    answer = office.client.post(f"/v1/merges/{merge}/resume")
    refused(answer, 409, "merge_erased", "D.2.4")


def test_d_2_4_two_who_were_both_paired_in_one_event_are_two_people(office: Office) -> None:
    one, other, third = office.newcomers(3)
    office.play("t1", [one, other])
    office.play("t2", [other, third, one], date="2026-11-29", name="Второй кубок")
    problem = refused(attempt(office, one, other), 409, "merge_both_paired", "D.2.4")
    assert TITLE in problem["detail"]
    assert "2026-11-28" in problem["detail"]
    assert problem["errors"] == [
        {"tournament": "t1", "name": TITLE, "day": "2026-11-28", "players": [one, other]},
        {"tournament": "t2", "name": "Второй кубок", "day": "2026-11-29", "players": [one, other]},
    ]
    assert office.published("merge:") == []


def test_d_2_4_twice_at_the_desk_with_one_entry_dropped_is_no_obstacle(office: Office) -> None:
    one, other, third = office.newcomers(3)
    office.play("t1", [one, third], [other])
    office.merge(other, one)
    office.play("t2", [third, other], [one])
    assert office.survivors([other]) == {other: one}
    assert office.open_notices() == []


def test_d_2_4_one_id_in_two_entries_is_no_obstacle(office: Office) -> None:
    one, other = office.newcomers(2)
    merge = office.merge(other, one)
    office.play("t1", [one, one])
    assert office.state(merge) == "active"


def test_d_2_4_all_ids_of_both_count(office: Office) -> None:
    one, two, three, four = office.newcomers(4)
    office.play("t1", [one, three])
    office.merge(one, two)
    office.merge(three, four)
    for player, into in ((two, four), (four, two), (two, three), (four, one)):
        problem = refused(attempt(office, player, into), 409, "merge_both_paired")
        assert problem["errors"][0]["players"] == [one, three]


def test_d_2_4_a_merge_made_before_the_event_arrives_is_suspended(office: Office) -> None:
    one, other, third = office.newcomers(3)
    merge = office.merge(one, other)
    office.play("t1", [one, third, other])
    assert office.state(merge) == "suspended"
    assert office.survivors([one]) == {one: one}
    assert trail(office, merge) == [
        ("made", "office:federation:1", None),
        ("suspended", "person:1074", "t1"),
    ]
    (notice,) = office.open_notices()
    assert (notice["kind"], notice["subject"]) == ("merge_suspended", merge)
    assert (notice["players"], notice["tournament"]) == ([one, other], "t1")
    assert [row["state"] for row in office.published(f"merge:{merge}")] == ["active", "suspended"]
    assert [row["revision"] for row in office.published(f"merge:{merge}")] == [1, 2]
    office.play("t1", [one, third, other], revision=2)
    assert len(office.open_notices()) == 1


def test_d_2_4_a_suspended_merge_waits_for_the_office(office: Office) -> None:
    one, other, third = office.newcomers(3)
    merge = office.merge(one, other)
    refused(office.client.post(f"/v1/merges/{merge}/resume"), 409, "merge_not_suspended", "D.2.4")
    office.play("t1", [one, other])
    answer = office.client.post(f"/v1/merges/{merge}/resume")
    problem = refused(answer, 409, "merge_both_paired", "D.2.4")
    assert problem["errors"][0]["tournament"] == "t1"
    office.play("t1", [third, other], revision=2)
    assert office.state(merge) == "suspended"  # nobody has decided yet
    done = ok(office.client.post(f"/v1/merges/{merge}/resume"))
    assert (done["state"], done["obstacle"], done["revision"]) == ("active", None, 3)
    assert office.open_notices() == []
    assert office.survivors([one]) == {one: other}


def test_d_2_4_a_suspended_merge_is_not_resumed_where_another_was_made(office: Office) -> None:
    one, two, three = office.newcomers(3)
    first = office.merge(one, two)
    office.play("t1", [one, two])
    office.play("t1", [one], [two], revision=2)
    office.merge(one, three)
    answer = office.client.post(f"/v1/merges/{first}/resume")
    assert refused(answer, 409, "merge_player_merged")["survivor"] == three
    office.merge(three, two)
    answer = office.client.post(f"/v1/merges/{first}/resume")
    refused(answer, 409, "merge_same_person")


def test_d_2_4_of_a_chain_the_newest_between_the_two_is_suspended(office: Office) -> None:
    one, two, three, four = office.newcomers(4)
    later = [office.merge(two, three), office.merge(one, two), office.merge(three, four)]
    office.play("t1", [one, three])
    assert [office.state(merge) for merge in later] == ["active", "suspended", "active"]
    assert office.survivors([one, two]) == {one: one, two: four}
    office.play("t2", [two, four, three])
    assert [office.state(merge) for merge in later] == ["suspended", "suspended", "suspended"]
    assert len(office.open_notices()) == 3


def test_d_2_4_the_middle_of_a_chain_is_undone_exactly(office: Office) -> None:
    one, two, three, four = office.newcomers(4)
    office.play("t1", [one, four])
    with office.db.read() as tx:
        before = people_of(tx)
    first, middle = office.merge(one, two), office.merge(two, three)
    assert office.statuses(one, two, three) == [FULL, FULL, FULL]
    assert set(office.survivors([one, two, three]).values()) == {three}
    done = office.undo(middle)
    assert (done["state"], done["revision"]) == ("undone", 2)
    assert office.survivors([one, two, three]) == {one: two, two: two, three: three}
    assert office.statuses(one, two, three) == [FULL, FULL, NEW]
    assert office.undo(middle) == done
    assert [step[0] for step in trail(office, middle)] == ["made", "undone"]
    again = office.merge(two, three)
    for merge in (first, again):
        office.undo(merge)
    with office.db.read() as tx:
        assert people_of(tx) == before
    shown = [row["status"] for row in office.published(f"player:{three}")]
    assert shown == [NEW, FULL, NEW, FULL, NEW]


def test_d_2_4_undoing_a_suspended_merge_closes_its_notice(office: Office) -> None:
    one, other = office.newcomers(2)
    merge = office.merge(one, other)
    office.play("t1", [one, other])
    assert office.undo(merge)["state"] == "undone"
    assert office.open_notices() == []
    (done,) = ok(office.client.get("/v1/notices", params={"open": False}))["items"]
    assert (done["subject"], done["done_by"]) == (merge, "office:federation:1")


def test_d_2_2_the_survivor_is_registered_by_any_of_his_ids(office: Office) -> None:
    played, middle, survivor, other = office.newcomers(4)
    office.merge(middle, survivor)
    office.merge(played, middle)
    office.play("t1", [played, other])
    assert office.statuses(played, middle, survivor) == [FULL, FULL, FULL]
    office.play("t1", [other], [played], revision=2)
    assert office.statuses(played, middle, survivor) == [NEW, NEW, NEW]


def test_d_2_2_a_suspension_takes_the_others_games_back(office: Office) -> None:
    one, other, third = office.newcomers(3)
    merge = office.merge(one, other)
    office.play("t1", [one, third])
    assert office.statuses(one, other) == [FULL, FULL]
    office.play("t2", [one, other])
    office.play("t2", [one], [other], revision=2)
    assert office.state(merge) == "suspended"
    assert office.statuses(one, other) == [FULL, NEW]


def test_d_2_4_a_number_that_comes_for_a_merged_id_goes_with_it(office: Office) -> None:
    one, two = office.newcomers(2)
    merge = office.merge(one, two)
    given = {**person(0), "old_numbers": ["00417"]}
    for _ in range(2):
        report = ok(office.client.post("/v1/players:bulk", json={"players": [given]}))
        assert (report["rows"][0]["outcome"], report["rows"][0]["player"]) == ("known", two)
    assert ok(office.client.get("/v1/players/00417"))["player"] == two
    office.undo(merge)
    shown = ok(office.client.get("/v1/players/00417"))
    assert (shown["player"], shown["old_numbers"]) == (one, ["00417"])
    again = ok(office.client.post("/v1/players:bulk", json={"players": [given]}))
    assert (again["rows"][0]["outcome"], again["rows"][0]["player"]) == ("known", one)


def test_rule_2_1_3_an_old_number_and_a_merged_id_lead_to_the_survivor(office: Office) -> None:
    one = ok(office.client.post("/v1/players", json={**person(1), "old_numbers": ["00417"]}))
    two, three = office.newcomers(2, start=2)
    first = office.merge(one["player"], two)
    office.merge(two, three)
    asked = [one["player"], "00417", "417", two, three]

    def answers() -> list[tuple[str, str]]:
        shown = [ok(office.client.get(f"/v1/players/{number}")) for number in asked]
        return [(row["player"], row["asked"]) for row in shown]

    assert answers() == [(three, number) for number in asked]
    office.undo(first)
    own = one["player"]
    assert [player for player, _ in answers()] == [own, own, own, three, three]
