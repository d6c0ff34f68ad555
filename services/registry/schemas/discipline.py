"""The contract about penalties and suspensions outside tournaments (3.2, P.x)."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

from shared.contract import (
    TODAY,
    Day,
    FreeText,
    Infraction,
    Limit,
    OurDay,
    PlayerId,
    Strict,
)
from shared.events.rounds import PenaltyLevel

LastDay = Annotated[
    date | None,
    Field(description="The last day, included; null: no end is set.", examples=["2026-12-31"]),
]


class PenaltyIn(Strict):
    """A penalty outside a tournament; one at a table is the tournament's own (P.11)."""

    player: PlayerId = Field(examples=["1007"])
    infraction: Infraction
    level: PenaltyLevel = Field(
        description="P.10: the ladder, mildest first. `suspension` names the penalty: its days "
        "are given by POST /v1/suspensions with this penalty as the ground."
    )
    day: Annotated[OurDay, Limit(maximum=TODAY)] = Field(
        description="When it happened.", examples=["2026-11-05"]
    )
    text: FreeText | None = None


class SuspensionIn(Strict):
    """Rule 3.2: a suspension of membership; it may rest on a penalty or name what it is for."""

    player: PlayerId = Field(examples=["1007"])
    since: Day = Field(description="The first day (D.3.1).", examples=["2026-11-05"])
    until: Day | None = Field(
        default=None,
        description="The last day, included, `since` or later; null: no end is set.",
        examples=["2026-12-31"],
    )
    penalty: str | None = Field(
        default=None,
        max_length=40,
        description="Which of his penalties it is for.",
        examples=[None],
    )
    infraction: Infraction | None = Field(
        default=None, description="What it is for, where there is no penalty.", examples=["P.5.2"]
    )
    text: FreeText | None = None

    @model_validator(mode="after")
    def _one_ground(self) -> "SuspensionIn":
        if self.penalty is not None and self.infraction is not None:
            raise ValueError(
                "укажите penalty или infraction, но не оба"
                "|give penalty or infraction, not both of them"
            )
        return self


class SuspensionChange(Strict):
    """Another end of a suspension."""

    until: Day | None = Field(
        description="The last day, included, not before its first; null: no end is set.",
        examples=["2026-12-31"],
    )
    text: FreeText | None = None


class Revocation(Strict):
    """Why it is taken back."""

    reason: FreeText


class StoryLine(BaseModel):
    """What happened to a penalty or suspension: by whom, when, and why if that was not wiped."""

    action: Literal["given", "changed", "revoked", "wiped"]
    who: str = Field(examples=["person:1010"])
    at: datetime
    until: date | None = Field(description="The last day that a suspension had from then on.")
    text: str | None
    wiped: bool = Field(description="There was a text, and it was wiped.")


class PenaltyOut(BaseModel):
    """A penalty outside a tournament."""

    penalty: str = Field(examples=["0b9a6f5e-40c5-4b7c-8f1b-1d5e8a1c7f10"])
    player: str = Field(examples=["1007"])
    infraction: str = Field(examples=["P.5.2"])
    level: PenaltyLevel
    day: date = Field(examples=["2026-11-05"])
    given_by: str
    given_at: datetime
    revoked_at: datetime | None = Field(description="Since then it doesn't count.")


class PenaltyBefore(BaseModel):
    """A penalty that he had before and that counts; tournament: null outside of one."""

    infraction: str = Field(examples=["P.5.2"])
    level: PenaltyLevel
    day: date | None = Field(examples=["2026-11-05"])
    tournament: str | None


class PenaltyGivenOut(PenaltyOut):
    """A penalty given just now, and what he has already. Which level that asks for people decide.

    P.10 suggests a step up for a repeat within a tournament only.
    """

    earlier: list[PenaltyBefore]


class PenaltyHistoryOut(PenaltyOut):
    """A penalty with its history."""

    history: list[StoryLine]


class PenaltyRevokedOut(PenaltyHistoryOut):
    """A penalty that was taken back, with its history."""

    suspensions_left: list[str] = Field(
        description="Suspensions that rested on it and stay: of people whom the caller may not "
        "deal with.",
        examples=[[]],
    )


class TablePenaltyOut(BaseModel):
    """P.11: a penalty in a tournament, which owns it: appealed and corrected there."""

    tournament: str
    tournament_name: str | None = Field(description="Null: not heard of here yet.")
    day: date | None = Field(description="The tournament's first day.")
    penalty: str
    player: str = Field(description="The ID that he played under.", examples=["1007"])
    infraction: str = Field(examples=["P.1.1"])
    level: PenaltyLevel
    round: int | None
    given_by: str
    given_at: datetime
    revoked_by: str | None
    revoked_at: datetime | None


class PlayerPenalties(BaseModel):
    """All penalties of a person, under each of his IDs."""

    player: str = Field(description="The ID that he is known under now.", examples=["1007"])
    players: list[str] = Field(description="Every ID of his.", examples=[["1007", "1010"]])
    penalties: list[PenaltyHistoryOut]
    at_tables: list[TablePenaltyOut]


class SuspensionOut(BaseModel):
    """A suspension as it is published to desks: never what for."""

    suspension: str = Field(examples=["8f5c1c38-2a50-4c7d-9a43-7f2f3d9f6c21"])
    revision: int = Field(examples=[1])
    player: str = Field(examples=["1007"])
    since: date = Field(examples=["2026-11-05"])
    until: LastDay
    revoked: bool = Field(description="D.3.1: as if it had never been.")


class SuspensionGivenOut(SuspensionOut):
    """A suspension and what it is for."""

    penalty: str | None
    infraction: str | None = Field(examples=["P.5.2"])
    given_by: str
    given_at: datetime


class SuspensionHistoryOut(SuspensionGivenOut):
    """A suspension with its history."""

    history: list[StoryLine]


class PlayerStanding(BaseModel):
    """D.3.1: whether a person is suspended on a tournament's local start date; never what for."""

    player: str = Field(examples=["1007"])
    at: date = Field(examples=["2026-11-05"])
    suspended: bool
    until: date | None = Field(
        description="The last day before he is back; null: no end is set, or not suspended.",
        examples=["2026-12-31"],
    )
    suspensions: list[str] = Field(description="Those in force on that day.")
    rule: Literal["D.3.1"] = "D.3.1"


class TextsWiped(BaseModel):
    """Law 11: the free texts are gone, what happened stays."""

    subject: str = Field(
        description="The penalty or suspension.", examples=["b3d6f8a4-2f7e-4c52-8a61-9e0f3c5d7b22"]
    )
    wiped: int = Field(description="How many texts there were.", examples=[2])
