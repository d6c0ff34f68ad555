"""Rounds, tables, results."""

from pydantic import BaseModel, Field

from services.pairing.schemas.parts import NoticeOut, SeatOut
from shared.contract import Strict
from shared.events.rounds import ResultKind, Stage


class RoundIn(Strict):
    """The next round to pair. rounds and top are the judge's own numbers, with round 1 only."""

    round: int | None = Field(
        default=None,
        ge=1,
        le=1000,
        description="The one that is due; with it a second call is harmless.",
        examples=[1],
    )
    rounds: int | None = Field(default=None, ge=0, le=100, description="7.2.2")
    top: int | None = Field(default=None, ge=0, le=1024, description="7.2.2, T.9: 0 for none.")
    override: bool = Field(
        default=False, description="6.3: the head judge pairs without the missing deck lists."
    )


class ResultOut(BaseModel):
    """How a table ended."""

    kind: ResultKind = Field(description="R.1–R.7.", examples=["clean"])
    winner: str | None = Field(description="Player ID; null where nobody won.", examples=["1007"])
    version: int = Field(description='Counts the results given; the ETag is "v" and this.')


class TableOut(BaseModel):
    """A table of a round."""

    table: int
    a: SeatOut
    b: SeatOut
    result: ResultOut | None
    rematch: bool = Field(description="S.2: they met before.")


class RoundOut(BaseModel):
    """A published round."""

    round: int = Field(description="Counts on through the TOP.")
    stage: Stage
    tables: list[TableOut]
    byes: list[SeatOut] = Field(description="R.4: auto-wins.")
    complete: bool = Field(description="Every table has a result.")
    warnings: list[NoticeOut]
