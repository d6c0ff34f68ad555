"""The contract about people: registration and look-up."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints, model_validator

from services.registry.schemas.fields import Email, Name
from shared.contract import ONE_LINE, PlayerId, Strict


class NewPlayer(Strict):
    """Rule 2.1.2: what a newcomer hands over."""

    first_name: Name = Field(examples=["Алёна"])
    surname: Name = Field(examples=["Воронцова"])
    patronymic: Name | None = Field(default=None, examples=["Игоревна"])
    no_patronymic: bool = Field(default=False, description="D.2.1: the person has none.")
    email: Email = Field(examples=["alyona@example.org"])
    city: Name = Field(examples=["Казань"])
    nickname: Name | None = Field(default=None, examples=["Ворона"])
    phone: Annotated[str, StringConstraints(max_length=40, pattern=ONE_LINE)] | None = None
    namesake: bool = Field(
        default=False, description="D.2.4: confirmed to be another person than the likely twins."
    )

    @model_validator(mode="after")
    def _patronymic_or_flag(self) -> "NewPlayer":
        if (self.patronymic is None) is not self.no_patronymic:
            raise ValueError(
                "укажите отчество или no_patronymic (D.2.1)"
                "|give a patronymic or no_patronymic (D.2.1)"
            )
        return self


class PlayerOut(BaseModel):
    """A person's public state: never a patronymic, an e-mail or a phone."""

    player: str = Field(description="The ID.", examples=["1007"])
    first_name: str = Field(examples=["Алёна"])
    surname: str = Field(examples=["Воронцова"])
    nickname: str | None = Field(examples=["Ворона"])
    city: str = Field(examples=["Казань"])
    status: Literal["provisional", "registered"] = Field(description="D.2.2")


class BulkPlayers(Strict):
    """People to register in one call, all or none if a field is wrong."""

    players: list[NewPlayer] = Field(min_length=1, max_length=1000)


class BulkRow(BaseModel):
    """What became of one person: registered, known already, or a likely twin to be confirmed."""

    row: int = Field(description="From 0, as sent.")
    outcome: Literal["registered", "known", "twin", "nickname_taken"]
    player: str | None = Field(description="The ID; null for a twin or a taken nickname.")
    candidates: list[PlayerOut] = Field(default=[], description="D.2.4: likely twins.")


class BulkReport(BaseModel):
    """One row for each person, in the order sent."""

    registered: int
    known: int
    refused: int
    rows: list[BulkRow]


class Lookup(Strict):
    """IDs to look up in one call."""

    players: list[PlayerId] = Field(
        min_length=1, max_length=2000, examples=[["1007", "1010", "1029"]]
    )


class Identified(BaseModel):
    """Rule 2.1.4, D.2.3: exactly one, several to choose from, or none. Never a guess.

    A surname alone finds all who bear it, a first name alone nobody; 20 are shown at most.
    """

    outcome: Literal["exact", "several", "none"]
    players: list[PlayerOut]
