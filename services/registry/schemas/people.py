"""The contract about people: registration, changes and look-up."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints, model_validator

from services.registry.schemas.fields import (
    CheckedId,
    Email,
    Name,
    Nickname,
    OldNumberText,
    PastDay,
    PersonName,
    Phone,
)
from shared.contract import ONE_LINE, PlayerId, Slug, Strict

Status = Literal["provisional", "registered", "lapsed"]
Outcome = Literal[
    "registered",
    "known",
    "twin",
    "nickname_taken",
    "number_taken",
    "city_not_found",
    "club_not_found",
    "id_not_leased",
    "id_taken",
]
"""What became of one person: registered, known already, a twin to be confirmed, or why not."""


_PATRONYMIC = (
    "укажите что-то одно: отчество или, если его нет, no_patronymic: true (D.2.1)"
    "|give one of them: a patronymic or, if there is none, no_patronymic: true (D.2.1)"
)


class Consent(Strict):
    """Which text about personal data was agreed to, and when."""

    version: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=ONE_LINE),
    ] = Field(examples=["2026-1"])
    date: PastDay = Field(examples=["2026-11-05"])
    guardian: Name | None = Field(
        default=None, description="Who consents for a minor.", examples=["Воронцов Игорь Павлович"]
    )


class NewPlayer(Strict):
    """Rule 2.1.2: what a newcomer hands over."""

    first_name: PersonName = Field(examples=["Алёна"])
    surname: PersonName = Field(examples=["Воронцова"])
    patronymic: PersonName | None = Field(default=None, examples=["Игоревна"])
    no_patronymic: bool = Field(default=False, description="D.2.1: the person has none.")
    email: Email = Field(examples=["alyona@example.org"])
    city: Name = Field(
        description="One that the registry knows, by name or id.", examples=["Казань"]
    )
    nickname: Nickname | None = Field(default=None, examples=["Ворона"])
    phone: Phone | None = Field(default=None, examples=["8 (900) 123-45-67"])
    club: Slug | None = Field(default=None, examples=["kazan"])
    consent: Consent | None = None
    old_numbers: list[OldNumberText] = Field(
        default=[],
        max_length=10,
        description="D.2.2: his numbers in older bases.",
        examples=[["00417"]],
    )
    player: CheckedId | None = Field(
        default=None,
        description="D.2.2: only for a newcomer who was given this ID without a network, out of "
        "the club's leased block.",
        examples=[None],
    )
    namesake: bool = Field(
        default=False, description="D.2.4: confirmed to be another person than the likely twins."
    )

    @model_validator(mode="after")
    def _patronymic_or_flag(self) -> "NewPlayer":
        if (self.patronymic is None) is not self.no_patronymic:
            raise ValueError(_PATRONYMIC)
        return self


class PlayerChange(Strict):
    """What is to be changed; what is left out stays, null takes away what may be missing.

    old_numbers are added to those he has: none is ever taken away (D.2.2).
    """

    first_name: PersonName = Field(default_factory=str, examples=["Алёна"])
    surname: PersonName = Field(default_factory=str, examples=["Ежова"])
    patronymic: PersonName | None = Field(default=None, examples=["Игоревна"])
    no_patronymic: bool = Field(default=False, description="D.2.1: the person has none.")
    email: Email = Field(default_factory=str, examples=["alyona@example.org"])
    city: Name = Field(
        default_factory=str,
        description="One that the registry knows, by name or id.",
        examples=["Омск"],
    )
    nickname: Nickname | None = Field(default=None, examples=["Ворона"])
    phone: Phone | None = Field(default=None, examples=["+7 900 123-45-67"])
    club: Slug | None = Field(default=None, examples=["kazan"])
    consent: Consent | None = None
    old_numbers: list[OldNumberText] = Field(default=[], max_length=10, examples=[["00417"]])
    namesake: bool = Field(
        default=False, description="D.2.4: confirmed to be another person than the likely twins."
    )

    @model_validator(mode="after")
    def _something_whole(self) -> "PlayerChange":
        if not self.model_fields_set - {"namesake"}:
            raise ValueError("нечего менять|there is nothing to change")
        said = self.model_fields_set & {"patronymic", "no_patronymic"}
        if said and (self.patronymic is None) is not self.no_patronymic:
            raise ValueError(_PATRONYMIC)
        return self


class PlayerOut(BaseModel):
    """A person's public state: never a patronymic, an e-mail or a phone."""

    player: str = Field(description="The ID.", examples=["1007"])
    first_name: str = Field(examples=["Алёна"])
    surname: str = Field(examples=["Воронцова"])
    nickname: str | None = Field(examples=["Ворона"])
    city: str = Field(examples=["Казань"])
    club: str | None = Field(examples=["kazan"])
    status: Status = Field(
        description="D.2.2; lapsed: provisional for longer than a season, in no look-up by name."
    )
    old_numbers: list[str] = Field(
        description="D.2.2: his numbers in older bases, as written.", examples=[["00417"]]
    )
    erased: bool = Field(
        description="Law 11: the data were erased on request, names are blank; show the ID."
    )
    asked: str | None = Field(
        default=None,
        description="The number that was asked for: an ID, one that was merged, or an old number; "
        "null where nobody asked by number.",
    )


class TwinOut(PlayerOut):
    """D.2.4: a likely twin, with what tells namesakes apart: city, club, first year."""

    first_year: int | None = Field(
        description="Of the first finished tournament that he was paired in.", examples=[2019]
    )


class RemarkOut(BaseModel):
    """What somebody should look at; nothing is stopped by it."""

    code: str = Field(description="Stable name for programs.", examples=["mixed_alphabets"])
    where: str = Field(description="The field.", examples=["surname"])
    message: str = Field(description="In the language asked for.")


class RegisteredOut(PlayerOut):
    """A person as registered or changed just now, and what somebody should look at."""

    notices: list[RemarkOut]


class BulkPlayers(Strict):
    """People to register in one call, all or none if a field is wrong."""

    players: list[NewPlayer] = Field(min_length=1, max_length=1000)


class BulkRow(BaseModel):
    """What became of one person."""

    row: int = Field(description="From 0, as sent.")
    outcome: Outcome
    player: str | None = Field(description="The ID; null if there is none yet.")
    candidates: list[TwinOut] = Field(
        default=[], description="D.2.4: likely twins; or whose the nickname, number or ID is."
    )
    message: str | None = Field(
        default=None, description="Why there is no ID and what to do, in the language asked for."
    )
    notices: list[RemarkOut] = []


class BulkReport(BaseModel):
    """One row for each person, in the order sent."""

    registered: int
    known: int
    refused: int
    rows: list[BulkRow]


class Lookup(Strict):
    """IDs, and numbers of older bases, to look up in one call."""

    players: list[PlayerId] = Field(
        default=[], max_length=2000, examples=[["1007", "1010", "1029"]]
    )
    old_numbers: list[OldNumberText] = Field(
        default=[],
        max_length=2000,
        description="D.2.2: as old numbers only, also one that is somebody's ID.",
        examples=[["00417"]],
    )

    @model_validator(mode="after")
    def _anything(self) -> "Lookup":
        if not self.players and not self.old_numbers:
            raise ValueError("укажите players или old_numbers|give players or old_numbers")
        return self
