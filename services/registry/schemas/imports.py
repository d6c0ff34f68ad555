"""The contract of importing people from a club's file."""

from typing import Literal

from pydantic import BaseModel, Field

from services.registry.schemas.people import RemarkOut, TwinOut


class UnderstoodOut(BaseModel):
    """How a file was read; look here first if rows seem wrong."""

    kind: Literal["csv", "xlsx"] = Field(examples=["csv"])
    encoding: str | None = Field(description="Of a CSV file.", examples=["cp1251"])
    delimiter: str | None = Field(description="Of a CSV file.", examples=[";"])
    sheet: str | None = Field(description="The sheet of a workbook that was read.", examples=[None])
    other_sheets: list[str] = Field(description="Its visible sheets that were not.", examples=[[]])
    columns: dict[str, str] = Field(
        description="Field -> header as written.",
        examples=[{"full_name": "ФИО", "email": "Эл. почта", "city": "Город"}],
    )
    ignored: list[str] = Field(
        description="Headers that say nothing to the registry.", examples=[["№ п/п", "Взнос"]]
    )


class ReasonOut(BaseModel):
    """Why a row is as it is."""

    code: str = Field(description="Stable name for programs.", examples=["patronymic_missing"])
    field: str | None = Field(examples=["patronymic"])
    column: str | None = Field(description="The field's header as written.", examples=["Отчество"])
    message: str = Field(
        description="In the language asked for.",
        examples=["впишите отчество, а если его у человека нет, напишите «нет» (D.2.1)"],
    )


class ImportRow(BaseModel):
    """What becomes of one row of the file, or became of it."""

    row: int = Field(
        description="As a spreadsheet numbers it: the file's first row is 1.", examples=[2]
    )
    outcome: Literal["new", "known", "twin", "error"] = Field(
        description="new: is registered; known: has an ID and keeps it; twin: likely the same "
        "person as somebody, to be confirmed as another one (D.2.4); error: see reasons."
    )
    player: str | None = Field(
        description="The ID; null for a twin and an error, and before the import is applied for "
        "somebody new.",
        examples=["1007"],
    )
    same_as: list[int] = Field(
        default=[], description="Earlier rows of the file with this person or likely twin."
    )
    candidates: list[TwinOut] = Field(
        default=[], description="D.2.4: likely twins; or whose the nickname or old number is."
    )
    reasons: list[ReasonOut] = []
    notices: list[RemarkOut] = []


class CountsOut(BaseModel):
    """Rows of each outcome."""

    new: int = Field(examples=[118])
    known: int = Field(examples=[31])
    twin: int = Field(examples=[2])
    error: int = Field(examples=[1])


class ImportReport(BaseModel):
    """The pre-flight report of a file; or, once applied, what was done."""

    applied: bool = Field(description="false: nothing was changed.", examples=[False])
    counts: CountsOut
    understood: UnderstoodOut
    rows: list[ImportRow] = Field(description="In the order of the file.")
