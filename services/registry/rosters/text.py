"""Text files: delimiter, quotes, rows."""

import csv
import io
import re
from collections.abc import Iterator
from itertools import islice

from services.registry.rosters.columns import HEADER_WITHIN, said_by
from services.registry.rosters.encoding import decode
from services.registry.rosters.grid import Grid, NumberedRow
from shared.refusals import Refusal, Text

_DELIMITERS = (";", ",", "\t")
_EXCEL_SAYS = re.compile(r"\s*\"?sep=(.)\"?\s*?(?:\r\n|\r|\n|$)", re.IGNORECASE)


def read_text(body: bytes) -> Grid:
    """A CSV file as rows of cells. Refuses a wrong encoding and quotes that don't close."""
    text, encoding = decode(body)
    delimiter = None
    if said := _EXCEL_SAYS.match(text):  # Excel's own first line, which it does not show
        delimiter, text = said[1], text[said.end() :]
    if delimiter not in _DELIMITERS:
        delimiter = max(_DELIMITERS, key=lambda sign: _fit(text, sign))
    rows: list[NumberedRow] = [
        (number, tuple(cells)) for number, cells in _records(text, delimiter) if any(cells)
    ]
    return Grid("csv", rows, encoding=encoding, delimiter=delimiter)


def _fit(text: str, delimiter: str) -> tuple[int, int]:
    """How many columns of the likely header say something with this delimiter; how many are there.

    Another delimiter may well leave quotes that don't close: that only tells against it.
    """
    best = (0, 0)
    try:
        for _, cells in islice(_records(text, delimiter), HEADER_WITHIN):
            best = max(best, (len(said_by(cells)), len(cells)))
    except Refusal:
        pass
    return best


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    number = 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for number, cells in enumerate(reader, start=1):
            if any("\n" in cell and delimiter in cell for cell in cells):
                raise _quotes(number)  # a quote that closes in another row swallows what is between
            yield number, cells
    except csv.Error:
        raise _quotes(number + 1) from None


def _quotes(number: int) -> Refusal:
    return Refusal(
        "malformed",
        "file_quotes",
        Text(
            f"Строка {number}: кавычки не закрыты или стоят посреди ячейки.",
            f"Row {number}: quotes don't close, or end within a cell.",
        ),
        where=f"row {number}",
        todo=Text(
            "Удвойте кавычки внутри ячейки или сохраните файл из Excel как CSV UTF-8 или XLSX.",
            "Double the quotes within a cell, or save the file from Excel as CSV UTF-8 or XLSX.",
        ),
    )
