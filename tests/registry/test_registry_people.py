"""Rules 2.1.1–2.1.4, D.2.1, D.2.4: registration through the public contract."""

import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlmodel import col

from services.registry.tables.people import Player
from shared import paging
from tests.house import inside, ok, person, refused
from tests.registry.registry_office import (
    enrol,
    found_city,
    merge,
    nth,
    of_club,
    play,
    registry_on,
    states,
)

ALYONA = {
    "first_name": "Алёна",
    "surname": "Ежова",
    "patronymic": "Игоревна",
    "email": "alyona@example.org",
    "city": "Казань",
}
PUBLIC = {
    "player", "first_name", "surname", "nickname", "city", "club", "status", "old_numbers",
    "erased", "asked",
}  # fmt: skip
SECRETS = ("Игоревна", "alyona@", "900", "Тайный", "2026-1")


@pytest.fixture
def registry(database_url: str) -> Iterator[TestClient]:
    with registry_on(database_url) as client:
        yield client


def row_of(client: TestClient, player: str) -> Player:
    """The person's row, which no route shows whole."""
    with inside(client).db.read() as tx:
        row: Player = tx.scalars(select(Player).where(col(Player.player) == player)).one()
        return row


def refuse(client: TestClient, status: int, code: str, **changed: Any) -> Any:
    """Why Алёна with this changed is not registered."""
    return refused(client.post("/v1/players", json={**ALYONA, **changed}), status, code)


def test_d_2_3_decomposed_letters_are_stored_composed(registry: TestClient) -> None:
    decomposed = {
        name: unicodedata.normalize("NFD", text)
        for name, text in {**ALYONA, "first_name": "Алёйна", "nickname": "Ёж"}.items()
    }
    made = ok(registry.post("/v1/players", json=decomposed))
    assert (made["first_name"], made["nickname"]) == ("Алёйна", "Ёж")
    assert all(unicodedata.is_normalized("NFC", each) for each in (made["city"], made["surname"]))


def test_d_2_3_a_long_decomposed_name_is_counted_composed(registry: TestClient) -> None:
    name = unicodedata.normalize("NFD", "й" * 80)
    assert ok(registry.post("/v1/players", json={**ALYONA, "surname": name}))["surname"] == "й" * 80
    refuse(registry, 422, "validation", surname="й" * 81)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Alyona@EXAMPLE.org ", "Alyona@example.org"),
        ("иван@почта.рф", "иван@почта.рф"),
        ("ivan@xn--80a1acny.xn--p1ai", "ivan@почта.рф"),
    ],
)
def test_rule_2_1_2_an_email_is_kept_as_it_is_best_written(
    registry: TestClient, written: str, kept: str
) -> None:
    player = enrol(registry, {**ALYONA, "email": written})
    assert row_of(registry, player).email == kept


@pytest.mark.parametrize(
    "written",
    ["", "нет", "a@b", "a b@example.org", "a..b@example.org", "a@localhost", "a@-b.ru", "@b.ru",
     "a@b.ru, c@d.ru", "a" * 65 + "@example.org", "a@" + "b" * 250 + ".ru"],
)  # fmt: skip
def test_rule_2_1_2_what_is_no_email_is_refused_in_both_languages(
    registry: TestClient, written: str
) -> None:
    body = {**ALYONA, "email": written}
    problem = refused(registry.post("/v1/players", json=body), 422, "validation")
    assert problem["where"] == "body.email"
    assert problem["errors"][0]["message"] == "нужен адрес вида имя@пример.ру"
    english = registry.post("/v1/players", json=body, headers={"Accept-Language": "en"})
    assert english.json()["errors"][0]["message"] == "must look like name@example.org"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("8 (900) 123-45-67", "+79001234567"),
        ("+7 900 123 45 67", "+79001234567"),
        ("9001234567", "+79001234567"),
        ("8.843.236.12.34", "+78432361234"),
        ("+7 (900) 123–45–67", "+79001234567"),
        ("+375 29 123-45-67", "+375291234567"),
        ("+7 701 123 45 67", "+77011234567"),
        ("8\u00a0900\u00a01234567", "+79001234567"),
    ],
)
def test_rule_2_1_2_a_phone_in_any_usual_spelling(
    registry: TestClient, written: str, kept: str
) -> None:
    assert row_of(registry, enrol(registry, ALYONA, phone=written)).phone == kept


