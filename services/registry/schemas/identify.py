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

    exact: one single person has this ID, old number, nickname (alone or before a comma), or first
    name and surname (in either order, with or without the patronymic), and all else that is written
    agrees with him: number, names, nickname, city, club. A surname alone, a bit, a slip, a
    contradiction: several, even if it is one.
    """

    outcome: Literal["exact", "several", "none"]
    players: list[Candidate] = Field(description="The likeliest first, at most 20.")
    more: bool = Field(description="There are more than are shown: ask with more letters.")
    wrong_check_digit: bool = Field(
        default=False,
        description="D.2.2: it looks like an ID, but its check digit is wrong.",
    )


class IdentifyLines(Strict):
    """Lines of a list, as pasted: a list, or one text with line breaks. Empty ones get no answer.

    Numbers, bullets and tabs before a name don't matter: ``1. Ежова Алёна``. A line may say more of
    a person than his name: ``1007 Ежова Алёна``, ``Ежова Алёна, Казань``.
    """

    lines: _LIST | _TEXT = Field(examples=[["1. Воронцова Алёна", "1007"]])

    @field_validator("lines", mode="after")
    @classmethod
    def _a_list(cls, given: list[str] | str) -> list[str] | str:
        lines = [line for _, line in _placed(given)]
        if not 1 <= len(lines) <= LINES:
            raise ValueError(f"нужно от 1 до {LINES} строк|must be 1 to {LINES} lines")
        if any(len(line) > ASKED for line in lines):
            raise ValueError(f"строка длиннее {ASKED} знаков|a line is longer than {ASKED} letters")
        return given

    @property
    def placed(self) -> list[tuple[int, str]]:
        """Each line that is not empty, with its place as sent."""
        return _placed(self.lines)


class IdentifiedLine(Identified):
    """The answer to one line."""

    row: int = Field(
        description="The line's place as sent, from 0, empty ones counted: in the list or, of one "
        "text, among its lines. A line break within a line of a list makes two of one place."
    )
    line: str = Field(description="As pasted.", examples=["1. Воронцова Алёна"])


class IdentifiedLines(BaseModel):
    """One row for each line that is not empty, in the order sent."""

    exact: int
    several: int
    none: int
    rows: list[IdentifiedLine]


def _placed(given: list[str] | str) -> list[tuple[int, str]]:
    places = (
        enumerate(given.splitlines())
        if isinstance(given, str)
        else ((row, line) for row, part in enumerate(given) for line in part.splitlines())
    )
    return [(row, line) for row, line in places if line.strip()]
