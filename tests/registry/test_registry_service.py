"""The registry through its public contract, on both databases."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlmodel import col

from services.registry import keys
from services.registry.schemas.access import KeyIn
from services.registry.store.people import FIRST_SERIAL
from services.registry.tables.access import ApiKey
from shared.player_ids import player_id
from shared.tables import Outbox
from tests.house import inside, ok, person, refused
from tests.registry.registry_client import alone_on, found_places
from tests.registry.registry_office import nth, play, published

SECOND = player_id(FIRST_SERIAL + 1)
ALYONA = {
    "first_name": "Алёна",
    "surname": "Петрова-Водкина",
    "patronymic": "Игоревна",
    "email": "alyona@example.org",
    "city": "Казань",
    "nickname": "Ворона",
}


@pytest.fixture
def registry(database_url: str) -> Iterator[TestClient]:
    """The registry, called by the office."""
    with alone_on(database_url, raises=True) as client:
        with inside(client).db.write() as tx:
            key = keys.make_key(tx, KeyIn(role="office", name="tests"), "console:tests").key
        token = ok(client.post("/v1/tokens", json={"key": key}))["access_token"]
        client.headers["Authorization"] = f"Bearer {token}"
        found_places(client, {"kazan": "Казань"})
        yield client


def test_rule_2_1_3_registration_gives_a_permanent_id(registry: TestClient) -> None:
    made = ok(registry.post("/v1/players", json=ALYONA))
    state: dict[str, Any] = {
        "player": "1007",
        "first_name": "Алёна",
        "surname": "Петрова-Водкина",
        "nickname": "Ворона",
        "city": "Казань",
        "club": None,
        "status": "provisional",
        "old_numbers": [],
        "erased": False,
    }
    assert made == {**state, "asked": None, "notices": []}
    assert ok(registry.get("/v1/players/1007")) == {**state, "asked": "1007"}
    assert published(registry, "player:") == ["player:1007"]


def test_law_11_personal_data_are_never_public(registry: TestClient) -> None:
    ok(registry.post("/v1/players", json={**ALYONA, "phone": "+7 900 000-00-00"}))
    with inside(registry).db.read() as tx:
        envelopes = " ".join(tx.scalars(select(col(Outbox.envelope))))
    seen = registry.get("/v1/players/1007").text + envelopes
    assert "Игоревна" not in seen
    assert "alyona@example.org" not in seen
    assert "000-00-00" not in seen


def test_rule_2_1_2_required_data_are_required(registry: TestClient) -> None:
    problem = refused(registry.post("/v1/players", json={"first_name": "А"}), 422, "validation")
    places = {row["where"] for row in problem["errors"]}
    assert places == {"body.surname", "body.email", "body.city"}


def test_d_2_1_no_patronymic_is_said_never_invented(registry: TestClient) -> None:
    without = {k: v for k, v in ALYONA.items() if k != "patronymic"}
    problem = refused(registry.post("/v1/players", json=without), 422, "validation")
    assert problem["errors"][0]["message"].startswith("укажите")
    assert "no_patronymic: true (D.2.1)" in problem["errors"][0]["message"]
    ok(registry.post("/v1/players", json={**without, "no_patronymic": True}))


def test_d_2_4_the_same_person_keeps_the_id(registry: TestClient) -> None:
    ok(registry.post("/v1/players", json=ALYONA))
    again = {**ALYONA, "first_name": "АЛЕНА", "email": "Alyona@Example.org", "nickname": None}
    problem = refused(registry.post("/v1/players", json=again), 409, "player_known")
    assert (problem["player"], problem["rule"]) == ("1007", "D.2.4")


def test_d_2_4_a_likely_twin_is_shown_and_must_be_confirmed(registry: TestClient) -> None:
    ok(registry.post("/v1/players", json=ALYONA))
    twin = {**ALYONA, "email": "other@example.org", "nickname": None}
    problem = refused(registry.post("/v1/players", json=twin), 409, "likely_twin")
    assert [row["player"] for row in problem["errors"]] == ["1007"]
    made = ok(registry.post("/v1/players", json={**twin, "namesake": True}))
    assert made["player"] == SECOND


def test_rule_2_1_4_a_nickname_is_unique_after_folding(registry: TestClient) -> None:
    ok(registry.post("/v1/players", json={**person(1), "nickname": "Ёж"}))
    problem = refused(
        registry.post("/v1/players", json={**person(2), "nickname": "ЕЖ"}), 409, "nickname_taken"
    )
    assert problem["rule"] == "2.1.4"


def test_bulk_registration_answers_row_by_row_and_repeats_safely(registry: TestClient) -> None:
    ok(registry.post("/v1/players", json={**ALYONA, "nickname": None}))
    people = [
        person(1),
        {**ALYONA, "nickname": None},
        {**ALYONA, "email": "b@example.org"},
        {**person(2), "nickname": "Ёж"},
        {**person(3), "nickname": "еж"},
    ]
    first = ok(registry.post("/v1/players:bulk", json={"players": people}))
    outcomes = [row["outcome"] for row in first["rows"]]
    assert outcomes == ["registered", "known", "twin", "registered", "nickname_taken"]
    assert (first["registered"], first["known"], first["refused"]) == (2, 1, 2)
    second = ok(registry.post("/v1/players:bulk", json={"players": people}))
    assert [row["player"] for row in second["rows"]] == [row["player"] for row in first["rows"]]
    assert (second["registered"], second["known"]) == (0, 3)


def test_d_2_3_look_up_needs_a_desks_scope(registry: TestClient) -> None:
    del registry.headers["Authorization"]
    problem = refused(
        registry.get("/v1/players:identify", params={"q": "1007"}), 401, "token_missing"
    )
    assert "POST /v1/tokens" in problem["todo"]


def test_d_2_2_a_paired_newcomer_is_registered_after_the_finish(registry: TestClient) -> None:
    for number in (1, 2):
        ok(registry.post("/v1/players", json=person(number)))
    assert ok(registry.get("/v1/players"))["items"] == []
    play(registry, "1007", dropped=[SECOND], times=2)
    assert [row["player"] for row in ok(registry.get("/v1/players"))["items"]] == ["1007"]
    assert ok(registry.get(f"/v1/players/{SECOND}"))["status"] == "provisional"
    assert published(registry, "player:1007") == ["player:1007", "player:1007"]


def test_pages_go_on_where_the_one_before_ended(registry: TestClient) -> None:
    ok(registry.post("/v1/players:bulk", json={"players": [person(n) for n in range(5)]}))
    play(registry, *map(nth, range(5)))
    first = ok(registry.get("/v1/players", params={"limit": 2}))
    rest = ok(registry.get("/v1/players", params={"limit": 50, "cursor": first["next"]}))
    everybody = ok(registry.get("/v1/players", params={"city": "КАЗАНЬ"}))["items"]
    assert first["items"] + rest["items"] == everybody
    assert rest["next"] is None
    refused(registry.get("/v1/players", params={"cursor": "x"}), 422, "bad_cursor")


def test_a_club_has_a_city_and_a_key_that_can_be_revoked(registry: TestClient) -> None:
    club = {"club": "kazan", "name": "Клуб", "city": "kazan"}
    nowhere = {**club, "city": "omsk"}
    refused(registry.post("/v1/clubs", json=nowhere), 422, "city_not_found")
    ok(registry.post("/v1/clubs", json=club))
    refused(registry.post("/v1/clubs", json=club), 409, "club_exists")
    made = ok(registry.post("/v1/keys", json={"role": "club", "club": "kazan", "name": "вход"}))
    token = ok(registry.post("/v1/tokens", json={"key": made["key"]}))["access_token"]
    theirs = {"Authorization": f"Bearer {token}"}
    ok(registry.get("/v1/players:identify", params={"q": "1007"}, headers=theirs))
    problem = refused(registry.post("/v1/clubs", json=club, headers=theirs), 403, "scope_missing")
    assert problem["where"] == "office"
    ok(registry.delete(f"/v1/keys/{made['prefix']}"))
    refused(
        registry.get("/v1/players:identify", params={"q": "1"}, headers=theirs),
        401,
        "token_revoked",
    )
    refused(registry.post("/v1/tokens", json={"key": made["key"]}), 401, "key_invalid")
    assert published(registry, "revoked:") == [f"revoked:{made['prefix']}"]


def test_keys_are_stored_as_hashes(registry: TestClient) -> None:
    made = ok(registry.post("/v1/keys", json={"role": "office", "name": "второй"}))
    with inside(registry).db.read() as tx:
        row = tx.get(ApiKey, made["prefix"])
    assert made["key"].split(".")[1] not in str(row.model_dump())
    refused(registry.post("/v1/tokens", json={"key": made["key"][:-1] + "!"}), 401, "key_invalid")


def test_cities_have_real_zones_and_unique_names(registry: TestClient) -> None:
    ok(registry.put("/v1/cities/orel", json={"name": "Орёл", "zone": "Europe/Moscow"}))
    refused(
        registry.put("/v1/cities/orel-2", json={"name": "ОРЕЛ", "zone": "Europe/Moscow"}),
        409,
        "city_exists",
    )
    problem = refused(
        registry.put(
            "/v1/cities/tver",
            json={"name": "Тверь", "zone": "Europe/Tver"},
            headers={"Accept-Language": "en-GB,en;q=0.9,ru;q=0.5"},
        ),
        422,
        "validation",
    )
    assert problem["errors"][0]["message"].startswith("no such time zone")


def test_cities_and_clubs_are_read_page_by_page(registry: TestClient) -> None:
    names = {"kazan": "Казань", "omsk": "Омск", "orel": "Орёл"}
    for city, name in names.items():
        ok(registry.put(f"/v1/cities/{city}", json={"name": name, "zone": "Europe/Moscow"}))
        ok(registry.post("/v1/clubs", json={"club": city, "name": f"Клуб «{name}»", "city": city}))
    for path, key in (("/v1/cities", "city"), ("/v1/clubs", "club")):
        first = ok(registry.get(path, params={"limit": 2}))
        last = ok(registry.get(path, params={"limit": 2, "cursor": first["next"]}))
        assert [row[key] for row in first["items"] + last["items"]] == list(names)
        assert last["next"] is None
        refused(registry.get(path, params={"cursor": "дальше"}), 422, "bad_cursor")
