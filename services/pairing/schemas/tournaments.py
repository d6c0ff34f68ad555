"""A tournament as a whole: announced, listed, shown, its log."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field, model_validator

from services.pairing.domain import setup
from services.pairing.domain.state import Status
from services.pairing.fields import Code, Name, Reason
from services.pairing.schemas.parts import NoticeOut
from shared.contract import Day, PlayerId, Slug, Strict
from shared.events.tournaments import FlagCode, Level, Plan
from shared.rulesets import DEFAULT

Capacity = Annotated[
    int | None,
    Field(ge=1, le=100_000, description="Places; who comes later waits. Null: for all who come."),
]
Expected = Annotated[
    int | None,
    Field(ge=1, le=100_000, description="Players, as the organiser thinks (5.1: is it large)."),
]
Minutes = Annotated[int, Field(ge=1, le=1440, description="Of a round, for its clock.")]
Rounds = Annotated[
    int | None,
    Field(ge=0, le=100, description="7.2.2: Swiss rounds; null: as the rule set has it."),
]
Top = Annotated[
    int | None,
    Field(
        ge=0, le=1024, description="7.2.2, T.9: size of the TOP, 0: none; null: by the rule set."
    ),
]
Judges = Annotated[
    list[PlayerId],
    Field(max_length=50, description="6.3: IDs of judges beside the head judge."),
]
HeadJudge = Annotated[PlayerId | None, Field(description="6.1–6.3: a judge's ID.")]
Preset = Annotated[Code | None, Field(description="N.2: a structure of the rule set's.")]


class TournamentIn(Strict):
    """A tournament to announce. Four fields are enough; the answer shows what the rest became."""

    name: Name = Field(examples=["Кубок Казани"])
    city: Name = Field(description="Id or name.", examples=["Казань"])
    date: Day = Field(description="The local day.", examples=["2026-11-05"])
    format: Code = Field(examples=["constructed-classic"])
    plan: Plan = Field(
        default="announced", description="`draft`: only who runs it finds it in lists."
    )
    rule_set: Code = Field(default=DEFAULT, examples=[DEFAULT])
    level: Level = Field(default="amateur", description="6.1–6.3.")
    preset: Preset = Field(default=None, examples=[None])
    official: bool | None = Field(
        default=None, description="D.2.5; without it, whatever the caller may."
    )
    head_judge: HeadJudge = None
    judges: Judges = Field(default=[])
    club: Slug | None = Field(
        default=None, description="For the office; a club's token names its club itself."
    )
    capacity: Capacity = None
    expected: Expected = None
    minutes: Minutes = setup.MINUTES
    rounds: Rounds = None
    top: Top = None


def _left_out() -> Any:
    """In place of what a change leaves out: nobody reads it."""
    return None


class TournamentChange(Strict):
    """Settings to change; what is left out stays, null takes away what may be missing."""

    name: Name = Field(default_factory=_left_out, examples=["Кубок Казани памяти Ежова"])
    city: Name = Field(
        default_factory=_left_out,
        description="Id or name; its time zone goes with it.",
        examples=["Казань"],
    )
    date: Day = Field(
        default_factory=_left_out, description="The local day.", examples=["2026-11-06"]
    )
    format: Code = Field(default_factory=_left_out, examples=["constructed-classic"])
    level: Level = Field(default_factory=_left_out, description="6.1–6.3.")
    preset: Preset = Field(default_factory=_left_out, examples=[None])
    official: bool = Field(
        default_factory=_left_out, description="D.2.5: by who may call it so.", examples=[True]
    )
    head_judge: HeadJudge = Field(default_factory=_left_out, examples=["1007"])
    judges: Judges = Field(default_factory=_left_out, examples=[["1010", "1029"]])
    club: Slug = Field(default_factory=_left_out, examples=["kazan"])
    capacity: Capacity = Field(default_factory=_left_out, examples=[32])
    expected: Expected = Field(default_factory=_left_out, examples=[24])
    minutes: Minutes = Field(default_factory=_left_out, examples=[45])
    rounds: Rounds = Field(default_factory=_left_out, examples=[5])
    top: Top = Field(default_factory=_left_out, examples=[8])

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("нечего менять|there is nothing to change")
        return self


class PlanIn(Strict):
    """How far a tournament is before its first round."""

    plan: Plan = Field(
        description="`draft`, `announced`, or `registration`: players may be entered by the desk "
        "in all three; a draft is in nobody's list but its staff's.",
        examples=["registration"],
    )


class ReasonIn(Strict):
    """Why; it may be left out."""

    reason: Reason | None = None


class StructureOut(BaseModel):
    """Rule 7.2.2: Swiss rounds and the size of the TOP."""

    rounds: int
    top: int = Field(description="0 for none.")
    fixed: bool = Field(description="By round 1; before it, what it would be for those entered.")


class CoefficientOut(BaseModel):
    """Rule 4.3: the tournament's coefficient, if it is official."""

    tenths: int = Field(description="Tenths: 8 is 0.8.", examples=[12])
    participants: int = Field(
        description="D.4.5: for so many who were paired; before round 1, for those entered.",
        examples=[16],
    )


