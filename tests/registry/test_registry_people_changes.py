"""A registered person's data are changed: by whom, over which version, and what follows."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from services.registry.tables.people import Player
from tests.house import inside, ok, person, refused
from tests.registry.registry_asking import found
from tests.registry.registry_office import (
    ALYONA,
    enrol,
    merge,
    nth,
    of_club,
    play,
    registry,
    row_of,
    states,
)
from tests.tokens import bearer

__all__ = ["registry"]

RAVEN = {**ALYONA, "nickname": "Ворона", "phone": "8 900 123-45-67"}


def version(client: TestClient, player: str) -> str:
    """The ETag of the state that everybody sees."""
    return str(client.get(f"/v1/players/{player}").headers["etag"])


def change(client: TestClient, player: str, given: Any, **headers: str) -> Any:
    """Change a person, having seen him as he is."""
    sent = {"If-Match": version(client, player), **headers}
    return client.patch(f"/v1/players/{player}", json=given, headers=sent)


def data_of(client: TestClient, player: str) -> dict[str, Any]:
    """All that the registry keeps of a person."""
    return row_of(client, player).model_dump()


def test_rule_2_1_2_any_field_is_changed_and_the_rest_stays(registry: TestClient) -> None:
    player = enrol(registry, RAVEN)
    given = {
        "surname": "Воробьёва",
        "email": "a@почта.рф",
        "city": "omsk",
        "club": "omsk",
        "phone": None,
        "consent": {"version": "2026-1", "date": "2026-11-05"},
        "old_numbers": ["00417"],
    }
    answer = change(registry, player, given)
    state = ok(answer)
    assert (state["surname"], state["city"], state["club"]) == ("Воробьёва", "Омск", "omsk")
    assert (state["first_name"], state["nickname"]) == ("Алёна", "Ворона")
    assert answer.headers["etag"] == version(registry, player)
    row = data_of(registry, player)
    assert (row["email"], row["phone"], row["patronymic"]) == ("a@почта.рф", None, "Игоревна")
    assert (row["consent_version"], row["guardian"]) == ("2026-1", None)
    last = states(registry, player)[-1]
    assert (last["revision"], last["surname"], last["old_numbers"]) == (2, "Воробьёва", ["00417"])
    assert ok(registry.get("/v1/players/417"))["player"] == player
    for text, outcome in (("Воробьёва Алёна", "exact"), ("Ежова Алёна", "none")):
        found = ok(registry.get("/v1/players:identify", params={"q": text}))
        assert (found["outcome"] == "exact") is (outcome == "exact"), text


def test_law_10_overwriting_needs_the_version_that_one_has_seen(registry: TestClient) -> None:
    player = enrol(registry, RAVEN)
    path, given = f"/v1/players/{player}", {"nickname": "Лис"}
    seen = version(registry, player)
    missing = refused(registry.patch(path, json=given), 412, "if_match_missing")
    assert 'If-Match: "v1"' in missing["todo"]
    ok(registry.patch(path, json=given, headers={"If-Match": seen}))
    stale = registry.patch(path, json={"nickname": "Ёж"}, headers={"If-Match": seen})
    assert refused(stale, 412, "player_changed")["revision"] == 2
    ok(registry.patch(path, json={"nickname": "Ёж"}, headers={"If-Match": '"v2"'}))
    for odd in ("*", "v3", '"3"', '"v03"', '"v99999999999"', '"v3-лис"'):
        headers = {b"If-Match": odd.encode()}
        answer = registry.patch(path, json=given, headers=headers)
        refused(answer, 422, "bad_if_match")
    assert data_of(registry, player)["nickname"] == "Ёж"


def test_what_is_so_already_is_published_once(registry: TestClient) -> None:
    player = enrol(registry, RAVEN, old_numbers=["7"])
    given = {**RAVEN, "old_numbers": ["7"], "namesake": False}
    assert ok(change(registry, player, given))["player"] == player
    assert len(states(registry, player)) == 1


NO_CHANGES: list[tuple[dict[str, Any], str]] = [
    ({}, "body"),
    ({"namesake": True}, "body"),
    ({"surname": None}, "body.surname"),
    ({"city": None}, "body.city"),
    ({"email": None}, "body.email"),
    ({"no_patronymic": None}, "body.no_patronymic"),
    ({"patronymic": None}, "body"),
    ({"no_patronymic": False}, "body"),
    ({"no_patronymic": True, "patronymic": "Игоревна"}, "body"),
    ({"surname": ""}, "body.surname"),
    ({"email": "нет"}, "body.email"),
    ({"phone": "123"}, "body.phone"),
    ({"player": "1019"}, "body.player"),
    ({"status": "registered"}, "body.status"),
    ({"consent": {"version": "1", "date": "вчера"}}, "body.consent.date"),
]


def test_law_8_a_change_that_is_none_is_refused(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    player = enrol(registry, RAVEN)
    before = data_of(registry, player)
    for given, where in NO_CHANGES:
        with subtests.test(given=given):
            assert refused(change(registry, player, given), 422, "validation")["where"] == where
    assert data_of(registry, player) == before


def test_d_2_1_a_patronymic_is_given_or_said_to_be_none(registry: TestClient) -> None:
    player = enrol(registry, RAVEN)
    ok(change(registry, player, {"no_patronymic": True}))
    row = data_of(registry, player)
    assert (row["patronymic"], row["no_patronymic"]) == (None, True)
    ok(change(registry, player, {"patronymic": "Олеговна"}))
    row = data_of(registry, player)
    assert (row["patronymic"], row["no_patronymic"]) == ("Олеговна", False)


def test_d_2_4_likely_twins_of_a_new_name_are_confirmed(registry: TestClient) -> None:
    first = enrol(registry, RAVEN)
    second = enrol(registry, person(1))
    given = {"surname": "Ежова", "first_name": "Алёна"}
    problem = refused(change(registry, second, given), 409, "likely_twin")
    assert [row["player"] for row in problem["errors"]] == [first]
    ok(change(registry, second, {**given, "namesake": True}))
    ok(change(registry, second, {"email": "new@example.org"}))  # confirmed once is confirmed
    same = {"email": RAVEN["email"], "patronymic": RAVEN["patronymic"]}
    assert refused(change(registry, second, same), 409, "player_known")["player"] == first


def test_d_2_4_twins_by_a_slip_in_a_new_name_are_confirmed_too(registry: TestClient) -> None:
    first = enrol(registry, RAVEN)
    second = enrol(registry, person(1))
    given = {"surname": "Ежва", "first_name": "Алёна", "patronymic": RAVEN["patronymic"]}
    problem = refused(change(registry, second, given), 409, "likely_twin")
    assert [row["player"] for row in problem["errors"]] == [first]
    ok(change(registry, second, {**given, "namesake": True}))
    ok(
        change(registry, second, {"surname": "Еждва"})
    )  # another slip: who she is like was confirmed
    ok(change(registry, first, {"surname": "Ежовая"}))  # nor was the one whom she is like


def test_rule_2_1_4_a_nickname_moves_from_a_merged_id_to_the_survivor(
    registry: TestClient,
) -> None:
    one = enrol(registry, RAVEN)
    two, three = enrol(registry, person(2)), enrol(registry, person(3))
    made = ok(registry.post("/v1/merges", json={"player": one, "into": two}))["merge"]
    taken = refused(change(registry, three, {"nickname": "ворона"}), 409, "nickname_taken")
    assert taken["player"] == two
    stranger = registry.post("/v1/players", json={**person(9), "nickname": "ВОРОНА"})
    assert refused(stranger, 409, "nickname_taken")["player"] == two
    moved = ok(change(registry, two, {"nickname": "Ворона"}))
    assert moved["nickname"] == "Ворона"
    assert [(row["code"], one in row["message"]) for row in moved["notices"]] == [
        ("nickname_moved", True)
    ]
    assert states(registry, one)[-1]["nickname"] is None
    ok(registry.post(f"/v1/merges/{made}/undo"))
    shown = [ok(registry.get(f"/v1/players/{player}"))["nickname"] for player in (one, two)]
    assert shown == [None, "Ворона"]
    assert found(registry, "ворона") == ("exact", [two])


REFUSED_CHANGES: list[tuple[dict[str, Any], int, str]] = [
    ({"nickname": "ВОРОНА"}, 409, "nickname_taken"),
    ({"nickname": "Bopoна"}, 409, "nickname_taken"),
    ({"old_numbers": ["8", "А-7"]}, 409, "number_taken"),
    ({"city": "Козань"}, 422, "city_not_found"),
    ({"club": "nowhere"}, 422, "club_not_found"),
]


def test_law_8_a_refused_change_changes_nothing(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    enrol(registry, RAVEN, old_numbers=["А-7"])
    player = enrol(registry, person(1))
    before = data_of(registry, player)
    for given, status, code in REFUSED_CHANGES:
        with subtests.test(given=given):
            refused(change(registry, player, {**given, "surname": "Другая"}), status, code)
            assert data_of(registry, player) == before
    assert len(states(registry, player)) == 1
    refused(registry.get("/v1/players/8"), 404, "player_not_found")


def test_d_2_4_a_merged_or_erased_id_is_not_changed(registry: TestClient) -> None:
    old, other = enrol(registry, RAVEN), enrol(registry, person(1))
    merge(registry, old, other)
    path, sent = f"/v1/players/{old}", {"If-Match": '"v1"'}
    answer = registry.patch(path, json={"nickname": "Лис"}, headers=sent)
    assert refused(answer, 409, "player_merged")["player"] == other
    with inside(registry).db.write() as tx:
        row = tx.get(Player, other)
        assert row
        row.erased_at = row.created_at
    refused(change(registry, other, {"nickname": "Лис"}), 409, "player_erased")
    refused(change(registry, nth(0), {"nickname": "Лис"}), 409, "player_merged")
    nobody = registry.patch("/v1/players/99992", json={"nickname": "Лис"}, headers=sent)
    refused(nobody, 404, "player_not_found")


def test_a_coordinator_changes_people_of_his_city_and_a_club_its_own(registry: TestClient) -> None:
    here = enrol(registry, person(1), club="kazan")
    there = enrol(registry, person(2, "Омск"), club="omsk")
    coordinator = bearer(inside(registry).db, role="coordinator", city="kazan")
    for caller in (coordinator, of_club(registry, "kazan")):
        ok(change(registry, here, {"nickname": caller["Authorization"][-8:]}, **caller))
        refused(change(registry, there, {"nickname": "Лис"}, **caller), 403, "not_your_player")
    desk = bearer(inside(registry).db, role="desk", tournament="t1", club="kazan")
    refused(change(registry, here, {"nickname": "Лис"}, **desk), 403, "scope_missing")
    nobody = registry.patch(f"/v1/players/{here}", json={}, headers={"Authorization": ""})
    refused(nobody, 401, "token_missing")


def test_an_etag_tells_every_state_of_a_number_apart(registry: TestClient) -> None:
    old, other = enrol(registry, RAVEN), enrol(registry, person(1))
    seen = {version(registry, old)}
    merge(registry, old, other)
    seen.add(version(registry, old))
    play(registry, other)
    seen.add(version(registry, old))
    assert len(seen) == 3
    again = registry.get(f"/v1/players/{old}", headers={"If-None-Match": version(registry, old)})
    assert again.status_code == 304
