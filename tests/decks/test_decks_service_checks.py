"""POST /v1/checks: every rule through HTTP, in both languages, and nothing stored."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.decks.decks_service_desk import BROKEN, CLASSIC, DAY, LEGAL, Desk
from tests.house import ok


def facts(verdict: Any) -> list[tuple[str, str, str | None, int, int]]:
    return [
        (one["rule"], one["code"], one["card"], one["count"], one["limit"])
        for one in verdict["violations"]
    ]


def test_rule_7_2_3_a_legal_deck(desk: Desk) -> None:
    found = desk.check(LEGAL)
    assert found["legal"] is True
    assert (found["rules"], found["violations"], found["warnings"]) == ([], [], [])
    assert (found["size"], found["name"]) == (30, "Болотный дозор")
    assert (found["as_of"], found["ban_list"]) == (DAY, f"{CLASSIC}/2011-01-01")
    assert (found["format"], found["rule_set"], found["catalogue"]) == (CLASSIC, "berserk-2011", 1)


def test_rules_7_2_1_7_5_6_7_8_c_1_every_violation_at_once(desk: Desk) -> None:
    found = desk.check(BROKEN)
    assert found["legal"] is False
    assert facts(found) == [
        ("7.2.1", "deck_too_small", None, 15, 30),
        ("7.2.1", "unreadable_line", None, 1, 0),
        ("7.8.2", "banned", "Кром", 4, 0),
        ("7.2.1", "too_many_copies", "Кром", 4, 3),
        ("7.8.3", "limited", "Вергельд", 2, 1),
        ("7.5.6", "overlord_card", "Тень Повелителя", 1, 0),
        ("7.2.1", "too_many_copies", "Топляк", 6, 5),
        ("C.1", "not_released", "Кит-остров", 1, 0),
        ("C.1", "unknown_card", "Болотная кикимра", 1, 0),
    ]
    assert found["rules"] == ["7.2.1", "7.8.2", "7.8.3", "7.5.6", "C.1"]
    assert [one["lines"] for one in found["violations"]] == [
        [], [7], [1], [1], [2], [3], [4], [5], [6],
    ]  # fmt: skip
    assert found["violations"][-1]["nearest"][0] == "Болотная кикимора"


def test_rule_7_2_1_a_deck_too_large(desk: Desk) -> None:
    found = desk.check("\n".join([LEGAL, "21 Лесной ёж"]))
    assert facts(found) == [
        ("7.2.1", "deck_too_large", None, 51, 50),
        ("7.2.1", "too_many_copies", "Лесной ёж", 21, 5),
    ]


def test_c_4_copies_are_counted_by_name_whatever_the_spelling(desk: Desk) -> None:
    found = desk.check(LEGAL + "снежный ёкай x2")
    assert facts(found) == [("7.2.1", "too_many_copies", "Снежный ёкай", 5, 3)]
    assert found["violations"][0]["lines"] == [6, 13]


def test_law_8_messages_come_in_the_language_asked_for_and_in_both(desk: Desk) -> None:
    body = {"format": CLASSIC, "text": BROKEN, "as_of": DAY}
    answers = {
        lang: desk.http.post("/v1/checks", json=body, headers={"Accept-Language": lang})
        for lang in ("ru-RU,ru;q=0.9,en;q=0.5", "en", "de")
    }
    ru, en, other = (ok(answer)["violations"] for answer in answers.values())
    assert [answer.headers["Content-Language"] for answer in answers.values()] == ["ru", "en", "ru"]
    assert [one["message"] for one in ru] == [one["message_in"]["ru"] for one in ru]
    assert [one["fix"] for one in en] == [one["fix_in"]["en"] for one in en]
    assert other == ru
    assert ru[0]["message"] == "Слишком маленькая колода. Карт: 15, нужно не меньше: 30."
    assert en[0]["fix"] == "Cards to add: 15."
    assert all(one["message_in"]["ru"] != one["message_in"]["en"] for one in ru)


def test_rule_7_8_before_the_first_list_there_is_a_warning(desk: Desk) -> None:
    found = desk.check(LEGAL + "1 Кром", as_of="2010-12-31")
    assert found["legal"] is True
    assert found["ban_list"] is None
    (warning,) = found["warnings"]
    assert warning["code"] == "no_ban_list"
    assert "31.12.2010" in warning["message"]
    assert desk.check(LEGAL + "1 Кром", as_of="2011-01-01")["rules"] == ["7.8.2"]


def test_law_8_without_a_date_it_is_today_in_moscow(desk: Desk) -> None:
    moscow = ZoneInfo("Europe/Moscow")
    before = datetime.now(moscow).date().isoformat()
    answer = ok(desk.http.post("/v1/checks", json={"format": CLASSIC, "text": LEGAL}))
    assert before <= answer["as_of"] <= datetime.now(moscow).date().isoformat()


def test_a_check_stores_and_publishes_nothing(desk: Desk) -> None:
    desk.check(LEGAL)
    desk.check(BROKEN)
    assert (desk.stored(), desk.published()) == ([], [])


def test_c_1_a_wall_of_unknown_names_is_told_in_full_but_guessed_at_for_some(desk: Desk) -> None:
    found = desk.check("\n".join(f"Болотная кикимра {letter}" for letter in "абвгдежзиклмнопрсту"))
    assert len(found["violations"]) == 19 + 1
    helped = [one for one in found["violations"] if one["nearest"]]
    assert 0 < len(helped) < 19
    assert all(one["fix"] for one in found["violations"])


@pytest.mark.parametrize(
    ("change", "where", "ru", "en"),
    [
        ({"text": ""}, "body.text", "не заполнено", "is empty"),
        ({"text": " \n\t"}, "body.text", "список пуст", "the list is empty"),
        ({"text": "ё" * 20_001}, "body.text", "не больше 20000", "at most 20000"),
        ({"text": "Кром\n" * 301}, "body.text", "строк больше 300", "more than 300 lines"),
        ({"text": "Кром\0"}, "body.text", "нельзя хранить", "can't be stored"),
        ({"text": 7}, "body.text", "нужна строка", "must be a string"),
        ({"as_of": "05.11.2011"}, "body.as_of", "ГГГГ-ММ-ДД", "YYYY-MM-DD"),
        ({"as_of": "2011-02-30"}, "body.as_of", "такой даты нет", "no such date"),
        ({"as_of": "2011-11-05T00:00:00Z"}, "body.as_of", "ГГГГ-ММ-ДД", "YYYY-MM-DD"),
        ({"as_of": 20111105}, "body.as_of", "ГГГГ-ММ-ДД", "YYYY-MM-DD"),
        ({"deck": "Кром"}, "body.deck", "такого поля нет", "no such field"),
        ({"format": "classic"}, "body.format", "нет формата «classic»", "no format “classic”"),
        ({"rule_set": "../x"}, "body.rule_set", "Редакции правил «../x» нет", "no rule set “../x”"),
    ],
)
def test_law_8_bad_input_is_a_clear_problem(
    desk: Desk, change: dict[str, Any], where: str, ru: str, en: str
) -> None:
    body = {"format": CLASSIC, "text": LEGAL, "as_of": DAY, **change}
    for lang, expected in (("ru", ru), ("en", en)):
        answer = desk.http.post("/v1/checks", json=body, headers={"Accept-Language": lang})
        assert answer.status_code == 422
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["where"] == where
        assert expected in answer.json()["detail"]
        assert answer.json()["todo"]


def test_law_7_an_unknown_format_or_rule_set_is_told_the_known_ones(desk: Desk) -> None:
    answers = [
        desk.http.post("/v1/checks", json={"format": CLASSIC, "text": LEGAL, **change}).json()
        for change in ({"format": "mono"}, {"rule_set": "berserk-1999"})
    ]
    assert [(one["code"], one["known"]) for one in answers] == [
        ("unknown_format", [CLASSIC]),
        ("unknown_rule_set", ["berserk-2011", "berserk-2024"]),
    ]
    assert all(", ".join(one["known"]) in one["todo"] for one in answers)


def test_law_7_the_rules_of_2024_judge_too(desk: Desk) -> None:
    found = desk.check(LEGAL, rule_set="berserk-2024", as_of="2024-05-01")
    assert (found["legal"], found["rule_set"]) == (True, "berserk-2024")


def test_law_8_half_a_character_is_refused(desk: Desk) -> None:
    raw = rb'{"format": "constructed-classic", "text": "3 \ud83d"}'
    answer = desk.http.post("/v1/checks", content=raw, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["where"] == "body.text"
