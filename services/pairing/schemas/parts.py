"""What several answers are made of: a seat, a warning."""

from pydantic import BaseModel, Field


class SeatOut(BaseModel):
    """A player's place in a tournament: at a table, or whom a warning is about."""

    entry: int = Field(description="His number in this tournament.", examples=[3])
    player: str = Field(examples=["1007"])
    name: str = Field(examples=["Воронцова Алёна"])


class NoticeOut(BaseModel):
    """A warning: nothing is stopped by it."""

    code: str = Field(description="Stable name for programs.", examples=["few_players"])
    message: str = Field(description="In the language asked for.")
    rule: str = Field(description="Id in the rules index.", examples=["7.2.1"])
    entries: list[SeatOut] = Field(
        default=[], description="person_entered_twice (D.2.4): one person's; otherwise empty."
    )
