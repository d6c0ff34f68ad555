"""The contract about leased blocks of IDs (D.2.2)."""

from datetime import datetime

from pydantic import BaseModel, Field

from services.registry.domain.blocks import MOST_LEASED, MOST_UNUSED
from shared.contract import PlayerId, Slug, Strict

_FIRST = "The lowest ID of the block."
_LAST = "The highest ID of the block."


class BlockIn(Strict):
    """How many IDs a club needs."""

    size: int = Field(
        ge=1,
        le=MOST_LEASED,
        description=f"With what the club leased and has not used yet at most {MOST_UNUSED}.",
        examples=[200],
    )


class TakenBlock(Strict):
    """A block that the federation's registry leased to this node's club."""

    first_id: PlayerId = Field(description=_FIRST, examples=["1007"])
    last_id: PlayerId = Field(description=_LAST, examples=["1993"])
    club: Slug = Field(examples=["kazan"])


class BlockOut(BaseModel):
    """A block of IDs. An ID is its serial and a check digit, so IDs are not one after another."""

    club: str = Field(examples=["kazan"])
    first: int = Field(description="The lowest serial.", examples=[100])
    last: int = Field(description="The highest serial.", examples=[199])
    first_id: str = Field(description=_FIRST, examples=["1007"])
    last_id: str = Field(description=_LAST, examples=["1993"])
    size: int = Field(description="IDs in it.", examples=[100])
    used: int = Field(description="IDs that people of this registry have.", examples=[12])
    own: bool = Field(description="Newcomers registered here get their IDs out of it.")
    leased_by: str = Field(description="Who leased it, or took it here.")
    leased_at: datetime = Field(description="UTC.")


class LeasedBlock(BlockOut):
    """A block leased just now."""

    ids: list[str] = Field(
        description="Every ID of it, in the order in which they are given.",
        examples=[["1007", "1010"]],
    )
