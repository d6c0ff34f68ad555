"""A round's clock."""

from datetime import datetime

from pydantic import BaseModel, Field

from services.pairing.domain.decide.clock import Action
from shared.contract import Strict

MOST_MINUTES = 600


class ClockIn(Strict):
    """What is to become of the round's clock."""

    action: Action = Field(
        description="start and resume: it runs; pause: it stands; set: another time.",
        examples=["start"],
    )
    minutes: int | None = Field(
        default=None,
        ge=0,
        le=MOST_MINUTES,
        description="What is left from now on; else what is left, at first the round's whole time.",
        examples=[None],
    )


class TableTimeIn(Strict):
    """A table's time beyond the round's clock."""

    minutes: int = Field(
        ge=0, le=MOST_MINUTES, description="All told; 0: none any more.", examples=[5]
    )


class TableTimeOut(BaseModel):
    """A table that has more time."""

    table: int = Field(examples=[3])
    more_seconds: int = Field(description="Beyond the round's clock.", examples=[300])
    ends_at: datetime | None = Field(description="UTC; null while the clock stands.")


class RoundClock(BaseModel):
    """A round's clock, in what does not change while it runs."""

    round: int
    running: bool
    ends_at: datetime | None = Field(description="UTC; null while it stands.")
    standing_at_seconds: int | None = Field(description="What is left; null while it runs.")
    tables: list[TableTimeOut] = Field(description="Those with more time.")


class ClockOut(RoundClock):
    """A round's clock at this moment."""

    at: datetime = Field(description="This moment, UTC.")
    left_seconds: int = Field(description="Below zero: for so long it is over.")
    whole_seconds: int = Field(description="The time of a round.", examples=[3000])