@pytest.mark.parametrize(
    "written",
    ["123", "", "вчера", "8-800-FLOWERS", "89001234567 доб. 12", "+1 555 0100", "8 900 123 45 67 8",
     "89001234567, 89001234568", "٨٩٠٠١٢٣٤٥٦٧", "0" * 40],
)  # fmt: skip
def test_rule_2_1_2_a_phone_that_is_none_is_refused_with_words(
    registry: TestClient, written: str
) -> None:
    problem = refuse(registry, 422, "validation", phone=written)
    assert problem["where"] == "body.phone"
    assert "8 (900) 123-45-67" in problem["errors"][0]["message"]


def test_law_8_limits_of_the_fields_are_in_the_contract(registry: TestClient) -> None:
    schema = ok(registry.get("/openapi.json"))["components"]["schemas"]["NewPlayer"]["properties"]

    def limits(field: str) -> tuple[Any, Any]:
        kind = next(
            (k for k in schema[field].get("anyOf", ()) if k["type"] != "null"), schema[field]
        )
        return kind.get("maxLength"), bool(kind.get("pattern"))

    named = ("first_name", "surname", "patronymic", "city", "nickname")
    assert {field: limits(field) for field in named} == dict.fromkeys(named, (80, True))
    assert limits("email") == (254, True)
    assert limits("phone") == (40, True)
    assert schema["old_numbers"]["maxItems"] == 10
    assert schema["old_numbers"]["items"]["maxLength"] == 40


def test_rule_2_1_2_a_city_is_known_by_name_or_id(registry: TestClient) -> None:
    found_city(registry, "nnov", "Нижний Новгород")
    for number, city in enumerate(("нижний-новгород", "НИЖНИЙ  НОВГОРОД", "nnov")):
        made = ok(registry.post("/v1/players", json=person(number, city)))
        assert made["city"] == "Нижний Новгород"
    found_city(registry, "ust-kut", "Усть-Кут")
    assert ok(registry.post("/v1/players", json=person(7, "ust-kut")))["city"] == "Усть-Кут"


def test_rule_2_1_2_an_unknown_city_is_refused_with_the_nearest(registry: TestClient) -> None:
    problem = refuse(registry, 422, "city_not_found", city="Козань")
    assert (problem["nearest"], problem["where"]) == (["Казань"], "body.city")
    assert "Может быть, Казань?" in problem["detail"]
    assert "PUT /v1/cities" in problem["todo"]
    assert refuse(registry, 422, "city_not_found", city="Ы" * 80)["nearest"] == []


def test_rule_2_1_2_a_club_must_exist(registry: TestClient) -> None:
    assert refuse(registry, 422, "club_not_found", club="nowhere")["where"] == "body.club"
    assert ok(registry.post("/v1/players", json={**ALYONA, "club": "omsk"}))["club"] == "omsk"
    assert states(registry, nth(0))[-1]["club"] == "omsk"


def test_law_11_consent_is_kept_and_never_shown(registry: TestClient) -> None:
    consent = {"version": "2026-1", "date": "2026-11-05", "guardian": "Ежов Тайный"}
    answer = registry.post("/v1/players", json={**ALYONA, "consent": consent})
    row = row_of(registry, ok(answer)["player"])
    kept = (row.consent_version, row.consent_date, row.guardian)
    assert kept == ("2026-1", "2026-11-05", "Ежов Тайный")
    assert "Тайный" not in answer.text + str(states(registry, row.player))


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


@pytest.mark.parametrize("field", ["email", "phone", "patronymic", "consent_version", "guardian"])
def test_law_11_nobody_is_listed_or_sorted_by_contacts(registry: TestClient, field: str) -> None:
    players = [enrol(registry, person(n)) for n in range(3)]
    play(registry, *players)
    query = {field: "player1@example.org", "sort": field, "order": f"-{field}", "q": "player1"}
    items = ok(registry.get("/v1/players", params=query))["items"]
    assert [row["player"] for row in items] == players


def test_d_2_4_likely_twins_are_shown_with_what_tells_them_apart(registry: TestClient) -> None:
    first = enrol(registry, ALYONA, club="kazan")
    play(registry, first, date="2019-05-01")
    problem = refuse(registry, 409, "likely_twin", email="b@example.org", city="Омск")
    twin = problem["errors"][0]
    assert twin.keys() == PUBLIC | {"first_year"}
    assert (twin["city"], twin["club"], twin["first_year"]) == ("Казань", "kazan", 2019)


