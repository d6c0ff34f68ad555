"""Standings, final places and the bracket (T.1–T.9)."""

from pydantic import BaseModel, Field

from services.pairing.schemas.parts import SeatOut
from services.pairing.schemas.rounds import ResultOut

Place = int | None
"""R.9: the disqualified have none."""


class StandingRow(SeatOut):
    """A place of the Swiss table, with every value that could decide it (T.8)."""

    place: Place = Field(description="R.9: null of the disqualified, who come last.", examples=[1])
    seed: int | None = Field(description="T.9: in the TOP, frozen by the cut; null outside.")
    points: float = Field(description="T.1", examples=[6.5])
    points_x2: int = Field(description="T.1, exact: twice the points.", examples=[13])
    head_to_head: float | None = Field(description="T.2; null where it was not applied.")
    buchholz: float = Field(description="T.3")
    opponents_buchholz: float = Field(description="T.4")
    clean_wins: int = Field(description="T.5")
    rating: int | None = Field(description="T.6, as frozen, in whole points.")
    rating_milli: int | None = Field(description="T.6, exact: thousandths of a point.")
    lot: int = Field(description="T.7: place in the draw, 1 is the best.")
    dropped: bool = Field(description="S.7: plays no further Swiss round.")
    disqualified: bool = Field(description="R.9: out of the places.")
    playing: bool = Field(description="His table has no result yet; it counts as nothing so far.")


class FinalRowOut(SeatOut):
    """A final place (T.9)."""

    place: Place = Field(description="R.9: null of the disqualified, who come last.", examples=[1])
    seed: int | None = Field(description="T.9: in the TOP; null outside.")
    swiss_place: Place = Field(description="R.9: null of who was disqualified in the Swiss.")
    disqualified: bool = Field(description="R.9: in the Swiss or in the TOP.")
    playing: bool = Field(description="T.9: still in the TOP: his place may become better.")


class StandingsOut(BaseModel):
    """T.1–T.8: the Swiss table, always computed anew; T.9: the final places with a TOP."""

    tournament: str
    version: int = Field(description="Events in its log: these are the standings after them.")
    round: int = Field(description="The last Swiss round that is counted; 0 before the first.")
    playing_round: int | None = Field(
        description="The round being played, of the Swiss or the TOP; null between rounds."
    )
    open_tables: int = Field(description="Tables without a result, of the rounds shown.")
    provisional: bool = Field(description="There are open tables: places may still change.")
    tiebreaks: list[str] = Field(description="T.8: in the rule set's order.")
    rows: list[StandingRow]
    final: list[FinalRowOut] | None = Field(
        description="T.9; null while there is no TOP, and with after_round."
    )


class BracketSeatOut(SeatOut):
    """A slot of the bracket with somebody in it."""

    seed: int | None = Field(description="T.9; null in an import, which states none.")


class BracketPairOut(BaseModel):
    """Two neighbours in a bracket; null is an empty slot, or one that is not decided yet."""

    table: int | None = Field(description="Null where nothing is played (yet).")
    upper: BracketSeatOut | None
    lower: BracketSeatOut | None
    result: ResultOut | None
    advanced: str | None = Field(
        description="T.9: player ID of who went on: by what was played in the next round, else by "
        "the result or an auto-win; who won the third place. Null: nobody, or not decided.",
        examples=["1007"],
    )


class BracketRoundOut(BaseModel):
    """A round of the TOP, pairs from the top of the bracket to its bottom."""

    round: int = Field(description="Counts on from the Swiss.", examples=[5])
    published: bool = Field(description="False: a round to come, with whoever is in it by now.")
    pairs: list[BracketPairOut]
    third_place: BracketPairOut | None = Field(description="T.9: the game beside the final.")


class BracketOut(BaseModel):
    """T.9: the TOP as a board shows it. Empty while there is no TOP."""

    tournament: str
    version: int = Field(description="Events in its log: this is the bracket after them.")
    size: int = Field(description="Slots of its first round, 0 where there are no seeds.")
    seeds: list[BracketSeatOut] = Field(description="T.9: the field, frozen by the cut.")
    rounds: list[BracketRoundOut]
    winner: str | None = Field(description="Player ID of who won the final.", examples=["1007"])
