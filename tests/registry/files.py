"""Rosters as clubs send them, built by the tests that read them."""

import csv
import io
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from openpyxl import Workbook

from services.registry.rosters import read_roster
from shared.refusals import Refusal

HEADER = ("Фамилия", "Имя", "Отчество", "E-mail", "Город")
ALYONA = ("Воронцова", "Алёна", "Игоревна", "alyona@example.org", "Казань")
YAN = ("Цой", "Ян", "нет", "yan@example.org", "Йошкар-Ола")

Line = Sequence[Any]


def csv_of(*lines: Line, encoding: str = "utf-8", delimiter: str = ";") -> bytes:
    """A CSV file as spreadsheets write it."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows(lines)
    return out.getvalue().encode(encoding)


def xlsx_of(*lines: Line, **more_sheets: Sequence[Line]) -> bytes:
    """A workbook whose first sheet has these rows, and further sheets."""
    book = Workbook()
    for title, content in {"Люди": lines, **more_sheets}.items():
        sheet = book.create_sheet(title)
        for line in content:
            sheet.append(line)
    book.remove(book.worksheets[0])
    return saved(book)


def saved(book: Workbook) -> bytes:
    """A workbook as bytes."""
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def altered(workbook: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """A workbook with one of its parts made different, or added."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in {**dict.fromkeys(old.namelist()), part: None}:
            content = old.read(name) if name in old.namelist() else b""
            new.writestr(name, change(content) if name == part else content)
    return out.getvalue()


def refusal_of(body: bytes) -> Refusal:
    """Why the file is not read."""
    with pytest.raises(Refusal) as refused:
        read_roster(body)
    return refused.value
