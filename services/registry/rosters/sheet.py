"""Workbooks (XLSX) through openpyxl, which is not meant for hostile files: so we look first."""

import io
import re
import zipfile
from collections import Counter
from itertools import count
from typing import IO, Any

from openpyxl import load_workbook
from openpyxl.styles.numbers import BUILTIN_FORMATS_MAX_SIZE
from openpyxl.worksheet._reader import FORMULA_TAG, VALUE_TAG, WorkSheetParser

from services.registry.rosters.columns import HEADER_WITHIN, header_at
from services.registry.rosters.grid import (
    MOST_COLUMNS,
    MOST_ROWS,
    Cell,
    Grid,
    NoValue,
    NumberedRow,
    clip,
    too_many_rows,
)
from shared.refusals import Refusal, Text

MOST_UNPACKED = 32 * 1024 * 1024
"""Bytes of all parts of a workbook, unpacked. 10,000 people need about 5 MiB."""

_MIB = MOST_UNPACKED // 2**20
_MOST_BESIDE = 2 * 1024 * 1024
"""Bytes of the XML parts that are neither sheets nor their strings: openpyxl is slow on them."""

_MOST = {"tags": 2_000_000, "cells": 400_000, "beside": 100_000, "sheets": 50}
"""What openpyxl would spend seconds and hundreds of megabytes on, in all parts together."""

_LAST_ROW = 1_048_576
_LOOKED_THROUGH = 1000
"""Rows in which a sheet may begin."""

_ZEROS = re.compile("0{2,30}")
"""Number formats that show 88 as 00088."""
_UNSHOWN = re.compile(r'\[[^\]]*\]|[_*].|"\s*"|\\?\s')
"""Of a number format what shows nothing: colour, language, room."""

_BOOK, _LEFT_TO_EXCEL = "xl/workbook.xml", b'fullCalcOnLoad="1"'
_SHEETS = ("xl/worksheets/", "xl/sharedStrings.xml")
_SHEET, _CELL = re.compile(rb"<(?:\w+:)?sheet\s"), re.compile(rb"<(?:\w+:)?c[\s/>]")


def read_sheet(body: bytes) -> Grid:
    """The first visible sheet that has a header, as rows of cells.

    Refuses what is no XLSX, is broken, unpacks to too much, or holds too many rows.
    """
    _inspect(body)
    try:
        return _read(body)
    except Refusal:
        raise
    except Exception as exc:  # openpyxl fails in as many ways as a workbook can be wrong
        raise _broken() from exc


def _inspect(body: bytes) -> None:
    """Look at the parts before anything interprets them: zip bombs, entities, other formats."""
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            parts = archive.infolist()
            if _BOOK not in archive.namelist():
                raise not_a_table()
            xml = [part for part in parts if part.filename.endswith((".xml", ".rels"))]
            sheets = [part for part in xml if part.filename.startswith(_SHEETS)]
            if _size(parts) > MOST_UNPACKED or _size(xml) - _size(sheets) > _MOST_BESIDE:
                raise _too_large()
            counts: Counter[str] = Counter()
            for part in xml:  # a part never unpacks to more than it says: zipfile stops there
                content = archive.read(part)
                if b"<!DOCTYPE" in content or b"\x00" in content:  # entities; UTF-16 hides them
                    raise _broken()
                counts["tags"] += content.count(b"<")
                counts["beside"] += 0 if part in sheets else content.count(b"<")
                if counts["tags"] <= _MOST["tags"]:
                    counts["sheets"] += len(_SHEET.findall(content))
                    counts["cells"] += len(_CELL.findall(content))
            if any(counts[what] > most for what, most in _MOST.items()):
                raise _too_large()
    except Refusal:
        raise
    except Exception as exc:  # zipfile: BadZipFile, zlib.error, RuntimeError, NotImplementedError …
        raise _broken() from exc


def _size(parts: list[zipfile.ZipInfo]) -> int:
    return sum(part.file_size for part in parts)


def _read(body: bytes) -> Grid:
    book = load_workbook(io.BytesIO(body), read_only=True, data_only=True, keep_links=False)
    try:
        visible: list[Any] = [s for s in book.worksheets if s.sheet_state == "visible"]
        read = [(sheet, _rows(sheet, HEADER_WITHIN)) for sheet in visible]
        sheet = next((s for s, top in read if header_at(top) is not None), None)
        if sheet is None:
            return Grid("xlsx", next((top for _, top in read if top), []))
        others = tuple(clip(s.title) for s, top in read if s is not sheet and top)
        title = clip(sheet.title)
        return Grid("xlsx", _rows(sheet), epoch=book.epoch, sheet=title, other_sheets=others)
    finally:
        book.close()


