"""Rule 2.1.2, D.2.3: what is handed over, in every spelling, and how it is kept."""

import unicodedata
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.house import ok, person, refused
from tests.registry.registry_office import (
    ALYONA,
    enrol,
    found_city,
    nth,
    refuse,
    registry,
    row_of,
    states,
)

__all__ = ["registry"]


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


NO_EMAILS = [
    "", "нет", "a@b", "a b@example.org", "a..b@example.org", "a@localhost", "a@-b.ru", "@b.ru",
    "a@b.ru, c@d.ru", "a" * 65 + "@example.org", "a@" + "b" * 250 + ".ru",
]  # fmt: skip


def test_rule_2_1_2_what_is_no_email_is_refused_in_both_languages(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    for written in NO_EMAILS:
        with subtests.test(written=written):
            problem = refuse(registry, 422, "validation", email=written)
            assert problem["where"] == "body.email"
            assert problem["errors"][0]["message"] == "нужен адрес вида имя@пример.ру"
            body = {**ALYONA, "email": written}
            english = registry.post("/v1/players", json=body, headers={"Accept-Language": "en"})
            assert english.json()["errors"][0]["message"] == "must look like name@example.org"
    assert states(registry, nth(0)) == []


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
        ("тел. 8 900 123-45-67", "+79001234567"),
        ("+7 900 123-45-67 (моб)", "+79001234567"),
        ("моб. 8-900-123-45-67", "+79001234567"),
        ("Моб. тел.: 8 900 123-45-67", "+79001234567"),
        ("(сот.) 89001234567", "+79001234567"),
        ("8 (843) 236-12-34, раб.", "+78432361234"),
        ("т.89001234567", "+79001234567"),
        ("tel: +44 20 7946 0958", "+442079460958"),
        ("8/900/1234567", "+79001234567"),
        ("8 900 123/45/67", "+79001234567"),
        ("843/236-12-34", "+78432361234"),
    ],
)
def test_rule_2_1_2_a_phone_in_any_usual_spelling(
    registry: TestClient, written: str, kept: str
) -> None:
    assert row_of(registry, enrol(registry, ALYONA, phone=written)).phone == kept


NO_PHONES = [
    "123", "", "вчера", "8-800-FLOWERS", "+1 555 0100", "8 900 123 45 67 8", "моб.", "/",
    "89001234567, 89001234568", "89001234567/89001234568", "3-95-22/3-61-23", "236-12-34/35",
    "моб. 89001234567 дом. 88432361234", "томат 89001234567", "удобно в 12",
    "٨٩٠٠١٢٣٤٥٦٧", "0" * 40,
]  # fmt: skip


def test_rule_2_1_2_a_phone_that_is_none_is_refused_with_words(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    for written in NO_PHONES:
        with subtests.test(written=written):
            problem = refuse(registry, 422, "validation", phone=written)
            assert problem["where"] == "body.phone"
            assert "нет такого номера" in problem["errors"][0]["message"]
            assert "8 (900) 123-45-67" in problem["errors"][0]["message"]
    assert states(registry, nth(0)) == []


@pytest.mark.parametrize("written", ["89001234567 доб. 12", "8 843 236-12-34 (доб.12)", "1 ext 5"])
def test_rule_2_1_2_a_phone_with_an_extension_is_refused_and_told_what_to_do(
    registry: TestClient, written: str
) -> None:
    problem = refuse(registry, 422, "validation", phone=written)
    assert "укажите номер без него" in problem["errors"][0]["message"]
    body = {**ALYONA, "phone": written}
    english = registry.post("/v1/players", json=body, headers={"Accept-Language": "en"})
    assert "give the number without it" in english.json()["errors"][0]["message"]


def test_law_8_a_phone_is_no_longer_than_the_contract_says(registry: TestClient) -> None:
    problem = refuse(registry, 422, "validation", phone="тел. " * 6 + "8 900 123-45-67")
    assert "не больше 40" in problem["errors"][0]["message"]


NUMBERS = ["1007", "№ 1007", "#1007", "ID 1007", "no. 1007", "10-07", "1️⃣", "٣"]


def test_rule_2_1_4_a_nickname_that_reads_as_a_number_is_refused(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    player = enrol(registry, ALYONA)
    for nickname in NUMBERS:
        with subtests.test(nickname=nickname):
            problem = refuse(registry, 422, "validation", nickname=nickname)
            assert problem["where"] == "body.nickname"
            assert problem["errors"][0]["message"].startswith("нужна буква")
            changed = registry.patch(
                f"/v1/players/{player}",
                json={"nickname": nickname},
                headers={"If-Match": '"v1"', "Accept-Language": "en"},
            )
            message = refused(changed, 422, "validation")["errors"][0]["message"]
            assert message.startswith("must have a letter")
    assert [state["nickname"] for state in states(registry, player)] == [None]


@pytest.mark.parametrize("nickname", ["Agent 007", "7up", "№ 7а", "🔥", "!!!"])
def test_rule_2_1_4_a_nickname_that_reads_as_none_is_taken(
    registry: TestClient, nickname: str
) -> None:
    player = enrol(registry, ALYONA, nickname=nickname)
    (found,) = ok(registry.get("/v1/players:identify", params={"q": nickname}))["players"]
    assert found["player"] == player


def test_law_8_an_empty_name_is_said_to_be_empty(registry: TestClient) -> None:
    for blank in ("", "  "):
        problem = refuse(registry, 422, "validation", surname=blank)
        assert problem["errors"][0]["message"] == "не заполнено"


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


def test_law_8_nobody_has_consented_on_a_day_still_to_come(registry: TestClient) -> None:
    consent = {"version": "2026-1", "date": "2199-01-01"}
    answer = registry.post("/v1/players", json={**ALYONA, "consent": consent})
    problem = refused(answer, 422, "validation")
    assert problem["where"] == "body.consent.date"
    assert problem["errors"][0]["message"] == "этот день ещё не наступил"


@pytest.mark.parametrize("date", ["0001-01-01", "1999-12-31"])
def test_law_8_nobody_has_consented_before_there_was_the_game(
    registry: TestClient, date: str
) -> None:
    consent = {"version": "2026-1", "date": date}
    body = {**ALYONA, "consent": consent}
    said = {"ru": "не раньше 2000-01-01", "en": "not before 2000-01-01"}
    for language, message in said.items():
        answer = registry.post("/v1/players", json=body, headers={"Accept-Language": language})
        problem = refused(answer, 422, "validation")
        assert problem["where"] == "body.consent.date"
        assert problem["errors"][0]["message"] == message


def test_law_11_consent_is_kept_and_never_shown(registry: TestClient) -> None:
    consent = {"version": "2026-1", "date": "2026-11-05", "guardian": "Ежов Тайный"}
    answer = registry.post("/v1/players", json={**ALYONA, "consent": consent})
    row = row_of(registry, ok(answer)["player"])
    kept = (row.consent_version, row.consent_date, row.guardian)
    assert kept == ("2026-1", "2026-11-05", "Ежов Тайный")
    assert "Тайный" not in answer.text + str(states(registry, row.player))


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
