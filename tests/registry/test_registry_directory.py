"""Clubs and cities, on both databases."""

import pytest
from fastapi.testclient import TestClient

from services.registry.domain.directory import nearest
from tests.house import ok, person, refused
from tests.registry.registry_directory_desk import registry, states

__all__ = ["registry"]

CITIES = ["Казань", "Рязань", "Орёл", "Омск", "Томск", "Санкт-Петербург", "Нижний Новгород"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Казнь", ["Казань"]),
        ("КАЗАН", ["Казань"]),
        ("орел", ["Орёл"]),
        ("Томск", ["Томск", "Омск"]),
        ("Санкт Петербург", ["Санкт-Петербург"]),
        ("Нижний", ["Нижний Новгород"]),
        ("Владивосток", []),
        ("", []),
    ],
)
def test_rule_2_1_2_a_city_that_nobody_knows_is_answered_by_the_likest(
    text: str, meant: list[str]
) -> None:
    assert nearest(text, CITIES) == meant


def test_a_club_is_renamed_and_moves_and_the_same_again_changes_nothing(
    registry: TestClient,
) -> None:
    ok(registry.put("/v1/cities/omsk", json={"name": "Омск", "zone": "Asia/Omsk"}))
    body = {"name": "Клуб «Степной ветер»", "city": "omsk"}
    changed = ok(registry.put("/v1/clubs/veter", json=body))
    assert changed == {"club": "veter", **body, "accredited": False, "accredited_in": []}
    assert ok(registry.put("/v1/clubs/veter", json=body)) == changed
    assert ok(registry.get("/v1/clubs/veter")) == changed
    assert [state["revision"] for state in states(registry, "club:veter")] == [1, 2]
    assert states(registry, "club:veter")[-1]["city"] == "omsk"


def test_law_8_a_club_or_city_that_nobody_knows_is_answered_by_the_likest(
    registry: TestClient,
) -> None:
    club = {"club": "ezh", "name": "Ёж", "city": "kasan"}
    problem = refused(registry.post("/v1/clubs", json=club), 422, "city_not_found")
    assert (problem["where"], problem["todo"][:22]) == ("body.city", "Похоже: kazan (Казань)")
    assert problem["nearest"] == ["kazan"]
    moved = {"name": "Ветер", "city": "moskva"}
    problem = refused(registry.put("/v1/clubs/veter", json=moved), 422, "city_not_found")
    assert problem["todo"].startswith("Все города")
    problem = refused(registry.get("/v1/cities/kazann"), 404, "city_not_found")
    assert (problem["where"], "kazan (Казань)" in problem["todo"]) == ("city", True)
    for answer in (
        registry.get("/v1/clubs/vetr"),
        registry.put("/v1/clubs/vetr", json={"name": "Ветер", "city": "kazan"}),
        registry.put("/v1/clubs/vetr/accreditation", json={"since": "2026-01-01"}),
        registry.delete("/v1/clubs/vetr/accreditation/2026-01-01"),
    ):
        problem = refused(answer, 404, "club_not_found")
        assert problem["nearest"] == ["veter"] and "veter (Ветер)" in problem["todo"]
    assert ok(registry.get("/v1/clubs/veter"))["name"] == "Ветер"


def test_a_city_set_to_what_it_is_tells_nobody(registry: TestClient) -> None:
    same = {"name": "Казань", "zone": "Europe/Moscow"}
    ok(registry.put("/v1/cities/kazan", json=same))
    assert len(states(registry, "city:kazan")) == 1


def test_a_renamed_city_renames_its_people_and_keeps_its_id(registry: TestClient) -> None:
    made = ok(registry.post("/v1/players", json=person(1)))
    body = {"name": "Казань-на-Волге", "zone": "Europe/Moscow"}
    assert ok(registry.put("/v1/cities/kazan", json=body))["name"] == "Казань-на-Волге"
    assert [state["name"] for state in states(registry, "city:kazan")] == [
        "Казань",
        "Казань-на-Волге",
    ]
    path = f"/v1/players/{made['player']}"
    assert ok(registry.get(path))["city"] == "Казань-на-Волге"
    assert states(registry, f"player:{made['player']}")[-1]["city"] == "Казань-на-Волге"
    ok(registry.put("/v1/cities/kazan", json={**body, "zone": "Europe/Samara"}))
    assert len(states(registry, f"player:{made['player']}")) == 2


def test_d_2_3_a_citys_name_is_in_one_alphabet(registry: TestClient) -> None:
    twin = {"name": "Kазань", "zone": "Europe/Moscow"}  # with a Latin K
    problem = refused(registry.put("/v1/cities/kazan-2", json=twin), 422, "mixed_alphabets")
    assert (problem["rule"], problem["where"]) == ("D.2.3", "body.name")
    assert len(ok(registry.get("/v1/cities"))["items"]) == 1
