"""Import of people from a club's file, through HTTP: first the report, then the same applied."""

import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import MetaData

from services.registry.rosters import MOST_ROWS
from shared.settings import Settings
from tests.house import app_of, inside, ok, refused
from tests.registry.files import ALYONA, HEADER, YAN, csv_of, xlsx_of
from tests.tokens import bearer

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ILYA = ("Белов", "Илья", "Петрович", "ilya@example.org", "Казань")
NOTHING = {"new": 0, "known": 0, "twin": 0, "error": 0}


@pytest.fixture
def registry(database_url: str) -> Iterator[TestClient]:
    """The registry with two cities, called by the office."""
    app = app_of("registry", Settings(database_url=database_url))
    client = TestClient(app, raise_server_exceptions=False)
    client.headers.update(bearer(app.state.db, role="office"))
    for city, name in (("kazan", "Казань"), ("yoshkar-ola", "Йошкар-Ола")):
        ok(client.put(f"/v1/cities/{city}", json={"name": name, "zone": "Europe/Moscow"}))
    yield client
    app.state.db.close()


def send(client: TestClient, body: bytes, *, sent_as: str = "text/csv", **query: Any) -> Any:
    """The answer to a file; the header ``lang`` may be asked for by the query's name."""
    headers = {"content-type": sent_as, "accept-language": query.pop("lang", "ru")}
    return client.post("/v1/players:import", content=body, params=query, headers=headers)


def outcomes(report: Any) -> list[tuple[int, str]]:
    return [(row["row"], row["outcome"]) for row in report["rows"]]


def everything(client: TestClient) -> dict[str, list[Any]]:
    """All rows of all tables: what a refusal and a report must leave as it was."""
    engine = inside(client).db.engine
    tables = MetaData()
    tables.reflect(engine)
    with engine.connect() as reading:
        return {
            name: sorted(map(repr, reading.execute(table.select()).all()))
            for name, table in tables.tables.items()
        }


def test_law_8_preflight_says_what_would_happen_and_changes_nothing(registry: TestClient) -> None:
    before = everything(registry)
    body = csv_of(HEADER, ALYONA, YAN)
    first, again = (ok(send(registry, body)) for _ in range(2))
    assert first == again
    assert first["applied"] is False
    assert first["counts"] == {**NOTHING, "new": 2}
    assert outcomes(first) == [(2, "new"), (3, "new")]
    assert [row["player"] for row in first["rows"]] == [None, None]
    assert first["understood"] == {
        "kind": "csv",
        "encoding": "utf-8",
        "delimiter": ";",
        "sheet": None,
        "other_sheets": [],
        "columns": dict(
            zip(("surname", "first_name", "patronymic", "email", "city"), HEADER, strict=True)
        ),
        "ignored": [],
    }
    assert everything(registry) == before
    assert ok(registry.get("/v1/players:identify", params={"q": "Воронцова Алёна"}))["outcome"] == (
        "none"
    )


def test_rule_2_1_3_what_is_applied_is_the_report_with_ids(registry: TestClient) -> None:
    body = csv_of((*HEADER, "Телефон", "Ник"), (*ALYONA, "8 900 123-45-67", "Ворона"), YAN)
    planned = ok(send(registry, body))
    done = ok(send(registry, body, apply=True))
    assert done["applied"] is True
    assert done["counts"] == planned["counts"] == {**NOTHING, "new": 2}
    assert outcomes(done) == outcomes(planned)
    alyona, yan = (row["player"] for row in done["rows"])
    shown = ok(registry.get(f"/v1/players/{alyona}"))
    assert (shown["surname"], shown["first_name"], shown["nickname"], shown["city"]) == (
        "Воронцова",
        "Алёна",
        "Ворона",
        "Казань",
    )
    assert ok(registry.get(f"/v1/players/{yan}"))["surname"] == "Цой"


def test_rule_2_1_3_applied_again_it_does_nothing_twice(registry: TestClient) -> None:
    body = csv_of((*HEADER, "Старый номер"), (*ALYONA, "00417"), (*YAN, "А-5"))
    ids = [row["player"] for row in ok(send(registry, body, apply=True))["rows"]]
    before = everything(registry)
    for applied in (True, False):
        again = ok(send(registry, body, apply=applied))
        assert again["counts"] == {**NOTHING, "known": 2}
        assert [row["player"] for row in again["rows"]] == ids
    assert everything(registry) == before


