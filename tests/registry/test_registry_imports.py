"""Import of people from a club's file, through HTTP: first the report, then the same applied."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import pytest
from fastapi.testclient import TestClient

from services.registry.rosters import MOST_ROWS
from tests.house import inside, ok, refused
from tests.registry.files import ALYONA, HEADER, YAN, csv_of, xlsx_of
from tests.registry.registry_import_desk import (
    ILYA,
    NOTHING,
    XLSX,
    everything,
    line_of,
    outcomes,
    registry,
    send,
)
from tests.tokens import bearer

__all__ = ["registry"]


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


def test_law_8_a_file_with_errors_is_applied_only_without_them(registry: TestClient) -> None:
    body = csv_of(HEADER, ALYONA, ("Цой", "Ян", "", "yan@example.org", "Казань"), ILYA)
    before = everything(registry)
    problem = refused(send(registry, body, apply=True), 409, "import_not_clean", "D.2.4")
    assert problem["counts"] == {**NOTHING, "new": 2, "error": 1}
    (fault,) = problem["errors"]
    assert (fault["where"], fault["column"], fault["kind"]) == (
        "row 3",
        "Отчество",
        "patronymic_missing",
    )
    assert everything(registry) == before
    report = ok(send(registry, body, apply=True, skip=True))
    assert outcomes(report) == [(2, "new"), (3, "error"), (4, "new")]
    assert [row["player"] is None for row in report["rows"]] == [False, True, False]
    corrected = csv_of(HEADER, ALYONA, YAN, ILYA)
    assert outcomes(ok(send(registry, corrected, apply=True))) == [
        (2, "known"),
        (3, "new"),
        (4, "known"),
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


ENGLISH = ("surname", "first name", "patronymic", "e-mail", "city")
SMALL = tuple(map(str.lower, HEADER))
KOI8 = ("щукин", "яша", "no", "koi1@example.org", "kazan")
NAMED = ("Белова Анна", "a@example.org", "Казань")
NOT_UNDERSTOOD = {
    "empty": (b"", 422, "file_empty"),
    "koi8": (csv_of(HEADER, ALYONA, encoding="koi8-r"), 400, "file_encoding"),
    "koi8-small": (csv_of(ENGLISH, KOI8, encoding="koi8-r", delimiter=","), 400, "file_encoding"),
    "mac-small": (csv_of(SMALL, ALYONA, encoding="mac-cyrillic"), 400, "file_encoding"),
    "mojibake": (csv_of(HEADER, ALYONA).decode("cp1251", "replace").encode(), 400, "file_encoding"),
    "xls": (b"\xd0\xcf\x11\xe0", 400, "file_format"),
    "zip": (b"PK\x03\x04", 400, "file_broken"),
    "quotes": (csv_of(HEADER) + b'"', 400, "file_quotes"),
    "columns": (csv_of(HEADER[:3], ALYONA), 422, "file_columns_missing"),
    "no-header": (csv_of(ALYONA, YAN), 422, "file_header_missing"),
    "no-order": (csv_of(("Name", "E-mail", "City"), NAMED), 422, "file_column_unclear"),
}
QUERIES: list[dict[str, Any]] = [{}, {"apply": True}, {"apply": True, "skip": True}]


def test_law_8_a_file_that_is_not_understood_is_refused_whole(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    before = everything(registry)
    for name, (body, status, code) in NOT_UNDERSTOOD.items():
        for query, lang in product(QUERIES, ("ru", "en")):
            with subtests.test(name, lang=lang, **query):
                problem = refused(send(registry, body, lang=lang, **query), status, code)
                assert problem["todo"]
                assert problem["detail"].isascii() is (lang == "en")
    assert everything(registry) == before


def test_law_8_a_form_or_json_is_no_file(registry: TestClient) -> None:
    before, body = everything(registry), csv_of(HEADER, ALYONA)
    for sent_as in ("application/json", "multipart/form-data; boundary=x"):
        refused(send(registry, body, sent_as=sent_as, apply=True), 400, "content_type_no_file")
    assert everything(registry) == before


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
