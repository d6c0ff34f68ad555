"""A tournament as a whole: announced, listed, shown, its log."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

from services.pairing.domain.state import Status
from services.pairing.fields import Code, Name
from services.pairing.schemas.parts import NoticeOut
from shared.contract import Day, PlayerId, Slug, Strict
from shared.events.tournaments import FlagCode, Level
from shared.rulesets import DEFAULT


class TournamentIn(Strict):
    """A tournament to announce. Four fields are enough; the answer shows what the rest became."""

    name: Name = Field(examples=["Кубок Казани"])
    city: Name = Field(description="Id or name.", examples=["Казань"])
    date: Day = Field(description="The local day.", examples=["2026-11-05"])
    format: Code = Field(examples=["constructed-classic"])
    rule_set: Code = Field(default=DEFAULT, examples=[DEFAULT])
    level: Level = Field(default="amateur", description="6.1–6.3.")
    preset: Code | None = Field(
        default=None, description="N.2: a structure of the rule set's.", examples=[None]
    )
    official: bool | None = Field(
        default=None, description="D.2.5; without it, whatever the caller may."
    )
    head_judge: PlayerId | None = Field(default=None, description="6.1–6.3: a judge's ID.")
    club: Slug | None = Field(
        default=None, description="For the office; a club's token names its club itself."
    )


class StructureOut(BaseModel):
    """Rule 7.2.2: Swiss rounds and the size of the TOP."""

    rounds: int
    top: int = Field(description="0 for none.")
    fixed: bool = Field(description="By round 1; before it, what it would be for those entered.")


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
    preset: str | None
    head_judge: str | None
    flags: list[FlagCode] = Field(description="D.2.5: codes in force; rated only without any.")
    seed: int = Field(description="S.1, T.7: of all lots; with it the draw can be repeated.")
    version: int = Field(description="Events in its log.")
    structure: StructureOut
    deck_lists: Literal["none", "desirable", "required"] = Field(description="6.1–6.3.")
    finished_at: str | None = Field(description="D.4.3: the first finish, UTC.")
    warnings: list[NoticeOut]


class FlagIn(Strict):
    """A code to put in force or to lift (D.2.5)."""

    code: FlagCode = Field(examples=["hold"])


class LogRow(BaseModel):
    """One event of a tournament's log (law 2)."""

    number: int
    type: str = Field(examples=["match.result.recorded.v1"])
    at: datetime
    who: str
    data: dict[str, Any]
