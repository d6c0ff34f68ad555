"""Standings and final places (T.1–T.9)."""

from pydantic import BaseModel, Field


class StandingRow(BaseModel):
    """A place of the Swiss table, with every value that could decide it (T.8)."""

    place: int = Field(examples=[1])
    entry: int = Field(description="His number in this tournament.", examples=[3])
    player: str = Field(examples=["1007"])
    name: str = Field(examples=["Воронцова Алёна"])
    points: float = Field(description="T.1", examples=[6.5])
    points_x2: int = Field(description="T.1, exact: twice the points.", examples=[13])
    head_to_head: float | None = Field(description="T.2; null where it was not applied.")
    buchholz: float = Field(description="T.3")
    opponents_buchholz: float = Field(description="T.4")
    clean_wins: int = Field(description="T.5")
    rating: int | None = Field(description="T.6, as frozen, in whole points.")
    rating_milli: int | None = Field(description="T.6, exact: thousandths of a point.")
    lot: int = Field(description="T.7: place in the draw, 1 is the best.")
    dropped: bool = Field(description="S.7")


class FinalRowOut(BaseModel):
    """A final place (T.9)."""

    place: int
    entry: int
    player: str
    name: str
    seed: int | None = Field(description="T.9: in the TOP; null outside.")
    swiss_place: int


class StandingsOut(BaseModel):
    """T.1–T.8: the Swiss table, always computed anew; T.9: the final places with a TOP."""

    tournament: str
    tiebreaks: list[str] = Field(description="T.8: in the rule set's order.")
    rows: list[StandingRow]
    final: list[FinalRowOut] | None = Field(description="T.9; null while there is no TOP.")
