"""Rules 2.1.1–2.1.4: registration, lists and privacy through the public contract."""

from typing import Any

from fastapi.testclient import TestClient

from shared import paging
from tests.house import ok, person, refused
from tests.registry.registry_office import (
    ALYONA,
    PUBLIC,
    enrol,
    found_city,
    merge,
    nth,
    of_club,
    play,
    registry,
    states,
)

__all__ = ["registry"]

SECRETS = ("Игоревна", "alyona@", "123-45", "1234567", "Тайный", "2026-1")


def test_law_11_no_answer_to_anybody_shows_contacts(registry: TestClient) -> None:
    consent = {"version": "2026-1", "date": "2026-11-05", "guardian": "Ежов Тайный"}
    private = {**ALYONA, "phone": "8 900 123-45-67", "consent": consent, "nickname": "Ворона"}
    player = enrol(registry, private)
    play(registry, player)
    same_mail = {**private, "nickname": None}
    answers = [
        registry.get(f"/v1/players/{player}"),
        registry.get("/v1/players"),
        registry.post("/v1/players:lookup", json={"players": [player]}),
        registry.post("/v1/players", json=same_mail),
        registry.post("/v1/players", json={**same_mail, "surname": "Ёжова"}),
        registry.post("/v1/players:bulk", json={"players": [{**private, "surname": "Другая"}]}),
        registry.post("/v1/players", json={**person(1), "nickname": "ворона"}),
        registry.get("/v1/players:identify", params={"q": "Ежова Алёна"}),
    ]
    seen = " ".join(each.text for each in answers) + str(states(registry, player))
    assert all(each.status_code < 500 for each in answers)
    assert [secret for secret in SECRETS if secret in seen] == []
    assert ok(answers[0]).keys() == PUBLIC


def test_law_11_nobody_is_listed_or_sorted_by_contacts(registry: TestClient) -> None:
    players = [enrol(registry, person(n)) for n in range(3)]
    play(registry, *players)
    for field in ("email", "phone", "patronymic", "consent_version", "guardian"):
        query = {field: "player1@example.org", "sort": field, "order": f"-{field}", "q": "player1"}
        items = ok(registry.get("/v1/players", params=query))["items"]
        assert [row["player"] for row in items] == players, field


def test_bulk_rows_are_answered_each_by_itself(registry: TestClient) -> None:
    first = enrol(registry, ALYONA, nickname="Ёж", old_numbers=["7"])
    people = [
        person(1),
        person(1),
        {**person(1), "email": "b@example.org"},
        {**person(2), "city": "Козань"},
        {**person(3), "club": "nowhere"},
        {**person(4), "nickname": "ЁЖ"},
        {**person(5), "old_numbers": ["7"]},
        {**person(6), "old_numbers": ["8"]},
        {**person(7), "old_numbers": ["8"]},
        {**ALYONA, "city": "Китеж"},
    ]
    report = ok(registry.post("/v1/players:bulk", json={"players": people}))
    assert [row["outcome"] for row in report["rows"]] == [
        "registered", "known", "twin", "city_not_found", "club_not_found", "nickname_taken",
        "number_taken", "registered", "number_taken", "known",
    ]  # fmt: skip
    assert (report["registered"], report["known"], report["refused"]) == (2, 2, 6)
    made = report["rows"][0]["player"]
    assert report["rows"][1]["player"] == made
    shown = {row["row"]: [c["player"] for c in row["candidates"]] for row in report["rows"]}
    assert shown[2] == [made]
    assert shown[5] == shown[6] == [first]
    assert shown[8] == [report["rows"][7]["player"]]
    assert "Может быть, Казань?" in report["rows"][3]["message"]
    again = ok(registry.post("/v1/players:bulk", json={"players": people}))
    assert (again["registered"], again["known"]) == (0, 4)


def test_bulk_is_one_transaction_of_many_people(registry: TestClient) -> None:
    people = [person(number) for number in range(1000)]
    report = ok(registry.post("/v1/players:bulk", json={"players": people}))
    assert [row["player"] for row in report["rows"]] == [nth(n) for n in range(1000)]
    assert [len(states(registry, nth(n))) for n in (0, 999)] == [1, 1]
    answer = ok(registry.get("/v1/players:identify", params={"q": "Ежовабв Алёнабв"}))
    assert [row["player"] for row in answer["players"]] == [nth(12)]


def test_the_list_is_of_registered_people_by_city_and_club(registry: TestClient) -> None:
    here = [enrol(registry, person(n), club="kazan") for n in range(3)]
    there = [enrol(registry, person(n, "Омск")) for n in range(3, 6)]
    waiting = enrol(registry, person(9))
    play(registry, *here, *there)

    def listed(**query: Any) -> list[str]:
        items = ok(registry.get("/v1/players", params=query))["items"]
        return [row["player"] for row in items]

    assert listed() == here + there
    assert listed(city="омск") == listed(city="omsk") == there
    assert listed(club="kazan") == here
    assert listed(club="omsk") == []
    problem = refused(registry.get("/v1/players", params={"city": "Казан"}), 422, "city_not_found")
    assert (problem["where"], problem["nearest"]) == ("query.city", ["Казань"])
    assert listed(city="Казань", club="kazan", limit=2) == here[:2]
    merge(registry, here[0], waiting)
    assert listed(club="kazan") == here[1:]
    assert waiting in listed(city="kazan")


def test_law_8_a_cursor_beyond_every_serial_ends_the_list(registry: TestClient) -> None:
    play(registry, enrol(registry, person(1)))
    beyond = {"cursor": paging.encode(2**31 - 1)}
    assert ok(registry.get("/v1/players", params=beyond)) == {"items": [], "next": None}


def test_a_renamed_city_renames_its_people(registry: TestClient) -> None:
    players = [enrol(registry, person(n)) for n in range(3)]
    elsewhere = enrol(registry, person(3, "Омск"))
    found_city(registry, "kazan", "Казань-на-Волге")
    found_city(registry, "kazan", "Казань-на-Волге")
    for player in players:
        assert ok(registry.get(f"/v1/players/{player}"))["city"] == "Казань-на-Волге"
        assert [(s["revision"], s["city"]) for s in states(registry, player)] == [
            (1, "Казань"),
            (2, "Казань-на-Волге"),
        ]
    assert len(states(registry, elsewhere)) == 1
    play(registry, *players)
    listed = ok(registry.get("/v1/players", params={"city": "казань на волге"}))["items"]
    assert [row["player"] for row in listed] == players


def test_a_clubs_caller_registers_people_too(registry: TestClient) -> None:
    made = ok(registry.post("/v1/players", json=ALYONA, headers=of_club(registry)))
    assert (made["player"], made["club"]) == (nth(0), None)
