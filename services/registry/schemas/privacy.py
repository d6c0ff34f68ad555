"""The contract about private data: contacts, who read them, erasure."""

from datetime import datetime

from pydantic import BaseModel, Field

from services.registry.schemas.discipline import PlayerPenalties, SuspensionHistoryOut
from services.registry.schemas.people import Consent, PlayerOut
from shared.contract import PlayerId, Strict


class ContactsOut(BaseModel):
    """What is not public of a person; each reading is noted."""

    player: str = Field(description="The ID that was asked for.", examples=["1007"])
    patronymic: str | None = Field(examples=["Игоревна"])
    no_patronymic: bool = Field(description="D.2.1: the person has none.")
    email: str | None = Field(description="Null: erased.", examples=["alyona@example.org"])
    phone: str | None = Field(examples=["+79001234567"])
    consent: Consent | None


class ContactReadOut(BaseModel):
    """One reading of a person's contacts."""

    player: str = Field(examples=["1007"])
    who: str = Field(description="The person or named client that read.", examples=["person:1010"])
    route: str = Field(examples=["GET /v1/players/{player}/contacts"])
    at: datetime


class EraseIn(Strict):
    """A slip of the hand erases nobody."""

    confirm: PlayerId = Field(description="The ID once more.", examples=["1007"])
    id_meant: bool = Field(
        default=False,
        description="D.2.3: confirmed to be the ID, which is another person's old number too.",
    )


class ErasedOut(BaseModel):
    """A person without a name: his IDs and their results stay."""

    player: str = Field(description="The ID that he is known under.", examples=["1007"])
    players: list[str] = Field(description="Every ID of his.", examples=[["1007", "1010"]])
    erased_at: datetime = Field(description="When it was done first.")


class RightOut(BaseModel):
    """A right to sign in that he has or had."""

    role: str = Field(examples=["head_judge"])
    city: str | None
    club: str | None
    tournament: str | None
    given_at: datetime
    ends_at: datetime | None
    revoked_at: datetime | None


class OneIdOut(BaseModel):
    """What is held under one ID."""

    public: PlayerOut
    private: ContactsOut
    registered_at: datetime
    registered_by: str = Field(examples=["club:kazan:1f3a9c20"])


class PersonalFile(BaseModel):
    """All that the registry holds about a person, to be handed to him; reading it is noted."""

    player: str = Field(description="The ID that he is known under.", examples=["1007"])
    ids: list[OneIdOut] = Field(description="Under each of his IDs.")
    penalties: PlayerPenalties
    suspensions: list[SuspensionHistoryOut]
    rights: list[RightOut]
    readings: list[ContactReadOut] = Field(
        description="Who read his contacts, the newest first: 500 at most, all are at "
        "GET /v1/audit/contacts."
    )