class TournamentRow(BaseModel):
    """A tournament in a list."""

    tournament: str = Field(examples=["6f1c9a52-6f0b-4f0e-9a53-0b0f6f0e7d11"])
    name: str = Field(examples=["Кубок Казани"])
    city: str = Field(examples=["kazan"])
    city_name: str = Field(examples=["Казань"])
    date: str = Field(description="The local day.", examples=["2026-11-05"])
    club: str = Field(examples=["kazan"])
    format: str = Field(examples=["constructed-classic"])
    official: bool = Field(description="D.2.5: rated when it finishes.", examples=[True])
    status: Status
    players: int = Field(examples=[16])


class TournamentOut(TournamentRow):
    """A tournament, with all that was left open when it was announced."""

    zone: str = Field(description="IANA zone of the city.", examples=["Europe/Moscow"])
    rule_set: str
    level: Level = Field(description="6.1–6.3.")
    level_rule: str = Field(description="The rule that makes the level.", examples=["6.1"])
    level_name: str = Field(description="As the rule set calls it.", examples=["Любительский"])
    preset: str | None
    head_judge: str | None
    head_judge_level: int = Field(description="6.1–6.3: the lowest that will do.", examples=[2])
    judges: list[str] = Field(description="6.3: IDs of those beside the head judge.")
    capacity: int | None = Field(description="Places; null: for all who come.")
    expected: int | None = Field(description="Players, as the organiser thinks (5.1).")
    minutes: int = Field(description="Of a round.", examples=[setup.MINUTES])
    rounds: int | None = Field(description="The judge's own number; null: the rule set's (7.2.2).")
    top: int | None = Field(description="The judge's own TOP; null: the rule set's (7.2.2).")
    flags: list[FlagCode] = Field(description="D.2.5: codes in force; rated only without any.")
    seed: int = Field(description="S.1, T.7: of all lots; with it the draw can be repeated.")
    version: int = Field(description="Events in its log.")
    settings_version: int = Field(
        description="What If-Match of a change names: the first number of the ETag.", examples=[1]
    )
    structure: StructureOut
    deck_lists: Literal["none", "desirable", "required"] = Field(description="6.1–6.3.")
    coefficient: CoefficientOut
    finished_at: str | None = Field(description="D.4.3: the first finish, UTC.")
    warnings: list[NoticeOut]


class HoldIn(Strict):
    """A code to put in force, and why (D.2.5)."""

    code: Literal["hold", "annulled"] = Field(
        description="`hold`: kept from the rating for now; `annulled`: struck out, by the office.",
        examples=["hold"],
    )
    reason: Reason


class ReleaseIn(ReasonIn):
    """A code to lift (D.2.5)."""

    code: FlagCode = Field(
        description="`quarantine`: an upload that waited for this decision; `annulled` is lifted "
        "by the office alone.",
        examples=["hold"],
    )


class DecisionOut(BaseModel):
    """Somebody's decision about a tournament: when, whose, and why if that was not wiped."""

    number: int = Field(description="Of the event in its log.")
    type: str = Field(examples=["tournament.annulled.v1"])
    code: FlagCode | None = Field(description="D.2.5; null: it is about something else.")
    at: datetime
    who: str = Field(examples=["person:1010"])
    reason: str | None = Field(description="Null: none was given, or it was wiped.")


class PlayedRow(TournamentRow):
    """A tournament of a player's."""

    player: str = Field(description="The ID that he is entered under.", examples=["1007"])
    entry: int = Field(description="His number in this tournament.", examples=[3])
    points: float = Field(description="In the Swiss, by the results there are.", examples=[6.5])
    points_x2: int = Field(description="Exactly: points ×2.", examples=[13])
    place: int | None = Field(
        description="Once it is finished; null for who took no part or was disqualified (R.9)."
    )


class LogRow(BaseModel):
    """One event of a tournament's log (law 2)."""

    number: int
    type: str = Field(examples=["match.result.recorded.v1"])
    at: datetime
    who: str
    data: dict[str, Any]
