"""Results that are recorded, one or many."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from services.pairing.schemas.corrections import ConsequencesOut
from services.pairing.schemas.penalties import AtTablePenaltyIn
from services.pairing.schemas.rounds import ResultOut, TableOut
from shared.contract import Strict, said_in_words
from shared.events.rounds import ResultKind

_SIDES = {"1": "a", "а": "a", "2": "b", "б": "b"}


def _side(text: str) -> str:
    """However a side is typed, on whatever keyboard: ``a`` or ``b``; an ID stays as it is."""
    lower = text.lower()
    return _SIDES.get(lower, lower)


_WINNER = r"^([aAbB12аАбБ]|[1-9][0-9]{1,11})$"
Winner = Annotated[
    str,
    StringConstraints(pattern=_WINNER),
    said_in_words(
        _WINNER,
        "нужен номер игрока или сторона стола: a или b"
        "|must be a player ID or a side of the table: a or b",
    ),
    AfterValidator(_side),
    Field(
        description="Player ID, or his side at the table: `a` or 1, `b` or 2 (also Cyrillic а, б). "
        "Null where nobody won.",
        examples=["a"],
    ),
]
Kind = Annotated[
    ResultKind, Field(description="R.1–R.7; without it a clean win.", examples=["clean"])
]

Outcome = Literal["recorded", "corrected", "unchanged", "differs", "refused"]


class ResultIn(Strict):
    """A table's result."""

    kind: Kind = "clean"
    winner: Winner | None = None
    penalties: list[AtTablePenaltyIn] = Field(
        default=[],
        max_length=4,
        description="P.11, R.7: given along with it, to who sits there; takes who may judge.",
    )


class ResultLineIn(Strict):
    """A table's result among others."""

    table: int = Field(ge=1, le=100_000, examples=[3])
    kind: Kind = "clean"
    winner: Winner | None = None
    version: int | None = Field(
        default=None,
        ge=0,
        le=1_000_000,
        description="Of the result that it replaces; a first one has none.",
        examples=[None],
    )


class ResultsIn(Strict):
    """Results of many tables of a round."""

    results: list[ResultLineIn] = Field(min_length=1, max_length=1000)


class ResultSetOut(TableOut):
    """A table after its result."""

    version: int = Field(description='Of what was said of it; the ETag is "v" and this.')
    changed: ConsequencesOut | None = Field(
        description="T.8: what a correction did; null for a first result, and a repeat."
    )


class ResultLineOut(BaseModel):
    """What became of a line."""

    table: int = Field(examples=[3])
    outcome: Outcome = Field(
        description="differs: the table has another result; name its version to replace it."
    )
    result: ResultOut | None = Field(description="As it is now.")
    version: int | None = Field(description="Of that; null: there is no such table.")
    code: str | None = Field(description="Why not, for programs.", examples=["result_differs"])
    rule: str | None = Field(examples=["T.8"])
    message: str | None = Field(description="Why not, and what to do.")


class ResultsOut(BaseModel):
    """What became of the lines, in their order: each was judged by itself."""

    round: int
    complete: bool = Field(description="Every table has a result.")
    results: list[ResultLineOut]
    changed: ConsequencesOut | None = Field(description="T.8: of all corrections; null: none.")