FILES = {
    "utf-8": csv_of(HEADER, ALYONA, YAN),
    "bom": csv_of(HEADER, ALYONA, YAN, encoding="utf-8-sig", delimiter=","),
    "cp1251": csv_of(HEADER, ALYONA, YAN, encoding="cp1251"),
    "utf-16": csv_of(HEADER, ALYONA, YAN, encoding="utf-16", delimiter="\t"),
    "decomposed": csv_of(
        *[[unicodedata.normalize("NFD", cell) for cell in line] for line in (HEADER, ALYONA, YAN)]
    ),
    "xlsx": xlsx_of(HEADER, ALYONA, YAN),
    "whole-name": csv_of(
        ("Город", "ФИО", "E-mail"),
        *[(city, " ".join((s, f, p)), email) for s, f, p, email, city in (ALYONA, YAN)],
    ),
}


def test_d_2_3_one_roster_however_saved_is_the_same_people(registry: TestClient) -> None:
    ids = None
    for name, body in FILES.items():
        sent_as = XLSX if name == "xlsx" else "application/octet-stream"
        report = ok(send(registry, body, sent_as=sent_as, apply=True))
        assert report["counts"] == {**NOTHING, "new" if ids is None else "known": 2}, name
        ids = ids or [row["player"] for row in report["rows"]]
        assert [row["player"] for row in report["rows"]] == ids


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


@pytest.mark.parametrize("skip", [False, True])
def test_law_8_a_file_with_errors_is_applied_only_without_them(
    registry: TestClient, skip: bool
) -> None:
    body = csv_of(HEADER, ALYONA, ("Цой", "Ян", "", "yan@example.org", "Казань"), ILYA)
    before = everything(registry)
    if not skip:
        problem = refused(send(registry, body, apply=True), 409, "import_not_clean", "D.2.4")
        assert problem["counts"] == {**NOTHING, "new": 2, "error": 1}
        (fault,) = problem["errors"]
        assert (fault["where"], fault["column"], fault["kind"]) == (
            "row 3",
            "Отчество",
            "patronymic_missing",
        )
        assert everything(registry) == before
        return
    report = ok(send(registry, body, apply=True, skip=True))
    assert outcomes(report) == [(2, "new"), (3, "error"), (4, "new")]
    assert [row["player"] is None for row in report["rows"]] == [False, True, False]
    corrected = csv_of(HEADER, ALYONA, YAN, ILYA)
    assert outcomes(ok(send(registry, corrected, apply=True))) == [
        (2, "known"),
        (3, "new"),
        (4, "known"),
    ]


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


@pytest.mark.parametrize("rows", ["7", "1", "2,99999"])
def test_law_8_a_namesakes_row_must_be_in_the_file(registry: TestClient, rows: str) -> None:
    problem = refused(send(registry, csv_of(HEADER, ALYONA), namesakes=rows), 422, "row_not_found")
    assert problem["where"] == "query.namesakes"


@pytest.mark.parametrize("rows", ["x", "1;2", "", "1,,2", "-1", "1" * 9])
def test_law_8_namesakes_are_numbers_of_rows(registry: TestClient, rows: str) -> None:
    refused(send(registry, csv_of(HEADER, ALYONA), namesakes=rows), 422, "validation")


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


@pytest.mark.parametrize("column", ["Ник", "Старый номер"])
def test_rule_2_1_4_what_is_one_persons_twice_in_a_file(registry: TestClient, column: str) -> None:
    body = csv_of((*HEADER, column), (*ALYONA, "Ёж-7"), (*YAN, "ЁЖ-7"))
    first, second = ok(send(registry, body))["rows"]
    assert (first["outcome"], second["outcome"]) == ("new", "error")
    assert second["same_as"] == [2]
    (reason,) = second["reasons"]
    assert (reason["column"], "2" in reason["message"]) == (column, True)
    assert second["candidates"] == []


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


@pytest.mark.parametrize(
    ("patronymic", "flag", "code"),
    [
        ("Игоревна", "", None),
        ("", "да", None),
        ("нет", "да", None),
        ("Игоревна", "нет", None),
        ("Игоревна", "да", "patronymic_unclear"),
        ("", "", "patronymic_missing"),
        ("", "нет", "patronymic_missing"),
        ("???", "", "unclear"),
        ("", "возможно", "unclear"),
    ],
)
def test_d_2_1_a_patronymic_or_that_there_is_none(
    registry: TestClient, patronymic: str, flag: str, code: str | None
) -> None:
    line = (*ALYONA[:2], patronymic, *ALYONA[3:], flag)
    (row,) = ok(send(registry, csv_of((*HEADER, "Без отчества"), line)))["rows"]
    assert [each["code"] for each in row["reasons"]] == ([code] if code else [])
    assert row["outcome"] == ("error" if code else "new")


@pytest.mark.parametrize("written", ["Воронцова", "Салтыков Щедрин Михаил Евграфович"])
def test_rule_2_1_2_a_whole_name_that_can_not_be_split_is_one_error(
    registry: TestClient, written: str
) -> None:
    body = csv_of(("ФИО", "E-mail", "Город"), (written, "a@example.org", "Казань"))
    (row,) = ok(send(registry, body))["rows"]
    assert [(each["field"], each["column"]) for each in row["reasons"]] == [("full_name", "ФИО")]