class _Parser(WorkSheetParser):
    """A sheet's cells as a person sees them, which openpyxl's plain values are not always."""

    def __init__(self, source: IO[bytes], sheet: Any) -> None:
        book = sheet.parent
        super().__init__(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        self._digits = _digits_shown(book)
        self._left_to_excel = _LEFT_TO_EXCEL in book._archive.read(_BOOK)

    def parse_cell(self, element: Any) -> dict[str, Any]:
        cell: dict[str, Any] = super().parse_cell(element)
        value, digits = cell["value"], self._digits.get(cell["style_id"])
        if element.find(FORMULA_TAG) is not None and self._lacks_value(element, value):
            cell["value"] = NoValue.FORMULA
        elif digits and _is_counted(value):
            cell["value"] = str(int(value)).zfill(digits)
        return cell

    def _lacks_value(self, element: Any, value: Cell) -> bool:
        """Whether a formula was written, but not counted; it may well give an empty text.

        XlsxWriter puts 0 where Excel is to count.
        """
        if value is None:
            return element.get("t") != "str" or element.find(VALUE_TAG) is None
        return self._left_to_excel and value == 0


def _is_counted(value: Cell) -> bool:
    """Whether it is 0, 1, 2 … and no yes or no."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return value >= 0 and (isinstance(value, int) or value.is_integer())


def _digits_shown(book: Any) -> dict[int, int]:
    """Style -> how many digits its number format shows at least, if it is zeros alone."""
    formats = dict(zip(count(BUILTIN_FORMATS_MAX_SIZE), book._number_formats))
    of_numbers = (formats.get(style.numFmtId, "").split(";")[0] for style in book._cell_styles)
    codes = (_UNSHOWN.sub("", code) for code in of_numbers)
    return {style: len(code) for style, code in enumerate(codes) if _ZEROS.fullmatch(code)}


def _rows(sheet: Any, first: int | None = None) -> list[NumberedRow]:
    """The rows of an openpyxl sheet that have something in them, all or the ``first`` ones."""
    rows: list[NumberedRow] = []
    above, last = 0, _LOOKED_THROUGH if first else _LAST_ROW
    with sheet._get_source() as source:
        for number, cells in _Parser(source, sheet).parse():
            if number <= above:
                raise _broken()  # else two rows would be one, or one unseen
            above = number
            if number > last:
                break
            if row := _row(cells):
                rows.append((number, row))
                if len(rows) > 2 * MOST_ROWS:
                    raise too_many_rows()
                if len(rows) == first:
                    break
    return rows


def _row(cells: list[dict[str, Any]]) -> tuple[Cell, ...]:
    """Up to the last cell that has something in it, but no more than show that it is too wide."""
    values = {
        cell["column"]: cell["value"]
        for cell in cells
        if cell["value"] is not None and cell["column"] <= MOST_COLUMNS + 1
    }
    return tuple(values.get(column) for column in range(1, max(values, default=0) + 1))


def not_a_table() -> Refusal:
    """A file of another kind than the two that are read."""
    return Refusal(
        "malformed",
        "file_format",
        Text("Это не таблица CSV или XLSX.", "This is no table in CSV or XLSX."),
        where="body",
        todo=Text(
            "Откройте файл в Excel или LibreOffice (XLS, ODS, HTML, с паролем) и сохраните как "
            "XLSX без пароля или CSV UTF-8.",
            "Open the file in Excel or LibreOffice (XLS, ODS, HTML, with a password) and save it "
            "as XLSX without a password, or CSV UTF-8.",
        ),
    )


def _too_large() -> Refusal:
    return Refusal(
        "too_large",
        "file_too_large",
        Text(
            f"В книге слишком много всего: распакованная, она больше {_MIB} МиБ, или в ней больше "
            f"{_MOST['sheets']} листов, {_MOST['cells']} ячеек или сотен стилей.",
            f"There is too much in the workbook: it unpacks to more than {_MIB} MiB, or has more "
            f"than {_MOST['sheets']} sheets, {_MOST['cells']} cells or hundreds of styles.",
        ),
        where="body",
        todo=Text(
            "Скопируйте людей в новую книгу с одним листом или сохраните лист как CSV UTF-8.",
            "Copy the people to a new workbook with one sheet, or save the sheet as CSV UTF-8.",
        ),
        extra={"limit_bytes": MOST_UNPACKED},
    )


def _broken() -> Refusal:
    return Refusal(
        "malformed",
        "file_broken",
        Text("Книга XLSX повреждена.", "The XLSX workbook is damaged."),
        where="body",
        todo=Text(
            "Откройте её в Excel или LibreOffice и сохраните заново.",
            "Open it in Excel or LibreOffice and save it again.",
        ),
    )
