"""The routes of merges: who may call them, how they are listed (D.2.4)."""

from typing import Any

from tests.house import ok, refused
from tests.registry.registry_played_desk import Office, office
from tests.tokens import bearer

__all__ = ["office"]

ENGLISH = {"Accept-Language": "en"}


def test_rule_2_1_3_the_same_answer_to_the_same_idempotency_key(office: Office) -> None:
    one, other = office.newcomers(2)
    key = {"Idempotency-Key": "слияние".encode().hex()}
    body = {"player": one, "into": other}
    first = office.client.post("/v1/merges", json=body, headers=key)
    assert office.client.post("/v1/merges", json=body, headers=key).json() == ok(first)
    assert len(ok(office.client.get("/v1/merges"))["items"]) == 1


def test_d_2_4_merges_are_listed_by_state_and_person(office: Office) -> None:
    one, two, three, four, five = office.newcomers(5)
    made = [office.merge(one, two), office.merge(two, three), office.merge(four, five)]
    office.undo(made[2])

    def listed(**params: Any) -> list[int]:
        answer = ok(office.client.get("/v1/merges", params=params))
        assert answer["next"] is None
        return [made.index(row["merge"]) for row in answer["items"]]

    assert listed() == [2, 1, 0]
    assert listed(state="undone") == [2]
    assert listed(player=one) == listed(player=three) == [1, 0]
    assert (listed(player=four), listed(player=five, state="active")) == ([2], [])
    first = ok(office.client.get("/v1/merges", params={"limit": 2}))
    last = ok(office.client.get("/v1/merges", params={"limit": 2, "cursor": first["next"]}))
    assert [row["merge"] for row in first["items"] + last["items"]] == made[::-1]
    bad = {"state": "нет", "player": "№1", "cursor": "дальше"}
    for name, value in bad.items():
        answer = office.client.get("/v1/merges", params={name: value})
        assert answer.status_code == 422, name


def test_law_8_a_merge_that_was_never_made_is_not_found(office: Office) -> None:
    for method, path in (("GET", ""), ("POST", "/undo"), ("POST", "/resume")):
        answer = office.client.request(method, f"/v1/merges/слияние{path}", headers=ENGLISH)
        assert refused(answer, 404, "merge_not_found", "D.2.4")["todo"].isascii()


def test_d_2_4_merging_is_the_offices(office: Office) -> None:
    headers = bearer(office.db, ["players", "contacts"], club="kazan")
    for method, path in (
        ("POST", "/v1/merges"),
        ("GET", "/v1/merges"),
        ("GET", "/v1/merges/1"),
        ("POST", "/v1/merges/1/undo"),
        ("POST", "/v1/merges/1/resume"),
    ):
        body = {"player": "1007", "into": "1010"} if path == "/v1/merges" else None
        answer = office.client.request(method, path, json=body, headers=headers)
        refused(answer, 403, "scope_missing")
