"""Results that are recorded."""

from pydantic import Field

from shared.contract import PlayerId, Strict
from shared.events.rounds import ResultKind


class ResultIn(Strict):
    """A table's result."""

    kind: ResultKind = Field(description="R.1–R.7.", examples=["clean"])
    winner: PlayerId | None = Field(
        default=None, description="Player ID; null where nobody won.", examples=["1007"]
    )
