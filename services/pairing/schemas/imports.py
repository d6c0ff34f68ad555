"""A finished tournament as one upload (2.1.5): what is sent."""

from typing import Annotated

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from services.pairing.fields import Code, Name, Tool
from shared.contract import ONE_LINE, Day, Moment, PlayerId, Slug, Strict
from shared.events.rounds import ResultKind, Stage
from shared.events.tournaments import Level
from shared.rulesets import DEFAULT

LINE = 120
"""Letters in an identity line."""

NewRef = Annotated[
    str, StringConstraints(min_length=1, max_length=60, pattern=ONE_LINE), Field(examples=["п1"])
]
Ref = Annotated[
    str,
    Field(
        max_length=60,
        description="As `players` calls him: his `ref`, or his ID.",
        examples=["1007"],
    ),
]
"""Of a hundred thousand games: nothing is looked at but whether he is among the players."""
_Said = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class ImportConsentIn(Strict):
    """Which text about personal data was agreed to, and when."""

    version: _Said = Field(examples=["2026-1"])
    date: Day = Field(examples=["2026-11-05"])
    guardian: _Said | None = Field(default=None, description="Who consents for a minor.")


class ImportNewcomerIn(Strict):
    """2.1.2: what a newcomer hands over; checked by the registry, as POST /v1/players:bulk says."""

    first_name: _Said = Field(examples=["Алёна"])
    surname: _Said = Field(examples=["Воронцова"])
    patronymic: _Said | None = Field(default=None, examples=["Игоревна"])
    no_patronymic: bool = Field(default=False, description="D.2.1: the person has none.")
    email: _Said = Field(examples=["alyona@example.org"])
    city: _Said | None = Field(default=None, description="Without it, the tournament's.")
    nickname: _Said | None = None
    phone: _Said | None = None
    club: Slug | None = None
    consent: ImportConsentIn | None = None
    old_numbers: list[_Said] = Field(default=[], max_length=10)
    player: PlayerId | None = Field(
        default=None, description="D.2.2: if he was given this ID without a network."
    )
    namesake: bool = Field(
        default=False, description="D.2.4: confirmed to be another person than the likely twins."
    )


class ImportPlayerIn(Strict):
    """A player of the upload: by ID, by a line about him, or as a newcomer."""

    ref: NewRef | None = Field(
        default=None, description="What `rounds` call him; without it, his ID."
    )
    player: PlayerId | None = Field(default=None, examples=["1007"])
    line: Annotated[str, StringConstraints(min_length=1, max_length=LINE, pattern=ONE_LINE)] | (
        None
    ) = Field(
        default=None,
        description="2.1.4: a name, a nickname, an old number, or several of them.",
        examples=["Воронцова Алёна, Казань"],
    )
    newcomer: ImportNewcomerIn | None = None
    entry: int | None = Field(
        default=None,
        ge=1,
        le=100_000,
        description="His number in the tournament, else the next; whoever has one keeps it.",
    )
    from_round: int = Field(default=1, ge=1, le=100, description="S.7")
    dropped_after: int | None = Field(default=None, ge=0, le=100, description="S.7")
    disqualified_after: int | None = Field(default=None, ge=0, le=100, description="R.9")
    rating_milli: int | None = Field(
        default=None, ge=-(10**9), le=10**9, description="T.6: when round 1 was published."
    )

    @model_validator(mode="after")
    def _one_of_three(self) -> "ImportPlayerIn":
        if sum(each is not None for each in (self.player, self.line, self.newcomer)) != 1:
            raise ValueError(
                "укажите одно: player, line или newcomer|give one of them: player, line or newcomer"
            )
        if self.ref is None and self.player is None:
            raise ValueError("нужен ref: так его зовут в rounds|ref is needed: rounds call him so")
        return self

    @property
    def key(self) -> str:
        """What rounds call him."""
        return self.ref or str(self.player)


def _by_id(given: object) -> object:
    """An ID alone says who it is."""
    return {"player": given} if isinstance(given, str) else given


ImportedPlayer = Annotated[
    ImportPlayerIn, BeforeValidator(_by_id, json_schema_input_type=PlayerId | ImportPlayerIn)
]


class ImportMatchIn(BaseModel):
    """A game."""

    model_config = ConfigDict(extra="forbid")
    a: Ref
    b: Ref
    kind: ResultKind = Field(description="R.1–R.7.", examples=["clean"])
    winner: Ref | None = None
    table: int | None = Field(
        default=None, ge=1, le=100_000, description="Without it, its place in the list."
    )
    penalty: bool = Field(
        default=False, description="R.7: a penalty was given with it; a double loss needs one."
    )


class ImportGrantIn(BaseModel):
    """S.7: a result granted for a round that he was not paired in."""

    model_config = ConfigDict(extra="forbid")
    player: Ref
    points_x2: int = Field(ge=0, le=100, description="Points ×2.", examples=[2])


class ImportRoundIn(Strict):
    """A round."""

    number: int | None = Field(
        default=None,
        ge=1,
        le=100,
        description="Without it, the next one; the first is 1. They count on through the TOP.",
        examples=[1],
    )
    stage: Stage
    matches: list[ImportMatchIn] = Field(max_length=5000)
    byes: list[Ref] = Field(default=[], max_length=5000, description="R.4")
    granted: list[ImportGrantIn] = Field(default=[], max_length=5000, description="S.7")


class ImportStructureIn(Strict):
    """7.2.2: Swiss rounds and the size of the TOP as they were planned."""

    rounds: int = Field(ge=1, le=100)
    top: int = Field(ge=0, le=10_000, description="0 for none.")


class ImportIn(Strict):
    """A finished tournament that was played elsewhere (2.1.5)."""

    source: Tool = Field(
        description="The program or site that gave the id.", examples=["aetherhub"]
    )
    external_id: Name = Field(
        description="Its id there: with the source, what it is known by for ever.",
        examples=["4711"],
    )
    complete: bool = Field(
        default=False,
        description="This is all there is: what an earlier upload had besides goes. Else only the "
        "rounds that are here replace theirs.",
    )
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
    seed: int | None = Field(
        default=None, ge=0, lt=2**48, description="S.1, T.7: of its lots, if they were ours."
    )
    structure: ImportStructureIn | None = Field(
        default=None, description="Without it, what was played."
    )
    seeds: list[Ref] = Field(
        default=[], max_length=10_000, description="T.9: of the TOP, in order."
    )
    players: list[ImportedPlayer] = Field(
        max_length=10_000, examples=[["1007", "1010", "1029", "1032"]]
    )
    rounds: list[ImportRoundIn] = Field(max_length=100)
