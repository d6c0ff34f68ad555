"""Rosters: lists of people in files as clubs have them, CSV or XLSX, read without guessing.

``encoding`` and ``text`` read CSV, ``sheet`` reads XLSX, both into a ``grid``; ``columns`` finds
the header, ``cells`` and ``names`` clean the values. Nothing here knows the database.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from services.registry.rosters import cells, columns, encoding
from services.registry.rosters.grid import MOST_ROWS, Cell, Grid, too_many_rows
from services.registry.rosters.names import MISPLACED, misplaced_part, settle_name
from services.registry.rosters.sheet import not_a_table, read_sheet
from services.registry.rosters.text import read_text
from shared.refusals import Refusal, Text

__all__ = ["MOST_ROWS", "Roster", "Row", "read_roster"]

_RUSSIAN = re.compile("[А-Яа-яЁё]")
_ZIP = b"PK\x03\x04"
_OTHER_FORMATS = (b"\xd0\xcf\x11\xe0", b"%PDF", b"{\\rtf", b"PK")
"""Old Excel and whatever has a password, PDF, RTF, an empty archive."""


@dataclass(frozen=True)
class Row:
    """One person's row.

    number: as the person sees it beside the row, the first row of the file being 1; values:
    field -> text, without the empty ones; faults: field -> why its cell can't be understood, and
    ``row`` for the row as a whole.
    """

    number: int
    values: dict[str, str]
    faults: dict[str, Text] = field(default_factory=dict)


@dataclass(frozen=True)
class Roster:
    """A club's file, understood.

    columns: field -> header as written; ignored: headers that say nothing to us; sheet and
    other_sheets: the sheet of a workbook that was read, and those that were not.
    """

    kind: Literal["csv", "xlsx"]
    encoding: str | None
    delimiter: str | None
    columns: dict[str, str]
    ignored: list[str]
    rows: list[Row]
    sheet: str | None = None
    other_sheets: tuple[str, ...] = ()


def read_roster(body: bytes) -> Roster:
    """Read a club's file; rows without a person are left out.

    Refuses another format, an encoding that is in doubt, letters spoilt before, quotes that don't
    close, a header that is missing, doubled or unclear, and more than 10,000 people.
    """
    grid = _grid(body)
    if not grid.rows:
        raise _empty()
    _refuse_spoilt(grid)
    try:
        header = columns.read_header(grid.rows)
    except Refusal:
        _refuse_doubtful(grid)
        raise
    if not columns.proves_cyrillic(header):
        _refuse_doubtful(grid)
    rows: list[Row] = []
    for number, row in grid.rows[header.at + 1 :]:
        person = _person(row, header, grid.epoch)
        if person is None:
            continue
        values, faults = person
        if grid.kind == "csv" and any(row[header.width :]):
            faults["row"] = _TOO_MANY_CELLS
        rows.append(Row(number, values, faults))
        if len(rows) > MOST_ROWS:
            raise too_many_rows()
    return Roster(
        grid.kind,
        grid.encoding,
        grid.delimiter,
        header.columns,
        header.ignored,
        rows,
        grid.sheet,
        grid.other_sheets,
    )


def _grid(body: bytes) -> Grid:
    """By its first bytes: a workbook, or text."""
    if body.startswith(_ZIP):
        return read_sheet(body)
    if body.startswith(_OTHER_FORMATS) or body.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<":
        raise not_a_table()
    return read_text(body)


def _refuse_spoilt(grid: Grid) -> None:
    """Refuse letters that were read wrongly before the file was saved: they can't be mended."""
    asked = russian = 0
    for number, row in grid.rows:
        for cell in row:
            if not isinstance(cell, str):
                continue
            if encoding.is_broken(cell):
                raise encoding.wrong_encoding(row=number)
            if "??" in cell:
                asked += 1
            elif _RUSSIAN.search(cell):
                russian += 1
    if asked and asked >= russian:  # every Russian letter became a question mark
        raise encoding.wrong_encoding()


def _refuse_doubtful(grid: Grid) -> None:
    """Refuse if the letters may be of another encoding than they were read in."""
    text = "\n".join(" ".join(c for c in row if isinstance(c, str)) for _, row in grid.rows)
    if refusal := encoding.doubt(text, grid.encoding):
        raise refusal


def _person(
    row: tuple[Cell, ...], header: columns.Header, epoch: datetime
) -> tuple[dict[str, str], dict[str, Text]] | None:
    """A row's values and faults; None if no known column says anything."""
    values: dict[str, str] = {}
    faults: dict[str, Text] = {}
    for index, name in header.fields.items():
        try:
            value = cells.read_cell(name, row[index] if index < len(row) else None, epoch)
        except cells.Unclear as unclear:
            faults[name] = unclear.text
        else:
            if value:
                values[name] = value
    if not values and not faults:
        return None
    try:
        settle_name(values, surname_last=header.surname_last)
    except cells.Unclear as unclear:
        faults["full_name"] = unclear.text
    else:
        if part := misplaced_part(values):
            faults[part] = MISPLACED
    return values, faults


_TOO_MANY_CELLS = Text(
    "ячеек больше, чем заголовков: лишний разделитель в строке?",
    "more cells than headers: one delimiter too many?",
)


def _empty() -> Refusal:
    return Refusal(
        "invalid",
        "file_empty",
        Text("Файл пуст.", "The file is empty."),
        where="body",
        todo=Text("Выберите файл со списком людей.", "Choose a file with a list of people."),
    )
