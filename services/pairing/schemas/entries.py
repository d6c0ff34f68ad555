"""Who plays."""

from pydantic import BaseModel, Field

from services.pairing.schemas.parts import NoticeOut
from shared.contract import PlayerId, Strict


class EntriesIn(Strict):
    """Players to enter, all or none."""

    players: list[PlayerId] = Field(min_length=1, max_length=1000, examples=[["1007", "1010"]])


class EntryOut(BaseModel):
    """A player in a tournament."""

    entry: int = Field(description="His number in this tournament.", examples=[3])
    player: str = Field(examples=["1007"])
    name: str = Field(examples=["Воронцова Алёна"])
    from_round: int = Field(description="S.7: the first round that he takes part in.", examples=[1])
    dropped_after: int | None = Field(
        description="S.7: the last one, once he has left.", examples=[4]
    )


class EntriesOut(BaseModel):
    """Who was entered."""

    entries: list[EntryOut]
    warnings: list[NoticeOut]
