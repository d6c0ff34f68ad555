"""The contract about judges."""

from datetime import date

from pydantic import BaseModel, Field

from services.registry.schemas.directory import PeriodIn, PeriodOut
from services.registry.schemas.fields import Name

_CERTIFIED_BY = "Which body certified him; everybody sees it, so no personal data."


class JudgeIn(PeriodIn):
    """A judge's certificate (6.x). Another one of the same first day takes the place of the former.

    ``until`` withdraws it from the day after on.
    """

    level: int = Field(ge=1, le=4, examples=[2])
    certified_by: Name = Field(description=_CERTIFIED_BY, examples=["Коллегия судей"])


class LevelOut(PeriodOut):
    """A certificate: it counts to its last day, or until the next one."""

    level: int = Field(description="6.1–6.3: 1 to 4.", examples=[2])
    certified_by: str = Field(description=_CERTIFIED_BY, examples=["Коллегия судей"])


class JudgeOut(BaseModel):
    """A judge: his level on the day asked for, and all his certificates."""

    player: str = Field(description="The ID; of merged ones the one that is kept.")
    surname: str = Field(examples=["Воронцова"])
    first_name: str = Field(examples=["Алёна"])
    city: str = Field(description="Where he lives.", examples=["Казань"])
    level: int | None = Field(
        description="6.1–6.3: 1 to 4; null, after a change alone: none on that day.", examples=[2]
    )
    since: date | None = Field(description="Of that level.", examples=["2026-01-15"])
    until: date | None = Field(description="The last day; null: no end is set.", examples=[None])
    levels: list[LevelOut] = Field(description="All certificates, oldest first.")
