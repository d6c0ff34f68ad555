"""Pairing's public contract. People are player IDs here; entry numbers are a tournament's own."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

from services.pairing.domain.state import Status
from services.pairing.fields import Code, Name, Tool
from shared.contract import Day, Moment, PlayerId, Slug, Strict
from shared.events.tournaments import FlagCode, Level, ResultKind, Stage
from shared.rulesets import DEFAULT


class TournamentIn(Strict):
    """A tournament to announce. Four fields are enough; the answer shows what the rest became."""

    name: Name = Field(examples=["Кубок Казани"])
    city: Name = Field(description="Id or name.", examples=["Казань"])
    date: Day = Field(description="The local day.", examples=["2026-11-05"])
    format: Code = Field(examples=["constructed-classic"])
    rule_set: Code = Field(default=DEFAULT, examples=[DEFAULT])
    level: Level = Field(default="amateur", description="6.1–6.3.")
    preset: Code | None = Field(
        default=None, description="N.2: a structure of the rule set's.", examples=[None]
    )
    official: bool | None = Field(
        default=None, description="D.2.5; without it, whatever the caller may."
    )
    head_judge: PlayerId | None = Field(default=None, description="6.1–6.3: a judge's ID.")
    club: Slug | None = Field(
        default=None, description="For the office; a club's token names its club itself."
    )


class SeatOut(BaseModel):
    """A player's place in a tournament: at a table, or whom a warning is about."""

    entry: int = Field(description="His number in this tournament.", examples=[3])
    player: str = Field(examples=["1007"])
    name: str = Field(examples=["Воронцова Алёна"])


class NoticeOut(BaseModel):
    """A warning: nothing is stopped by it."""

    code: str = Field(description="Stable name for programs.", examples=["few_players"])
    message: str = Field(description="In the language asked for.")
    rule: str = Field(description="Id in the rules index.", examples=["7.2.1"])
    entries: list[SeatOut] = Field(
        default=[], description="person_entered_twice (D.2.4): one person's; otherwise empty."
    )


class StructureOut(BaseModel):
    """Rule 7.2.2: Swiss rounds and the size of the TOP."""

    rounds: int
    top: int = Field(description="0 for none.")
    fixed: bool = Field(description="By round 1; before it, what it would be for those entered.")


class TournamentRow(BaseModel):
    """A tournament in a list."""

    tournament: str = Field(examples=["6f1c9a52-6f0b-4f0e-9a53-0b0f6f0e7d11"])
    name: str = Field(examples=["Кубок Казани"])
    city: str = Field(examples=["kazan"])
    city_name: str = Field(examples=["Казань"])
    date: str = Field(description="The local day.", examples=["2026-11-05"])
    club: str = Field(examples=["kazan"])
    format: str = Field(examples=["constructed-classic"])
    official: bool = Field(description="D.2.5: rated when it finishes.", examples=[True])
    status: Status
    players: int = Field(examples=[16])


class TournamentOut(TournamentRow):
    """A tournament, with all that was left open when it was announced."""

    zone: str = Field(description="IANA zone of the city.", examples=["Europe/Moscow"])
    rule_set: str
    level: Level = Field(description="6.1–6.3.")
    preset: str | None
    head_judge: str | None
    flags: list[FlagCode] = Field(description="D.2.5: codes in force; rated only without any.")
    seed: int = Field(description="S.1, T.7: of all lots; with it the draw can be repeated.")
    version: int = Field(description="Events in its log.")
    structure: StructureOut
    deck_lists: Literal["none", "desirable", "required"] = Field(description="6.1–6.3.")
    finished_at: str | None = Field(description="D.4.3: the first finish, UTC.")
    warnings: list[NoticeOut]


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


class ResultIn(Strict):
    """A table's result."""

    kind: ResultKind = Field(description="R.1–R.7.", examples=["clean"])
    winner: PlayerId | None = Field(
        default=None, description="Player ID; null where nobody won.", examples=["1007"]
    )


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


class FlagIn(Strict):
    """A code to put in force or to lift (D.2.5)."""

    code: FlagCode = Field(examples=["hold"])


class ImportMatchIn(Strict):
    """A game by player IDs."""

    a: PlayerId = Field(examples=["1007"])
    b: PlayerId = Field(examples=["1010"])
    kind: ResultKind = Field(description="R.1–R.6.", examples=["clean"])
    winner: PlayerId | None = Field(default=None, examples=["1007"])


class ImportRoundIn(Strict):
    """A round: tables are numbered in this order."""

    stage: Stage
    matches: list[ImportMatchIn] = Field(max_length=5000)
    byes: list[PlayerId] = Field(default=[], max_length=5000, description="R.4")


class ImportIn(Strict):
    """A finished tournament that was played elsewhere (2.1.5)."""

    tool: Tool = Field(description="The program or site that gave the id.", examples=["aetherhub"])
    tool_id: Name = Field(examples=["4711"])
    name: Name = Field(examples=["Кубок Казани"])
    city: Name = Field(description="Id or name.", examples=["Казань"])
    date: Day = Field(description="The local day.", examples=["2026-11-05"])
    finished_at: Moment = Field(
        description="D.4.3: its place in the ledger.", examples=["2026-11-05T19:30:00+03:00"]
    )
    format: Code = Field(examples=["constructed-classic"])
    rule_set: Code = Field(default=DEFAULT, examples=[DEFAULT])
    level: Level = "amateur"
    official: bool | None = Field(
        default=None, description="D.2.5; without it, whatever the caller may."
    )
    club: Slug | None = None
    players: list[PlayerId] = Field(max_length=10_000, examples=[["1007", "1010", "1029", "1032"]])
    rounds: list[ImportRoundIn] = Field(max_length=100)


class LogRow(BaseModel):
    """One event of a tournament's log (law 2)."""

    number: int
    type: str = Field(examples=["match.result.recorded.v1"])
    at: datetime
    who: str
    data: dict[str, Any]
