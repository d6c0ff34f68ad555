"""What an import says of each row of a club's file, through HTTP."""

import pytest
from fastapi.testclient import TestClient

from tests.house import ok, refused
from tests.registry.files import ALYONA, HEADER, YAN, csv_of
from tests.registry.registry_import_desk import ILYA, everything, outcomes, registry, send

__all__ = ["registry"]


def test_law_8_every_row_says_all_that_is_wrong_with_it_in_both_languages(
    registry: TestClient,
) -> None:
    header = (*HEADER, "Телефон", "Дата согласия", "Клуб")
    body = csv_of(
        header,
        ALYONA,
        ("", "Ян", "", "не адрес", "Кзань", "12", "вчера", "Ветерок"),
        ("Цой", "Я" * 81, "нет", "yan@example.org", "Казань", "7,9E+10", "", ""),
        ("Цой", "Ян", "нет", "yan@example.org", "Кзань"),
    )
    for lang in ("ru", "en"):
        report = ok(send(registry, body, lang=lang))
        assert outcomes(report) == [(2, "new"), (3, "error"), (4, "error"), (5, "error")]
        said = [[(r["field"], r["column"]) for r in row["reasons"]] for row in report["rows"]]
        assert said[0] == []
        assert sorted(said[1]) == sorted(
            [
                ("surname", "Фамилия"),
                ("patronymic", "Отчество"),
                ("email", "E-mail"),
                ("phone", "Телефон"),
                ("consent_date", "Дата согласия"),
                ("club", "Клуб"),
                ("city", "Город"),
            ]
        )
        assert said[2] == [("phone", "Телефон"), ("first_name", "Имя")]
        assert said[3] == [("city", "Город")]
        messages = [r["message"] for row in report["rows"] for r in row["reasons"]]
        assert all(messages)
        assert all(message.isascii() for message in messages if "“" not in message) is (
            lang == "en"
        )
    assert "Казань" in messages[-1]


NAMESAKE = (*ALYONA[:3], "other@example.org", "Йошкар-Ола")


def test_d_2_4_twins_are_shown_and_have_to_be_confirmed(registry: TestClient) -> None:
    (known,) = ok(send(registry, csv_of(HEADER, ALYONA), apply=True))["rows"]
    body = csv_of(HEADER, ILYA, NAMESAKE)
    _, twin = ok(send(registry, body))["rows"]
    assert (twin["outcome"], twin["player"]) == ("twin", None)
    (candidate,) = twin["candidates"]
    assert (candidate["player"], candidate["city"]) == (known["player"], "Казань")
    assert "email" not in candidate
    assert known["player"] in twin["reasons"][0]["message"]
    problem = refused(send(registry, body, apply=True), 409, "import_not_clean", "D.2.4")
    assert [fault["where"] for fault in problem["errors"]] == ["row 3"]
    left_out = ok(send(registry, body, apply=True, skip=True))
    assert outcomes(left_out) == [(2, "new"), (3, "twin")]
    confirmed = ok(send(registry, body, apply=True, namesakes="3"))
    assert outcomes(confirmed) == [(2, "known"), (3, "new")]
    in_the_file = csv_of((*HEADER, "Тёзка"), (*ALYONA[:3], "third@example.org", "Казань", "да"))
    assert outcomes(ok(send(registry, in_the_file, apply=True))) == [(2, "new")]


def test_d_2_4_people_who_repeat_within_the_file(registry: TestClient) -> None:
    body = csv_of(HEADER, ALYONA, YAN, ALYONA, NAMESAKE)
    planned = ok(send(registry, body))
    assert outcomes(planned) == [(2, "new"), (3, "new"), (4, "known"), (5, "twin")]
    assert [row["same_as"] for row in planned["rows"]] == [[], [], [2], [2]]
    assert [row["player"] for row in planned["rows"]] == [None] * 4
    assert [row["candidates"] for row in planned["rows"]] == [[]] * 4
    assert "2" in planned["rows"][3]["reasons"][0]["message"]
    done = ok(send(registry, body, apply=True, namesakes="5"))
    assert outcomes(done) == [(2, "new"), (3, "new"), (4, "known"), (5, "new")]
    ids = [row["player"] for row in done["rows"]]
    assert ids[2] == ids[0]
    assert len({*ids}) == 3