@pytest.mark.parametrize(
    "changed",
    [
        {"first_name": "Ежова", "surname": "Алёна", "email": "b@example.org"},
        {"surname": "Eжoвa", "email": "b@example.org"},
        {"first_name": "АЛЕНА", "email": "b@example.org", "city": "Омск"},
        {"patronymic": None, "no_patronymic": True},
        {"surname": "Ежева"},
        {"first_name": "Алена", "surname": "Ежовва"},
        {"surname": "Воробьёва"},
        {"surname": "Ежева", "email": "b@example.org"},
        {"patronymic": "Игоревма", "first_name": "Алёна", "email": "b@example.org"},
    ],
    ids=[
        "other order", "look-alikes", "case and ё", "no patronymic", "a slip, equal e-mail",
        "two slips, equal e-mail", "after a wedding", "a slip in the same city",
        "a slip in the patronymic",
    ],
)  # fmt: skip
def test_d_2_4_a_likely_twin_must_be_confirmed(
    registry: TestClient, changed: dict[str, Any]
) -> None:
    first = enrol(registry, ALYONA)
    problem = refuse(registry, 409, "likely_twin", **changed)
    assert [row["player"] for row in problem["errors"]] == [first]
    again = {**ALYONA, **changed, "namesake": True}
    assert ok(registry.post("/v1/players", json=again))["player"] == nth(1)


@pytest.mark.parametrize(
    "changed",
    [
        {"first_name": "Пётр", "surname": "Ежов", "patronymic": "Игоревич"},
        {"first_name": "Ольга"},
        {"surname": "Ежева", "email": "b@example.org", "city": "Омск"},
        {"surname": "Ежева", "first_name": "Алина", "email": "b@example.org"},
    ],
    ids=["a brother", "a sister", "a slip in another city", "two slips, another e-mail"],
)
def test_d_2_4_families_and_the_merely_alike_are_no_twins(
    registry: TestClient, changed: dict[str, Any]
) -> None:
    enrol(registry, ALYONA)
    assert enrol(registry, {**ALYONA, **changed}) == nth(1)


def test_d_2_4_the_same_person_by_a_merged_id_is_his_survivor(registry: TestClient) -> None:
    old, other = enrol(registry, ALYONA), enrol(registry, person(1))
    merge(registry, old, other)
    assert refuse(registry, 409, "player_known")["player"] == other
    problem = refuse(registry, 409, "likely_twin", email="b@example.org")
    assert [row["player"] for row in problem["errors"]] == [other]


def test_d_2_4_erased_people_match_nobody(registry: TestClient) -> None:
    gone = enrol(registry, ALYONA)
    with inside(registry).db.write() as tx:
        row = tx.get(Player, gone)
        assert row
        row.erased_at = row.created_at
    assert enrol(registry, ALYONA) == nth(1)


def test_d_2_3_a_name_of_two_alphabets_is_kept_and_noticed(registry: TestClient) -> None:
    made = ok(registry.post("/v1/players", json={**ALYONA, "surname": "Eжова"}))
    assert made["surname"] == "Eжова"
    assert [(n["code"], n["where"]) for n in made["notices"]] == [("mixed_alphabets", "surname")]
    assert "латинские" in made["notices"][0]["message"]
    body = {"players": [{**person(1), "nickname": "Boрона"}]}
    row = ok(registry.post("/v1/players:bulk", json=body, headers={"Accept-Language": "en"}))
    assert row["rows"][0]["notices"][0]["message"].startswith("“Boрона” mixes")


def test_rule_2_1_4_a_nickname_of_look_alikes_is_taken(registry: TestClient) -> None:
    first = enrol(registry, person(1), nickname="Вова")
    for nickname in ("BOBA", "вова", " ВОВА "):
        problem = refuse(registry, 409, "nickname_taken", nickname=nickname)
        assert problem["player"] == first


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
    assert listed(club="omsk") == listed(city="Китеж") == []
    assert listed(city="Казань", club="kazan", limit=2) == here[:2]
    merge(registry, here[0], waiting)
    assert listed(club="kazan") == here[1:]
    assert waiting in listed(city="kazan")


def test_law_8_a_cursor_beyond_every_serial_ends_the_list(registry: TestClient) -> None:
    play(registry, enrol(registry, person(1)))
    beyond = {"cursor": paging.encode(2**62)}
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
