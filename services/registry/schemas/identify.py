"""The contract of the look-up (2.1.4, D.2.3)."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints, field_validator

from services.registry.schemas.people import TwinOut
from shared.contract import Strict

ASKED = 120
"""Letters in one question."""
LINES = 500
"""Pasted lines in one call."""

_LINE = Annotated[str, StringConstraints(max_length=ASKED)]
_LIST = Annotated[list[_LINE], Field(json_schema_extra={"maxItems": LINES})]
"""Checked when empty lines are left out, so that the refusal is one, in words."""
_TEXT = Annotated[str, StringConstraints(max_length=LINES * (ASKED + 2))]


class Candidate(TwinOut):
    """Who may be meant, with what tells namesakes apart; no contacts."""

    score: int = Field(ge=0, le=100, description="How alike what was asked is.", examples=[89])


class Identified(BaseModel):
    """Rule 2.1.4, D.2.3: one person, several to choose from, or none. Never a guess.

    exact: one single person has this ID, old number, nickname, or first name and surname (in either
    order, with or without the patronymic). A surname alone, a bit, a slip: several, even if it is
    one.
    """

    outcome: Literal["exact", "several", "none"]
    players: list[Candidate] = Field(description="The likeliest first, at most 20.")
    more: bool = Field(description="There are more than are shown: ask with more letters.")
    wrong_check_digit: bool = Field(
        default=False,
        description="D.2.2: it looks like an ID, but its check digit is wrong.",
    )


class IdentifyLines(Strict):
    """Lines of a list, as pasted: a list, or one text with line breaks. Empty ones are left out.

    Numbers, bullets and tabs before a name don't matter: ``1. Ежова Алёна``.
    """

    lines: _LIST | _TEXT = Field(examples=[["1. Воронцова Алёна", "1007"]])

    @field_validator("lines", mode="after")
    @classmethod
    def _split(cls, given: list[str] | str) -> list[str]:
        parts = [given] if isinstance(given, str) else given
        lines = [line for part in parts for line in part.splitlines() if line.strip()]
        if not 1 <= len(lines) <= LINES:
            raise ValueError(f"нужно от 1 до {LINES} строк|must be 1 to {LINES} lines")
        if any(len(line) > ASKED for line in lines):
            raise ValueError(f"строка длиннее {ASKED} знаков|a line is longer than {ASKED} letters")
        return lines


class IdentifiedLine(Identified):
    """The answer to one line."""

    row: int = Field(description="From 0, empty lines not counted.")
    line: str = Field(description="As pasted.", examples=["1. Воронцова Алёна"])


class IdentifiedLines(BaseModel):
    """One row for each line, in the order sent."""

    exact: int
    several: int
    none: int
    rows: list[IdentifiedLine]
