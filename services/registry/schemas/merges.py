"""The contract about merges (D.2.4) and the office's notices."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from shared.contract import PlayerId, Strict

MergeState = Literal["active", "suspended", "undone"]
_ID = "0f8f7a4e-3a5c-4a4e-9d7c-5e1f2f0b9c11"
_TOURNAMENT = "6f1c9a52-6f0b-5f0e-9a53-0b0f6f0e7d11"
_WHEN = "2026-11-05T16:20:00Z"


class MergeIn(Strict):
    """Two IDs of one person."""

    player: PlayerId = Field(description="The ID that is given up.", examples=["1010"])
    into: PlayerId = Field(description="The ID that he is known under.", examples=["1007"])


class MergeOut(BaseModel):
    """D.2.4: ``player`` is known as ``into`` while the state is active."""

    merge: str = Field(examples=[_ID])
    revision: int = Field(description="Rises with each change.", examples=[1])
    player: str = Field(examples=["1010"])
    into: str = Field(examples=["1007"])
    state: MergeState
    obstacle: str | None = Field(
        description="The tournament in which both were paired, that suspended it.", examples=[None]
    )
    made_by: str = Field(examples=["office:federation:1f3a9c20"])
    made_at: datetime = Field(description="UTC.", examples=[_WHEN])


class MergeStep(BaseModel):
    """What was done about a merge."""

    action: Literal["made", "suspended", "resumed", "undone"] = Field(examples=["made"])
    who: str = Field(
        description="Of a suspension: who finished the tournament.",
        examples=["office:federation:1f3a9c20"],
    )
    at: datetime = Field(description="UTC.", examples=[_WHEN])
    tournament: str | None = Field(description="Of a suspension: its cause.", examples=[None])


class MergeTrail(MergeOut):
    """A merge and all that was done about it, in order."""

    trail: list[MergeStep]


class OfficeNotice(BaseModel):
    """What waits for the office's decision, or did."""

    seq: int = Field(examples=[1])
    kind: str = Field(description="Stable name for programs.", examples=["merge_suspended"])
    text: str = Field(description="The same as a sentence, in the language asked for.")
    subject: str = Field(description="The id of what it is about: a merge.", examples=[_ID])
    players: list[str] = Field(description="Their IDs.", examples=[["1007", "1010"]])
    tournament: str | None = Field(examples=[_TOURNAMENT])
    at: datetime = Field(description="UTC.", examples=[_WHEN])
    done_by: str | None = Field(description="null while it waits.", examples=[None])
    done_at: datetime | None = Field(description="UTC; null while it waits.", examples=[None])
