"""Taking back, and what a correction changes or would have changed."""

from pydantic import BaseModel, Field

from services.pairing.domain.state import Status
from services.pairing.fields import Reason
from services.pairing.schemas.parts import SeatOut
from shared.contract import Strict


class ByeInsteadOut(BaseModel):
    """S.3, S.4: a bye that would have gone to another by the results as they are now."""

    round: int = Field(examples=[3])
    had: SeatOut = Field(description="Who had it, and keeps it.")
    due: list[SeatOut] = Field(description="One of these would have had it.")


class CutInsteadOut(BaseModel):
    """T.9: the cut as it would be by the results as they are now; the bracket's own stays."""

    seeds: list[SeatOut] = Field(description="In seed order.")
    into: list[SeatOut] = Field(description="Would be in the TOP, and are not.")
    out: list[SeatOut] = Field(description="Are in the TOP, and would not be.")


class PlayedOnOut(BaseModel):
    """T.9: who plays in the TOP's next round although another one has won by now."""

    round: int = Field(examples=[6])
    played: SeatOut
    instead: SeatOut | None = Field(description="The winner now; null: nobody advances.")


class PlaceMovedOut(SeatOut):
    """A place that is another one now."""

    before: int | None = Field(description="Null: in no table.", examples=[5])
    after: int | None = Field(examples=[4])


class ConsequencesOut(BaseModel):
    """T.8: all views are computed anew; published pairings stay, whatever is said here."""

    byes: list[ByeInsteadOut]
    cut: CutInsteadOut | None = Field(description="Null: there is none, or it would be the same.")
    bracket: list[PlayedOnOut]
    places: list[PlaceMovedOut] = Field(description="Places that changed, the best first.")


class UndoIn(Strict):
    """What to take back."""

    event: int | None = Field(
        default=None,
        ge=1,
        le=10_000_000,
        description="Its number in the log; without it your own last one that is not taken back.",
        examples=[None],
    )


class UndoneOut(BaseModel):
    """What was taken back."""

    event: int = Field(description="Its number in the log.", examples=[42])
    message: str = Field(
        description="What it was, in the language asked for.",
        examples=["Отменено: результат стола 3 тура 2."],
    )
    version: int = Field(description="Events in the log now.", examples=[44])
    changed: ConsequencesOut | None = Field(
        description="T.8: what it did as a correction of results; null: it changed none."
    )


class ReopenIn(Strict):
    """Why a finished tournament is not finished after all."""

    reason: Reason


class RewindIn(Strict):
    """Back to a round: those after it are taken back, and stay in the log."""

    round: int = Field(
        ge=0, le=10_000, description="The one that stays the last; 0: none stays.", examples=[2]
    )
    reason: Reason


class StandsOut(BaseModel):
    """Where a tournament stands after rounds or its finish were taken back."""

    tournament: str
    status: Status
    rounds: int = Field(description="Published ones that are left.", examples=[2])
    version: int = Field(description="Events in its log.", examples=[57])