def test_law_8_namesakes_are_numbers_of_rows_of_the_file(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    before, body = everything(registry), csv_of(HEADER, ALYONA)
    for rows in ("7", "1", "2,99999"):
        with subtests.test(rows=rows):
            problem = refused(send(registry, body, namesakes=rows), 422, "row_not_found")
            assert problem["where"] == "query.namesakes"
    for rows in ("x", "1;2", "", "1,,2", "-1", "1" * 9):
        with subtests.test(rows=rows):
            refused(send(registry, body, namesakes=rows), 422, "validation")
    assert everything(registry) == before


def test_d_2_2_an_old_number_is_an_alias_for_ever(registry: TestClient) -> None:
    plain = ok(send(registry, csv_of(HEADER, ALYONA), apply=True))["rows"][0]["player"]
    numbered = csv_of((*HEADER, "Старый номер"), (*ALYONA, "00417"), (*YAN, "А-5"))
    report = ok(send(registry, numbered, apply=True))
    assert outcomes(report) == [(2, "known"), (3, "new")]
    yan = report["rows"][1]["player"]
    for number, player in (("00417", plain), ("417", plain), ("А-5", yan)):
        assert ok(registry.get(f"/v1/players/{number}"))["player"] == player
    stolen = csv_of((*HEADER, "Старый номер"), (*ILYA, "00417"), (*YAN, "00417"))
    report = ok(send(registry, stolen))
    assert outcomes(report) == [(2, "error"), (3, "error")]
    for row in report["rows"]:
        (reason,) = row["reasons"]
        assert (reason["field"], reason["column"]) == ("old_number", "Старый номер")
        assert [each["player"] for each in row["candidates"]] == [plain]
    refused(send(registry, stolen, apply=True), 409, "import_not_clean")


def test_rule_2_1_4_what_is_one_persons_twice_in_a_file(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    before = everything(registry)
    for column in ("Ник", "Старый номер"):
        with subtests.test(column=column):
            body = csv_of((*HEADER, column), (*ALYONA, "Ёж-7"), (*YAN, "ЁЖ-7"))
            first, second = ok(send(registry, body))["rows"]
            assert (first["outcome"], second["outcome"]) == ("new", "error")
            assert second["same_as"] == [2]
            (reason,) = second["reasons"]
            assert (reason["column"], "2" in reason["message"]) == (column, True)
            assert second["candidates"] == []
    assert everything(registry) == before


def test_a_club_is_meant_by_its_id_or_its_name(registry: TestClient) -> None:
    club = {"club": "veter", "name": "Клуб «Степной ветер»", "city": "kazan"}
    ok(registry.post("/v1/clubs", json=club))
    for number, written in enumerate(["veter", "Степной ветер", "клуб «степной  ветер»"]):
        line = (*ILYA[:3], f"i{number}@example.org", "Казань", written, "да")
        body = csv_of((*HEADER, "Клуб", "Тёзка"), line)
        (row,) = ok(send(registry, body, apply=True))["rows"]
        assert ok(registry.get(f"/v1/players/{row['player']}"))["club"] == "veter"
    (row,) = ok(send(registry, csv_of((*HEADER, "Клуб"), (*YAN, "Степной ветир"))))["rows"]
    (reason,) = row["reasons"]
    assert (reason["code"], reason["column"]) == ("club_not_found", "Клуб")
    assert "Степной ветер" in reason["message"]


PATRONYMICS = [
    ("Игоревна", "", None),
    ("", "да", None),
    ("нет", "да", None),
    ("Игоревна", "нет", None),
    ("Игоревна", "да", "patronymic_unclear"),
    ("", "", "patronymic_missing"),
    ("", "нет", "patronymic_missing"),
    ("???", "", "unclear"),
    ("", "возможно", "unclear"),
]
"""(patronymic, whether he has none, code of what is wrong with that)"""


def test_d_2_1_a_patronymic_or_that_there_is_none(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    before = everything(registry)
    for patronymic, flag, code in PATRONYMICS:
        with subtests.test(patronymic=patronymic, flag=flag):
            line = (*ALYONA[:2], patronymic, *ALYONA[3:], flag)
            (row,) = ok(send(registry, csv_of((*HEADER, "Без отчества"), line)))["rows"]
            assert [each["code"] for each in row["reasons"]] == ([code] if code else [])
            assert row["outcome"] == ("error" if code else "new")
    assert everything(registry) == before


def test_rule_2_1_2_a_whole_name_that_can_not_be_told_apart_is_one_error(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    before = everything(registry)
    for written, said in (
        ("Воронцова", "needs surname"),
        ("Салтыков Щедрин Михаил Евграфович", "unclear which"),
        ("Иван Иванович Иванов", "first name patronymic surname"),
        ("Иванов И. И.", "initials"),
        ("Иванов И.И.", "initials"),
    ):
        body = csv_of(("ФИО", "E-mail", "Город"), (written, "a@example.org", "Казань"))
        for lang in ("ru", "en"):
            with subtests.test(written, lang=lang):
                (row,) = ok(send(registry, body, lang=lang))["rows"]
                reasons = [(each["field"], each["column"]) for each in row["reasons"]]
                assert reasons == [("full_name", "ФИО")]
                assert (said in row["reasons"][0]["message"]) is (lang == "en")
    assert everything(registry) == before


def test_rule_2_1_2_a_header_says_the_order_of_a_whole_name(registry: TestClient) -> None:
    body = csv_of(
        ("Имя Отчество Фамилия", "E-mail", "Город"),
        ("Иван Иванович Иванов", "a@example.org", "Казань"),
        ("Ян Цой нет", "b@example.org", "Казань"),
    )
    ids = [row["player"] for row in ok(send(registry, body, apply=True))["rows"]]
    people = [ok(registry.get(f"/v1/players/{player}")) for player in ids]
    assert [(each["surname"], each["first_name"]) for each in people] == [
        ("Иванов", "Иван"),
        ("Цой", "Ян"),
    ]


def test_rule_2_1_2_initials_in_columns_of_their_own_are_errors(registry: TestClient) -> None:
    body = csv_of(
        HEADER,
        ("Иванов", "И.", "И", *ILYA[3:]),
        ("Иванов И.И.", "Илья", "Петрович", *ILYA[3:]),
        ("О", "Ия", "б/о.", *ILYA[3:]),
    )
    first, second, third = ok(send(registry, body))["rows"]
    assert {each["field"] for each in first["reasons"]} == {"first_name", "patronymic"}
    assert [each["field"] for each in second["reasons"]] == ["surname"]
    assert third["outcome"] == "new"


def test_a_consent_is_whole_or_an_error(registry: TestClient) -> None:
    header = (*HEADER, "Версия", "Дата согласия", "Представитель")
    body = csv_of(
        header,
        (*ALYONA, "2026-1", "05.11.2026", "Воронцов Игорь Павлович"),
        (*YAN, "2026-1", "", ""),
        (*ILYA, "", "2026-11-05", ""),
    )
    report = ok(send(registry, body))
    assert outcomes(report) == [(2, "new"), (3, "error"), (4, "error")]
    assert [row["reasons"][0]["column"] for row in report["rows"][1:]] == [
        "Дата согласия",
        "Версия",
    ]


def test_a_consents_missing_column_is_named(registry: TestClient) -> None:
    body = csv_of((*HEADER, "Дата согласия"), (*ILYA, "05.11.2026"))
    for lang, named in (("ru", "«версия согласия»"), ("en", "“consent version”")):
        (row,) = ok(send(registry, body, lang=lang))["rows"]
        (reason,) = row["reasons"]
        assert (reason["field"], reason["column"]) == ("consent_version", None)
        assert named in reason["message"]
        problem = refused(send(registry, body, lang=lang, apply=True), 409, "import_not_clean")
        assert named in problem["errors"][0]["message"]


@pytest.mark.parametrize(
    "name",
    ["\u202eавонцоров", "Ёл\x07кина", "'; DROP TABLE player; --", "=1+1", "<script>", "%00", "«»",
     "\ud83d\udc3a".encode("utf-16", "surrogatepass").decode("utf-16"), "—", "я" * 200],
    ids=["rtl", "bell", "sql", "formula", "html", "percent", "quotes", "wolf", "dash", "long"],
)  # fmt: skip
def test_law_8_hostile_names_are_a_name_or_an_error_of_their_row(
    registry: TestClient, name: str
) -> None:
    body = csv_of(HEADER, (name, *YAN[1:]), ALYONA)
    report = ok(send(registry, body, apply=True, skip=True))
    first, second = report["rows"]
    assert second["outcome"] == "new"
    if first["outcome"] == "error":
        assert first["reasons"][0]["column"] == "Фамилия"
    else:
        assert ok(registry.get(f"/v1/players/{first['player']}"))["surname"] == name
