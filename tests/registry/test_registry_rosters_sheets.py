"""Workbooks as Excel leaves them, and workbooks that are meant to do harm."""

import io
import zipfile
from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from services.registry.rosters import read_roster
from shared.refusals import Refusal
from tests.registry.files import ALYONA, HEADER, YAN, altered, csv_of, refusal_of, saved, xlsx_of

SHEET, STYLES, BOOK = "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/workbook.xml"
PLAIN = xlsx_of(HEADER, ALYONA, YAN)


def zip_of(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def test_the_first_sheet_with_a_header_is_read_and_the_others_are_named() -> None:
    body = xlsx_of(("Взносы", "Сумма"), Состав=[("Клуб «Ветер»",), HEADER, ALYONA],
                   Прежние=[HEADER, YAN], Пусто=[])  # fmt: skip
    roster = read_roster(body)
    assert (roster.kind, roster.encoding, roster.delimiter) == ("xlsx", None, None)
    assert (roster.sheet, roster.other_sheets) == ("Состав", ("Люди", "Прежние"))
    assert [(row.number, row.values["surname"]) for row in roster.rows] == [(3, "Воронцова")]


def test_a_hidden_sheet_is_not_read() -> None:
    book = Workbook()
    book.worksheets[0].append(HEADER)
    book.worksheets[0].sheet_state = "hidden"
    shown = book.create_sheet("Люди")
    for line in (HEADER, YAN):
        shown.append(line)
    roster = read_roster(saved(book))
    assert (roster.sheet, roster.other_sheets, len(roster.rows)) == ("Люди", (), 1)


def test_a_table_may_stand_anywhere_among_empty_and_coloured_cells() -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    for row, line in ((4, HEADER), (6, ALYONA), (900, YAN)):
        for column, value in enumerate(line, start=3):
            sheet.cell(row, column, value)
    sheet.cell(2000, 40).number_format = "@"
    roster = read_roster(saved(book))
    assert [(row.number, row.values["surname"]) for row in roster.rows] == [
        (6, "Воронцова"),
        (900, "Цой"),
    ]


@pytest.mark.parametrize("size", ["A1", "A1:B2", "A1:XFD1048576", "D9:E9"])
def test_what_a_sheet_says_of_its_own_size_is_not_believed(size: str) -> None:
    said = f'<dimension ref="{size}"'.encode()
    body = altered(PLAIN, SHEET, lambda part: part.replace(b'<dimension ref="A1:E3"', said))
    assert body != PLAIN
    assert [row.values["city"] for row in read_roster(body).rows] == ["Казань", "Йошкар-Ола"]


def test_a_formula_is_its_value() -> None:
    lines = (HEADER, (*ALYONA[:4], "=B1"))
    cached = altered(xlsx_of(*lines), SHEET, lambda part: _with_value(part, "Уфа"))
    row = read_roster(cached).rows[0]
    assert (row.values["city"], row.faults) == ("Уфа", {})


def _with_value(sheet: bytes, value: str, kind: str = ' t="str"', formula: str = "B1") -> bytes:
    """As Excel keeps a formula: with the value that it shows."""
    made = sheet.replace(b'<c r="E2">', f'<c r="E2"{kind}>'.encode())
    for empty in (b"<v></v>", b"<v />", b"<v/>"):
        old = f"<f>{formula}</f>".encode()
        made = made.replace(old + empty, old + f"<v>{value}</v>".encode())
    assert made != sheet
    return made


FIELDS = {"Фамилия": "surname", "Имя": "first_name", "Отчество": "patronymic", "E-mail": "email",
          "Город": "city", "Ник": "nickname", "Старый номер": "old_number", "Клуб": "club",
          "Телефон": "phone", "Представитель": "guardian", "Тёзка": "namesake",
          "Версия согласия": "consent_version", "Дата согласия": "consent_date"}  # fmt: skip


@pytest.mark.parametrize("column", FIELDS)
@pytest.mark.parametrize("formula", ['="00"&"99"', '=8&"9001234567"', "=1+1"])
def test_law_8_a_formula_that_was_never_counted_is_at_fault(column: str, formula: str) -> None:
    line = dict(zip(FIELDS, ALYONA, strict=False)) | {column: formula}
    row = read_roster(xlsx_of([*FIELDS], [line.get(each) for each in FIELDS])).rows[0]
    ((field, text),) = row.faults.items()
    assert (field, field in row.values) == (FIELDS[column], False)
    assert "сохраните" in text.ru
    assert "save" in text.en


def test_law_8_a_shared_formula_that_was_never_counted_is_at_fault() -> None:
    lines = (HEADER, (*ALYONA[:4], "=B1"))
    body = altered(
        xlsx_of(*lines),
        SHEET,
        lambda part: part.replace(b"<f>B1</f>", b'<f t="shared" si="0"/>'),
    )
    assert list(read_roster(body).rows[0].faults) == ["city"]


def test_a_formula_that_gives_an_empty_text_is_an_empty_cell() -> None:
    body = xlsx_of((*HEADER[:4], "Ник", "Город"), (*ALYONA[:4], "=B1", "Уфа"))
    row = read_roster(altered(body, SHEET, lambda part: _with_value(part, ""))).rows[0]
    assert (row.faults, "nickname" in row.values) == ({}, False)


def test_law_8_the_zero_that_a_program_left_for_excel_to_count_is_no_value() -> None:
    body = xlsx_of((*HEADER[:4], "Телефон", "Город"), (*ALYONA[:4], "=B1", "Уфа"))
    for value, faults in (("0", ["phone"]), ("89001234567", [])):
        made = altered(body, SHEET, partial(_with_value, value=value, kind=""))
        assert list(read_roster(made).rows[0].faults) == faults
    excels = altered(
        altered(body, SHEET, lambda part: _with_value(part, "0", "")),
        BOOK,
        lambda part: part.replace(b'fullCalcOnLoad="1"', b""),
    )
    assert read_roster(excels).rows[0].values["phone"] == "0"


def test_law_8_a_header_that_is_a_formula_is_not_overlooked() -> None:
    refusal = refusal_of(xlsx_of((*HEADER, '="Ник"'), (*ALYONA, "Ворона")))
    assert (refusal.code, refusal.extra["found"]) == ("file_column_unclear", [*HEADER, "=…"])


def test_formulas_in_columns_that_are_not_read_do_no_harm() -> None:
    body = xlsx_of((*HEADER, "Взнос"), (*ALYONA, "=1+1"), ("",) * 5 + ("=1+1",))
    (row,) = read_roster(body).rows
    assert row.faults == {}


@pytest.mark.parametrize(
    ("number", "shown_as", "read"),
    [(88, "00000", "00088"), (88.0, "00000", "00088"), (88, "00000;-00000", "00088"),
     (88, "[$-419]00000_)", "00088"), (88, '0000" "', "0088"), (0, "000", "000"),
     (1234, "000", "1234"),
     (88, "0", "88"), (88, "General", "88"), (88, "#,000", "88"), (88, '000"-1"', "88"),
     (88.5, "00000", "88.5"), ("88", "00000", "88"), (88, "0" * 200, "88")],
)  # fmt: skip
def test_d_2_2_a_number_with_zeros_before_it_is_read_as_it_is_seen(
    number: float | str, shown_as: str, read: str
) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append((*HEADER, "Старый номер", "Телефон"))
    sheet.append((*ALYONA, number, number))
    for cell in sheet[2][5:]:
        cell.number_format = shown_as
    (row,) = read_roster(saved(book)).rows
    assert (row.values["old_number"], row.values["phone"], row.faults) == (read, read, {})


def test_law_8_rows_that_go_back_are_a_broken_workbook() -> None:
    again = altered(PLAIN, SHEET, lambda part: part.replace(b'<row r="3"', b'<row r="2"'))
    assert refusal_of(again).code == "file_broken"


def test_dates_from_1904_are_the_days_that_excel_shows() -> None:
    book = Workbook()
    book.epoch = CALENDAR_MAC_1904
    for line in (
        (*HEADER, "Дата согласия"),
        (*ALYONA, datetime(2026, 11, 5)),
        (*YAN, (datetime(2026, 11, 5) - datetime(1904, 1, 1)).days),
    ):
        book.worksheets[0].append(line)
    roster = read_roster(saved(book))
    assert {row.values["consent_date"] for row in roster.rows} == {"2026-11-05"}


@pytest.mark.parametrize(
    "body",
    [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, b"%PDF-1.7\n", b"{\\rtf1}",
     "<html><table><tr><td>Фамилия".encode(), b"\xef\xbb\xbf\r\n<?xml version='1.0'?><Workbook/>",
     zip_of({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}),
     zip_of({"word/document.xml": b"<a/>"}), zip_of({"xl/workbook.bin": b"\0"}), zip_of({})],
    ids=["xls", "pdf", "rtf", "html", "xml-2003", "ods", "docx", "xlsb", "empty-zip"],
)  # fmt: skip
def test_law_8_other_kinds_of_files_are_refused_with_what_to_do(body: bytes) -> None:
    refusal = refusal_of(body)
    assert (refusal.kind, refusal.code) == ("malformed", "file_format")
    assert refusal.todo is not None
    assert "XLSX" in refusal.todo.ru


@pytest.mark.parametrize(
    "body",
    [b"", b"\xef\xbb\xbf", b"\r\n\r\n", b";;;\n;;", xlsx_of(), xlsx_of(("", None))],
    ids=["nothing", "bom", "lines", "delimiters", "workbook", "blank-cells"],
)  # fmt: skip
def test_law_8_an_empty_file_is_refused(body: bytes) -> None:
    refusal = refusal_of(body)
    assert refusal.code == "file_empty"


def test_a_file_with_a_header_alone_has_no_people() -> None:
    assert read_roster(csv_of(HEADER)).rows == []
    assert read_roster(xlsx_of(HEADER)).rows == []


ENTITIES = (
    b'<!DOCTYPE a [<!ENTITY b "\xd0\xb0\xd0\xb0\xd0\xb0">'
    b'<!ENTITY c SYSTEM "file:///etc/hostname"><!ENTITY d "&b;&b;&b;&b;">]>'
)


def before_root(part: bytes) -> bytes:
    declaration, end, rest = (
        part.partition(b"?>") if part.startswith(b"<?xml") else (b"", b"", part)
    )
    return declaration + end + ENTITIES + rest.replace("Воронцова".encode(), b"&c;&d;")


def in_utf_16(part: bytes) -> bytes:
    text = before_root(part).decode().replace("utf-8", "utf-16").replace("UTF-8", "UTF-16")
    return text.encode("utf-16")


@pytest.mark.parametrize("part", [SHEET, BOOK, STYLES, "[Content_Types].xml"])
@pytest.mark.parametrize("change", [before_root, in_utf_16, lambda part: part[:-40], lambda _: b""],
                         ids=["entities", "entities-utf-16", "cut", "emptied"])  # fmt: skip
def test_law_8_a_workbook_that_is_broken_or_has_entities_is_refused(
    part: str, change: Callable[[bytes], bytes]
) -> None:
    refusal = refusal_of(altered(PLAIN, part, change))
    assert (refusal.kind, refusal.code) == ("malformed", "file_broken")


def more(element: bytes, count: int, end: bytes) -> Callable[[bytes], bytes]:
    return lambda part: part.replace(end, element * count + end)


@pytest.mark.parametrize(
    ("part", "change"),
    [(SHEET, lambda _: b" " * 40_000_000), ("xl/media/picture.png", lambda _: b"\0" * 40_000_000),
     (STYLES, more(b"<font name='much longer'/>", 99_000, b"</fonts>")),
     (STYLES, more(b"<font/>", 100_000, b"</fonts>")),
     (SHEET, more(b"<row/>", 2_000_000, b"</sheetData>")),
     (SHEET, more(b"<x:c/>", 400_000, b"</sheetData>")),
     (BOOK, more(b'<sheet name="a" sheetId="1"/>', 51, b"</sheets>"))],
    ids=["large-sheet", "large-picture", "long-styles", "styles", "rows", "cells", "sheets"],
)  # fmt: skip
def test_law_8_a_workbook_that_unpacks_to_too_much_is_refused_unopened(
    part: str, change: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(*_args: object, **_options: object) -> None:
        raise AssertionError("opened")

    monkeypatch.setattr("services.registry.rosters.sheet.load_workbook", opened)
    refusal = refusal_of(altered(PLAIN, part, change))
    assert (refusal.kind, refusal.code) == ("too_large", "file_too_large")


def test_law_8_a_size_that_lies_is_found_out() -> None:
    body = altered(PLAIN, "xl/theme/theme1.xml", lambda _: b" " * 100_000)
    true, lie = (100_000).to_bytes(4, "little"), (10).to_bytes(4, "little")
    assert body.count(true) >= 1
    assert refusal_of(body.replace(true, lie)).code == "file_broken"


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'r="A2"', b'r="ZZZZZZ2"'), (b'r="A2"', b'r="2A"'), (b"<row r=", b"<row r='-5' q=")],
    ids=["column", "reversed", "negative-row"],
)  # fmt: skip
def test_law_8_odd_addresses_of_cells_end_in_an_answer(old: bytes, new: bytes) -> None:
    body = altered(PLAIN, SHEET, lambda part: part.replace(old, new))
    try:
        read_roster(body)
    except Refusal as refusal:
        assert refusal.todo is not None


@settings(deadline=None)
@given(
    at=st.integers(0, len(PLAIN) - 1), with_byte=st.integers(0, 255), cut=st.integers(1, len(PLAIN))
)
def test_law_8_any_damage_ends_in_an_answer(at: int, with_byte: int, cut: int) -> None:
    for body in (PLAIN[:at] + bytes([with_byte]) + PLAIN[at + 1 :], PLAIN[:cut]):
        try:
            read_roster(body)
        except Refusal as refusal:
            assert refusal.todo is not None
