"""Who plays: entering, check-in, leaving, and what a player asks."""

from typing import Annotated

from pydantic import BaseModel, Field

from services.pairing.domain.decide import Grant
from services.pairing.domain.state import Status
from services.pairing.domain.whereabouts import Outcome, Where
from services.pairing.fields import Reason
from services.pairing.schemas.parts import NoticeOut, SeatOut
from services.pairing.schemas.rounds import ResultOut
from shared.contract import PlayerId, Strict
from shared.events.rounds import Stage

Players = Annotated[
    list[PlayerId], Field(min_length=1, max_length=1000, examples=[["1007", "1010"]])
]


class GrantIn(Strict):
    """S.7: what a missed round counts as."""

    round: int = Field(ge=1, le=10_000, examples=[1])
    result: Grant = Field(examples=["draw"])


class EntriesIn(Strict):
    """Players to enter, all or none."""

    players: Players
    granted: list[GrantIn] = Field(
        default=[],
        max_length=100,
        description="S.7: for late entries, what each of the rounds that they missed counts as; "
        "it takes the scope judging.",
        examples=[[]],
    )


class EntryOut(BaseModel):
    """A player in a tournament."""

    entry: int = Field(description="His number in this tournament.", examples=[3])
    player: str = Field(examples=["1007"])
    name: str = Field(examples=["Воронцова Алёна"])
    from_round: int = Field(description="S.7: the first round that he takes part in.", examples=[1])
    dropped_after: int | None = Field(
        description="S.7: the last one, once he has left.", examples=[4]
    )
    disqualified: bool = Field(description="R.9: never paired again, out of the places.")
    waiting: int | None = Field(
        description="His place in the waiting list, 1 is next; null: not in it.", examples=[None]
    )
    present: bool | None = Field(description="Whether he checked in; null: nobody has looked.")
    table: int | None = Field(description="Where he always sits.", examples=[None])


class EntriesOut(BaseModel):
    """Who was entered."""

    entries: list[EntryOut]
    warnings: list[NoticeOut]


class EntryListOut(BaseModel):
    """All entries by number, with what is counted of them."""

    capacity: int | None = Field(description="Places; null: as many as come.", examples=[64])
    players: int = Field(description="Who take or took part: 7.2.1 and 7.2.2 go by it.")
    waiting: int = Field(description="In the waiting list.")
    missing: int = Field(description="Who have not checked in, the waiting list too.")
    entries: list[EntryOut]


class DropIn(Strict):
    """How he leaves."""

    at_once: bool = Field(
        default=False,
        description="R.8: now, his game without a result is a clean loss; else after the round.",
        examples=[False],
    )


class LeftOut(EntryOut):
    """Who left, and who got his place."""

    promoted: list[SeatOut] = Field(description="Of the waiting list, before round 1.")


class CheckInIn(Strict):
    """Players who are in the hall."""

    players: Players


class CheckInOut(BaseModel):
    """Who is still expected."""

    present: int
    missing: list[SeatOut]


class AbsentOut(BaseModel):
    """Who was dropped because he did not come, and who got a place by it."""

    dropped: list[SeatOut]
    promoted: list[SeatOut] = Field(description="Of the waiting list, before round 1.")


class FixedTableIn(Strict):
    """Where he always sits; null: wherever he is drawn."""

    table: int | None = Field(ge=1, le=100_000, examples=[1])


class GrantedIn(Strict):
    """S.7: what the missed round counts as; null: nothing, as if it had never been granted."""

    result: Grant | None = Field(examples=["auto_win"])


class IdentifyEntryIn(Strict):
    """Whose an entry is, and why that is known now."""

    player: PlayerId = Field(examples=["1010"])
    reason: Reason


class IdentifiedEntryOut(EntryOut):
    """The entry with the right person."""

    warnings: list[NoticeOut]


class NowOut(BaseModel):
    """Where a player is now."""

    where: Where = Field(
        description="At a table, with a bye (R.4), before a round whose pairing is not out, in the "
        "waiting list, left, disqualified (R.9), out of the TOP (T.9), or nothing is left to play."
    )
    round: int | None = Field(examples=[3])
    table: int | None = Field(default=None, examples=[7])
    opponent: SeatOut | None = None
    result: ResultOut | None = None
    seconds_left: int | None = Field(
        default=None,
        description="Of the round's clock, with what his table has beyond it; below zero: for so "
        "long it is over; null: no clock is set, or he is at no table.",
        examples=[1230],
    )
    clock_runs: bool = Field(default=False, description="Whether it runs, or stands.")


class OwnRoundOut(BaseModel):
    """A round as a player saw it."""

    round: int = Field(examples=[2])
    stage: Stage
    outcome: Outcome = Field(description="granted, missed: S.7.")
    points: float | None = Field(description="R.1–R.7; the TOP gives none.", examples=[3.0])
    table: int | None = Field(examples=[7])
    opponent: SeatOut | None
    result: ResultOut | None


class PlayerNowOut(BaseModel):
    """All that a player asks in the hall."""

    tournament: str
    status: Status
    entry: EntryOut
    now: NowOut
    points: float | None = Field(
        description="Of the Swiss; null: he is not in the table.", examples=[6.5]
    )
    place: int | None = Field(description="T.1–T.8, by the results there are.", examples=[5])
    final_place: int | None = Field(description="T.9, once the TOP has begun.", examples=[None])
    rounds: list[OwnRoundOut]