def test_a_consent_is_whole_or_an_error(registry: TestClient) -> None:
    header = (*HEADER, "Версия согласия", "Дата согласия", "Представитель")
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
        "Версия согласия",
    ]


def test_rule_2_1_3_two_desks_apply_one_file_at_once(registry: TestClient) -> None:
    people = [line_of(number) for number in range(40)]
    body = csv_of(HEADER, *people)
    with ThreadPoolExecutor(4) as desks:
        done = list(desks.map(lambda _: send(registry, body, apply=True), range(4)))
    reports = [ok(each) for each in done]
    ids = [[row["player"] for row in report["rows"]] for report in reports]
    assert ids == [ids[0]] * 4
    assert len(set(ids[0])) == len(people)
    assert sorted(report["counts"]["new"] for report in reports) == [0, 0, 0, len(people)]


def line_of(number: int) -> tuple[str, ...]:
    """A person's line, unlike every other number's."""
    tail = "".join("абвгдежзик"[int(digit)] for digit in str(number))
    return (f"Ежова{tail}", f"Алёна{tail}", "Игоревна", f"p{number}@example.org", "Казань")


def test_law_8_ten_thousand_people_and_not_one_more(registry: TestClient) -> None:
    lines = [line_of(number) for number in range(MOST_ROWS)]
    report = ok(send(registry, xlsx_of(HEADER, *lines), sent_as=XLSX, apply=True))
    assert report["counts"] == {**NOTHING, "new": MOST_ROWS}
    assert len({row["player"] for row in report["rows"]}) == MOST_ROWS
    assert report["rows"][-1]["row"] == MOST_ROWS + 1
    problem = refused(
        send(registry, csv_of(HEADER, *lines, YAN), apply=True), 413, "file_too_many_rows"
    )
    assert problem["limit_rows"] == MOST_ROWS


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


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 422, "file_empty"),
        (csv_of(HEADER, ALYONA, encoding="koi8-r"), 400, "file_encoding"),
        (csv_of(HEADER, ALYONA).decode("cp1251", "replace").encode(), 400, "file_encoding"),
        (b"\xd0\xcf\x11\xe0", 400, "file_format"),
        (b"PK\x03\x04", 400, "file_broken"),
        (csv_of(HEADER) + b'"', 400, "file_quotes"),
        (csv_of(HEADER[:3], ALYONA), 422, "file_columns_missing"),
        (csv_of(ALYONA, YAN), 422, "file_header_missing"),
    ],
    ids=["empty", "koi8", "mojibake", "xls", "zip", "quotes", "columns", "no-header"],
)
def test_law_8_a_file_that_is_not_understood_is_refused_whole(
    registry: TestClient, body: bytes, status: int, code: str
) -> None:
    before = everything(registry)
    queries: list[dict[str, Any]] = [{}, {"apply": True}, {"apply": True, "skip": True}]
    for query in queries:
        for lang in ("ru", "en"):
            problem = refused(send(registry, body, lang=lang, **query), status, code)
            assert problem["todo"]
            assert problem["detail"].isascii() is (lang == "en")
    assert everything(registry) == before


@pytest.mark.parametrize("sent_as", ["application/json", "multipart/form-data; boundary=x"])
def test_law_8_a_form_or_json_is_no_file(registry: TestClient, sent_as: str) -> None:
    body = csv_of(HEADER, ALYONA)
    refused(send(registry, body, sent_as=sent_as), 400, "content_type_no_file")


def test_law_8_who_may_not_register_may_not_import(registry: TestClient) -> None:
    body = csv_of(HEADER, ALYONA)
    db = inside(registry).db
    reader = bearer(db, ["results"])
    refused(registry.post("/v1/players:import", content=body, headers=reader), 403, "scope_missing")
    registry.headers.pop("authorization")
    refused(send(registry, body), 401, "token_missing")


def test_an_idempotency_key_gives_the_applied_answer_again(registry: TestClient) -> None:
    def keyed(**query: Any) -> Any:
        headers = {"content-type": "text/csv", "idempotency-key": "k1"}
        body = csv_of(HEADER, ALYONA)
        return registry.post("/v1/players:import", content=body, params=query, headers=headers)

    assert ok(keyed())["counts"]["new"] == 1
    first, again = keyed(apply=True), keyed(apply=True)
    assert ok(first)["applied"] is True
    assert first.content == again.content
    assert again.headers["idempotency-replayed"] == "true"
    assert ok(keyed())["counts"] == {**NOTHING, "known": 1}
