"""A finished tournament as one upload (2.1.5)."""

from pydantic import Field

from services.pairing.fields import Code, Name, Tool
from shared.contract import Day, Moment, PlayerId, Slug, Strict
from shared.events.rounds import ResultKind, Stage
from shared.events.tournaments import Level
from shared.rulesets import DEFAULT


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
