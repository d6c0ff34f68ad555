"""What a file is before its columns are understood: numbered rows of raw cells, and its limits."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import Literal

from openpyxl.utils.datetime import WINDOWS_EPOCH

from shared.refusals import Refusal, Text

MOST_ROWS = 10_000
"""People in one file."""

MOST_COLUMNS = 100


class NoValue(Enum):
    """What a cell has in place of the value that a person sees in it."""

    FORMULA = "=…"

    def __str__(self) -> str:
        return self.value


Cell = str | int | float | bool | datetime | date | time | timedelta | NoValue | None


NumberedRow = tuple[int, tuple[Cell, ...]]
"""The number that a person sees beside the row, and its cells."""


@dataclass(frozen=True)
class Grid:
    """A file as rows of cells.

    rows: those that have something in them; encoding, delimiter: of text; epoch: from which a
    workbook counts its days; sheet, other_sheets: of a workbook, the sheet that was read and the
    visible ones that were not.
    """

    kind: Literal["csv", "xlsx"]
    rows: list[NumberedRow]
    encoding: str | None = None
    delimiter: str | None = None
    epoch: datetime = WINDOWS_EPOCH
    sheet: str | None = None
    other_sheets: tuple[str, ...] = ()


def too_many_rows() -> Refusal:
    """More people than one file may hold."""
    return Refusal(
        "too_large",
        "file_too_many_rows",
        Text(
            f"В файле больше {MOST_ROWS} строк с людьми.",
            f"The file has more than {MOST_ROWS} rows of people.",
        ),
        where="body",
        todo=Text("Разделите файл на части.", "Split the file."),
        extra={"limit_rows": MOST_ROWS},
    )


def clip(text: str) -> str:
    """A header or a name of a sheet, short enough to be quoted."""
    tidy = " ".join(text.split())
    return tidy if len(tidy) <= 60 else f"{tidy[:59]}…"
