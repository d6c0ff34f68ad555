"""Penalties at tables (P.10, P.11)."""

from datetime import datetime

from pydantic import BaseModel, Field

from services.pairing.fields import Reason
from services.pairing.schemas.corrections import ConsequencesOut
from services.pairing.schemas.parts import NoticeOut, SeatOut
from shared.contract import Infraction, PlayerId, Strict
from shared.events.rounds import PenaltyLevel, ResultKind


class AtTablePenaltyIn(Strict):
    """A penalty at a table (P.11)."""

    player: PlayerId = Field(examples=["1007"])
    infraction: Infraction
    level: PenaltyLevel | None = Field(
        default=None,
        description="P.10: the ladder, mildest first; without it the one that is known (P.6.1).",
        examples=["game_loss"],
    )
    text: Reason | None = None


class PenaltyGivingIn(AtTablePenaltyIn):
    """A penalty and the round that it is for."""

    round: int | None = Field(
        default=None, ge=1, le=10_000, description="Without it the current one.", examples=[2]
    )
    correct: bool = Field(
        default=False,
        description="That round's game is lost although it is decided already; otherwise it "
        "stands.",
    )


class LostGameOut(BaseModel):
    """A table's result that came of a penalty."""

    round: int
    table: int
    kind: ResultKind | None = Field(description="Null: without a result again.")
    winner: str | None = Field(description="Player ID.", examples=["1010"])
    version: int


class AtTablePenaltyOut(SeatOut):
    """A penalty of this tournament, for its staff."""

    penalty: str = Field(examples=["0b9a6f5e-40c5-4b7c-8f1b-1d5e8a1c7f10"])
    infraction: str = Field(examples=["P.5.2"])
    level: PenaltyLevel
    round: int | None = Field(description="Null: before the first.")
    revoked: bool


class PenaltyStoryOut(AtTablePenaltyOut):
    """With by whom and when, and what was written, unless that was wiped."""

    given_by: str
    given_at: datetime
    text: str | None
    revoked_by: str | None
    revoked_at: datetime | None
    reason: str | None = Field(description="Why it was taken back.")


class PenaltyMadeOut(AtTablePenaltyOut):
    """A penalty given or taken back just now, and what came of it."""

    suggested: PenaltyLevel | None = Field(
        description="P.10: for a repeat of the infraction one step above his highest so far; "
        "P.6.1: the known level. Null: the judge chooses."
    )
    results: list[LostGameOut] = Field(description="Results that were changed by it.")
    warnings: list[NoticeOut] = Field(description="What was left as it is, and why.")
    changed: ConsequencesOut | None = Field(
        description="T.8: what it did as a correction of a decided game; null: nothing."
    )


class StoryWiped(BaseModel):
    """Law 11: the texts are gone, what happened stays."""

    penalty: str
    wiped: int = Field(description="How many texts there were.", examples=[2])


class PenaltyRevocation(Strict):
    """Why a penalty is taken back."""

    reason: Reason
