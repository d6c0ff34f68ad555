"""A pasted list of players, answered line by line (2.1.4, D.2.3)."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, field_validator

from services.pairing.domain.pasted import placed
from services.pairing.schemas.parts import NoticeOut
from shared.contract import Strict

LINES = 1000
"""Pasted lines in one call."""
LETTERS = 500
"""Letters of the longest line; the registry is not asked about a line of more than ``ASKED``."""

LineOutcome = Literal[
    "entered",
    "waiting",
    "already_in",
    "left",
    "same_person",
    "candidates",
    "unknown",
    "mistyped",
    "suspended",
    "head_judge",
    "registry_away",
]


class EntriesBulkIn(Strict):
    """Lines as pasted: a list, or one text with line breaks. Empty ones get no answer."""

    lines: (
        Annotated[list[Annotated[str, Field(max_length=LETTERS)]], Field(max_length=2 * LINES)]
        | Annotated[str, Field(max_length=LINES * LETTERS)]
    ) = Field(examples=[["1. Воронцова Алёна", "1007"]])
    dry_run: bool = Field(default=False, description="Only say what would happen; enter nobody.")

    @field_validator("lines", mode="after")
    @classmethod
    def _some(cls, given: list[str] | str) -> list[str] | str:
        if not 1 <= len(placed(given)) <= LINES:
            raise ValueError(f"нужно от 1 до {LINES} строк|must be 1 to {LINES} lines")
        return given


class EntryCandidateOut(BaseModel):
    """D.2.3: who may be meant, with what tells namesakes apart; no contacts."""

    player: str = Field(examples=["1007"])
    surname: str = Field(examples=["Воронцова"])
    first_name: str = Field(examples=["Алёна"])
    nickname: str | None = Field(examples=["Ворона"])
    city: str = Field(examples=["Казань"])
    club: str | None = Field(examples=["kazan"])
    first_year: int | None = Field(
        description="Of the first finished tournament that he was paired in.", examples=[2019]
    )


class BulkEntryRow(BaseModel):
    """What became of one line."""

    row: int = Field(description="The line's place as sent, from 0, empty ones counted.")
    line: str = Field(description="As pasted.", examples=["1. Воронцова Алёна"])
    outcome: LineOutcome = Field(
        description="entered: or, waiting, in the waiting list. already_in; left: he was in and "
        "dropped or was disqualified. same_person: as line same_as. candidates: several, or one "
        "not for certain; unknown: none. mistyped: D.2.2. suspended: D.3.1. head_judge: 6.2, 6.3. "
        "registry_away: it could not be asked."
    )
    message: str | None = Field(
        description="What to do about a line that entered nobody, in the language asked for."
    )
    player: str | None = Field(description="Who is meant for certain.", examples=["1007"])
    name: str | None = Field(examples=["Воронцова Алёна"])
    entry: int | None = Field(
        description="His number in this tournament; in a dry run, which he would have."
    )
    waiting: int | None = Field(description="His place in the waiting list, 1 is next.")
    same_as: int | None = Field(default=None, description="same_person: the row that means him.")
    candidates: list[EntryCandidateOut] = Field(
        default=[], description="D.2.3: the likeliest first, at most 20; the judge chooses."
    )
    more: bool = Field(default=False, description="There are more than are shown.")


class EntriesBulkOut(BaseModel):
    """One row for each line that is not empty, in the order sent."""

    dry_run: bool
    entered: int = Field(description="Those of them who wait for a place are not among them.")
    waiting: int
    already_in: int
    undone: int = Field(description="Lines that somebody must look at.")
    rows: list[BulkEntryRow]
    warnings: list[NoticeOut]
