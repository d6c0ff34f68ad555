"""What is answered to an upload (2.1.5), uploads that wait for a decision, and an export."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from services.pairing.schemas.imports import ImportStructureIn
from services.pairing.schemas.parts import NoticeOut
from services.pairing.schemas.tournaments import TournamentOut
from shared.events.rounds import ResultKind, Stage
from shared.events.tournaments import Level


class ImportCandidateOut(BaseModel):
    """Who may be meant, with what tells namesakes apart."""

    player: str = Field(examples=["1007"])
    surname: str = Field(examples=["Воронцова"])
    first_name: str = Field(examples=["Алёна"])
    nickname: str | None = Field(examples=["Ворона"])
    city: str = Field(examples=["Казань"])
    club: str | None = Field(examples=["kazan"])
    first_year: int | None = Field(description="Of the first tournament.", examples=[2019])


class ImportLineOut(BaseModel):
    """What is known of one player of the upload."""

    row: int = Field(description="His place in `players`, from 0.")
    ref: str = Field(description="What `rounds` call him.", examples=["п1"])
    outcome: Literal["known", "candidates", "new", "error"] = Field(
        description="known: he has an ID; candidates: choose one of them; new: he gets an ID when "
        "it is uploaded; error: see message."
    )
    player: str | None = Field(description="His ID.", examples=["1007"])
    name: str | None = Field(description="By what is known here.", examples=["Воронцова Алёна"])
    candidates: list[ImportCandidateOut] = []
    code: str | None = Field(default=None, description="Why it is not clear, for programs.")
    rule: str | None = Field(default=None, examples=["D.2.3"])
    message: str | None = Field(default=None, description="In the language asked for.")


class ImportCountsOut(BaseModel):
    """Players of each outcome."""

    known: int = Field(examples=[31])
    candidates: int = Field(examples=[1])
    new: int = Field(examples=[2])
    error: int = Field(examples=[0])


class ImportFaultOut(BaseModel):
    """What is wrong, and where."""

    where: str = Field(examples=["body.rounds.3.matches.2.b"])
    code: str = Field(examples=["player_twice_in_round"])
    rule: str | None = Field(examples=["7.0.1"])
    message: str = Field(description="In the language asked for.")


class ResultSaidOut(BaseModel):
    """A result of a pair."""

    kind: ResultKind | None
    winner: str | None


class TableChangeOut(BaseModel):
    """What became of a pair in a round; null where it did not play."""

    round: int
    a: str = Field(examples=["1007"])
    b: str = Field(examples=["1010"])
    before: ResultSaidOut | None
    after: ResultSaidOut | None


class ByeChangeOut(BaseModel):
    """R.4: who has a bye now and had none, or the other way round."""

    round: int
    player: str = Field(examples=["1007"])
    now: bool


class ChangesOut(BaseModel):
    """What an upload changes; a newcomer without an ID yet is called by his `ref`."""

    fields: list[str] = Field(description="Of the tournament itself.", examples=[["name"]])
    players_added: list[str]
    players_removed: list[str]
    rounds_added: list[int]
    rounds_removed: list[int]
    tables: list[TableChangeOut] = Field(description="In rounds that were there and still are.")
    byes: list[ByeChangeOut]


Outcome = Literal["created", "known", "changed", "waiting", "declined"]
"""What becomes of an upload: a new tournament; nothing new; a new revision; it waits for a decision
(another club's, or the list with the tournament is out: D.4.10), or had one against it."""


class ImportForeseenOut(BaseModel):
    """The dry run's answer: what would be done, line by line. Nothing was written."""

    tournament: str = Field(description="The id that it has or would have.")
    outcome: Outcome | None = Field(description="null: it is not clear yet, see lines and errors.")
    counts: ImportCountsOut
    lines: list[ImportLineOut]
    errors: list[ImportFaultOut]
    changes: ChangesOut | None = Field(description="If the tournament is here already.")
    warnings: list[NoticeOut]


class ImportedOut(TournamentOut):
    """The tournament as it is after the upload, and what the upload did."""

    outcome: Outcome
    changes: ChangesOut | None = Field(description="What is different, or would be if accepted.")
    upload: str | None = Field(
        description="The upload that waits for a decision: GET /v1/uploads/{upload}."
    )


UploadState = Literal["waiting", "accepted", "declined"]


class UploadRow(BaseModel):
    """An upload that would change a tournament, and waits for who may decide so."""

    upload: str = Field(examples=["6f1c9a52-6f0b-4f0e-9a53-0b0f6f0e7d11"])
    tournament: str = Field(examples=["6f1c9a52-6f0b-4f0e-9a53-0b0f6f0e7d11"])
    club: str | None = Field(description="Whose upload it is.", examples=["omsk"])
    at: datetime
    state: UploadState
    decided_at: datetime | None


class UploadOut(UploadRow):
    """One of them, with what it comes to."""

    changes: ChangesOut | None = Field(
        description="What accepting it would change now; of one just accepted, what it changed."
    )
    fits: bool = Field(description="Whether it can be accepted, as the tournament is now.")


class ExportedMatchOut(BaseModel):
    """A game with a result."""

    table: int
    a: str = Field(examples=["1007"])
    b: str = Field(examples=["1010"])
    kind: ResultKind
    winner: str | None
    penalty: bool


class ExportedGrantOut(BaseModel):
    """S.7: a granted result."""

    player: str
    points_x2: int


class ExportedRoundOut(BaseModel):
    """A round."""

    number: int
    stage: Stage
    matches: list[ExportedMatchOut]
    byes: list[str]
    granted: list[ExportedGrantOut]


class ExportedPlayerOut(BaseModel):
    """Who takes or took part."""

    player: str = Field(examples=["1007"])
    entry: int
    from_round: int
    dropped_after: int | None
    disqualified_after: int | None
    rating_milli: int | None


class ExportOut(BaseModel):
    """A tournament in the form of POST /v1/tournaments:import."""

    source: str
    external_id: str
    complete: bool
    name: str
    city: str
    date: str
    finished_at: str | None = Field(
        description="null: it is not finished, and can't be uploaded so."
    )
    format: str
    rule_set: str
    level: Level
    seed: int
    structure: ImportStructureIn | None
    seeds: list[str]
    players: list[ExportedPlayerOut]
    rounds: list[ExportedRoundOut]
