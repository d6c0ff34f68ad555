"""What a club's file leaves in doubt is refused or said, never guessed, through HTTP."""

import pytest
from fastapi.testclient import TestClient
from openpyxl import Workbook

from tests.house import ok, refused
from tests.registry.files import ALYONA, HEADER, YAN, Line, csv_of, saved, xlsx_of
from tests.registry.registry_import_desk import (
    ILYA,
    NOTHING,
    XLSX,
    everything,
    outcomes,
    registry,
    send,
)

__all__ = ["registry"]

ALL_OPTIONAL = (
    "Ник", "Старый номер", "Клуб", "Телефон", "Представитель", "Версия согласия", "Дата согласия",
)  # fmt: skip
ENGLISH = ("surname", "first name", "patronymic", "e-mail", "city")
IN_DOS = [(name, "Ann", "no", "a@example.org", "kazan")
          for name in ("юнг", "юла", "юда", "юма", "юга", "юна", "юка")]  # fmt: skip
DOUBTFUL = {
    "counter": (csv_of(("#", *HEADER), (1, *ALYONA), (4, *YAN)), 422, "file_column_unclear"),
    "formula": (xlsx_of((*HEADER, '="nickname"'), ALYONA), 422, "file_column_unclear"),
    "dos": (csv_of(ENGLISH) + csv_of(*IN_DOS, encoding="cp866"), 400, "file_encoding"),
}


@pytest.mark.parametrize("doubt", DOUBTFUL)
def test_law_8_a_file_in_doubt_is_refused_whole(registry: TestClient, doubt: str) -> None:
    body, status, code = DOUBTFUL[doubt]
    before = everything(registry)
    for lang in ("ru", "en"):
        problem = refused(send(registry, body, apply=True, skip=True, lang=lang), status, code)
        assert problem["todo"]
        assert problem["detail"].isascii() is (lang == "en")
    assert everything(registry) == before


ERRORS_OF_CELLS: dict[str, tuple[Line, Line, str, str, str]] = {
    "formula": ((*HEADER, "Телефон"), (*ILYA, '=8&"9001234567"'), "phone", "Телефон", "формулы"),
    "excel": ((*HEADER, "Дата согласия"), (*ILYA, "#Н/Д"), "consent_date", "Дата согласия",
              "ошибка Excel: #Н/Д"),
    "shifted": (HEADER, ("Белов", "Петрович", "Илья", *ILYA[3:]), "first_name", "Имя",
                "не на своём месте"),
    "both": (HEADER, ("Белов", "Илья Петрович", "нет", *ILYA[3:]), "first_name", "Имя",
             "не на своём месте"),
    "whole": (HEADER, ("Белов Илья Петрович", *ILYA[1:]), "surname", "Фамилия",
              "не на своём месте"),
}  # fmt: skip


@pytest.mark.parametrize("case", ERRORS_OF_CELLS)
def test_law_8_a_cell_in_doubt_is_the_one_error_of_its_row(registry: TestClient, case: str) -> None:
    header, line, field, column, said = ERRORS_OF_CELLS[case]
    before, body = everything(registry), xlsx_of(header, ALYONA, line)
    for lang in ("ru", "en"):
        report = ok(send(registry, body, sent_as=XLSX, lang=lang))
        assert outcomes(report) == [(2, "new"), (3, "error")]
        (reason,) = report["rows"][1]["reasons"]
        assert (reason["code"], reason["field"], reason["column"]) == ("unclear", field, column)
        assert (said in reason["message"]) is (lang == "ru")
    refused(send(registry, body, sent_as=XLSX, apply=True), 409, "import_not_clean", "D.2.4")
    assert everything(registry) == before


@pytest.mark.parametrize("cell", ["нет", "-", "—", "--"])
def test_law_8_two_people_who_have_nothing_share_no_nickname(
    registry: TestClient, cell: str
) -> None:
    nothing = [cell] * len(ALL_OPTIONAL)
    body = csv_of((*HEADER, *ALL_OPTIONAL), (*ALYONA, *nothing), (*YAN, *nothing))
    report = ok(send(registry, body, apply=True))
    assert report["counts"] == {**NOTHING, "new": 2}
    for row in report["rows"]:
        shown = ok(registry.get(f"/v1/players/{row['player']}"))
        assert (shown["nickname"], shown["club"]) == (None, None)


@pytest.mark.parametrize("cell", ["нет", "-", "—"])
def test_rule_2_1_2_nothing_is_no_name_e_mail_or_city(registry: TestClient, cell: str) -> None:
    for at in (0, 1, 3, 4):
        line = (*ILYA[:at], cell, *ILYA[at + 1 :])
        (row,) = ok(send(registry, csv_of(HEADER, line)))["rows"]
        assert (row["outcome"], [each["column"] for each in row["reasons"]]) == (
            "error",
            [HEADER[at]],
        )


def test_d_2_2_an_old_number_is_found_as_excel_shows_it(registry: TestClient) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    for line in ((*HEADER, "Старый номер"), (*ALYONA, 88)):
        sheet.append(line)
    sheet["F2"].number_format = "00000"
    (row,) = ok(send(registry, saved(book), sent_as=XLSX, apply=True))["rows"]
    assert ok(registry.get("/v1/players/00088"))["player"] == row["player"]
