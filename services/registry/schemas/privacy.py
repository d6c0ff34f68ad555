"""The contract about private data: contacts, who read them, erasure."""

from datetime import datetime

from pydantic import BaseModel, Field

from services.registry.schemas.people import Consent
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


class ErasedOut(BaseModel):
    """A person without a name: his IDs and their results stay."""

    player: str = Field(description="The ID that he is known under.", examples=["1007"])
    players: list[str] = Field(description="Every ID of his.", examples=[["1007", "1010"]])
    erased_at: datetime = Field(description="When it was done first.")
