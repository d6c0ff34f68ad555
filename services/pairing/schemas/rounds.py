"""Rounds, tables, drafts."""

from typing import Literal

from pydantic import BaseModel, Field

from services.pairing.domain.decide.hand import BreakCode
from services.pairing.fields import Reason
from services.pairing.schemas.clock import RoundClock
from services.pairing.schemas.parts import NoticeOut, SeatOut
from shared.contract import PlayerId, Strict
from shared.events.rounds import ResultKind, Stage

By = Literal["table", "surname", "open"]
"""How pairings are listed: by table, each player by surname too, or open tables first."""
MOST_TABLES = 100_000
MOST_BY_HAND = 5_000


class HandPair(Strict):
    """S.8: two who meet because the judge says so."""

    a: PlayerId = Field(examples=["1007"])
    b: PlayerId = Field(examples=["1010"])
    table: int | None = Field(
        default=None,
        ge=1,
        le=MOST_TABLES,
        description="Else where their points put them.",
        examples=[None],
    )


class HandIn(Strict):
    """S.8: what the judge sets himself; the engine pairs all the others."""

    pairs: list[HandPair] = Field(default=[], max_length=MOST_BY_HAND)
    byes: list[PlayerId] = Field(
        default=[], max_length=MOST_BY_HAND, description="One or more.", examples=[[]]
    )


class _Wished(Strict):
    """What a judge may want of a round beyond the rules."""

    round: int | None = Field(
        default=None,
        ge=1,
        le=1000,
        description="The one that is due; with it a second call is harmless.",
        examples=[1],
    )
    hand: HandIn | None = Field(default=None, description="S.8: with a reason.", examples=[None])
    third_place: bool = Field(
        default=False,
        description="T.9: with the TOP's last round, a game of those who lost before it.",
    )
    override_open: bool = Field(
        default=False,
        description="7.0.1: a Swiss round while tables have no result; with a reason. An open "
        "table counts 0 for now, and a late result moves no pairing.",
    )
    reason: Reason | None = Field(
        default=None, description="Why: for hand, override and override_open.", examples=[None]
    )

    def draws_its_own(self) -> bool:
        """Whether it says anything of the pairs."""
        return self.hand is not None or self.third_place or self.override_open


class RoundIn(_Wished):
    """The next round to pair. rounds and top are the judge's own numbers, with round 1 only."""

    rounds: int | None = Field(default=None, ge=0, le=100, description="7.2.2")
    top: int | None = Field(default=None, ge=0, le=1024, description="7.2.2, T.9: 0 for none.")
    override: bool = Field(
        default=False,
        description="6.1–6.3: publish without the missing deck lists, or under another head judge; "
        "with a reason.",
    )
    confirm: bool = Field(
        default=False, description="S.8: what the pairs by hand break has been seen."
    )
    publish_draft: bool = Field(
        default=False,
        description="S.8: only what was looked at: 409 no_draft if it is there no more.",
    )


class DraftIn(_Wished):
    """The round that is due, to look at; it is all that this says, whatever was drafted before."""

    redraw: bool = Field(
        default=False, description="S.1: with the next lots; every attempt is in the log."
    )


class SwapIn(Strict):
    """S.8: two who take each other's place."""

    players: list[PlayerId] = Field(min_length=2, max_length=2, examples=[["1007", "1010"]])
    reason: Reason
    confirm: bool = Field(default=False, description="S.8: what it breaks has been seen.")


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
    by_hand: bool = Field(default=False, description="S.8: the judge set it.")
    third_place: bool = Field(default=False, description="T.9: for third place.")


class PlayerLine(SeatOut):
    """Where a player sits: a line of the list by surname."""

    table: int | None = Field(description="null: an auto-win.")
    opponent: SeatOut | None = Field(description="null: an auto-win.")


class RoundOut(BaseModel):
    """A published round."""

    round: int = Field(description="Counts on through the TOP.")
    stage: Stage
    tables: list[TableOut]
    players: list[PlayerLine] = Field(
        default=[], description="With `by=surname`: everybody, by surname and name."
    )
    byes: list[SeatOut] = Field(description="R.4: auto-wins.")
    complete: bool = Field(description="Every table has a result.")
    open_tables: list[int] = Field(default=[], description="Those without one.")
    clock: RoundClock | None = Field(default=None, description="null: nobody has started it.")
    warnings: list[NoticeOut]


class BreakOut(BaseModel):
    """S.8: what pairs by hand leave of a rule that the free draw keeps."""

    code: BreakCode
    rule: str = Field(examples=["S.2"])
    message: str
    entries: list[SeatOut]
    more: float = Field(
        description="S.5: points squared above the least sum; 0: it is about something else.",
        examples=[4.5],
    )


class DraftOut(BaseModel):
    """A round that is not published: for the staff alone."""

    round: int
    stage: Stage
    attempt: int = Field(description="S.1: how often it was drawn anew.")
    tables: list[TableOut]
    byes: list[SeatOut] = Field(description="R.4: auto-wins.")
    seeds: list[SeatOut] = Field(description="T.9: the field that would be cut with it.")
    breaks: list[BreakOut] = Field(description="S.8: by hand; publishing the draft confirms it.")
    reason: str | None = Field(description="S.8: why.")
    warnings: list[NoticeOut]
