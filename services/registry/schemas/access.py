"""The contract about keys and tokens."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints, model_validator

from services.registry.schemas.fields import Name
from shared.auth import ROLES
from shared.contract import Slug, Strict

_PREFIX = "1f3a9c20"
_KEY = f"{_PREFIX}.here-follow-43-letters-that-nobody-can-guess"


class KeyIn(Strict):
    """Whom a key is for. A club's key names its club."""

    role: Literal["office", "club"] = Field(examples=["club"])
    name: Name = Field(examples=["ноутбук на входе"])
    club: Slug | None = Field(default=None, examples=["kazan"])

    @model_validator(mode="after")
    def _club_of_club(self) -> "KeyIn":
        if (self.role == "club") is (self.club is None):
            raise ValueError(
                "club указывается для роли club, и только для неё"
                "|club goes with the role club, and only with it"
            )
        return self


class KeyOut(BaseModel):
    """A new key. Shown this once; only its hash is kept."""

    prefix: str = Field(description="Names the key from now on.", examples=[_PREFIX])
    key: str = Field(description="Exchange it at POST /v1/tokens. Keep it secret.", examples=[_KEY])
    role: str = Field(examples=["club"])
    club: str | None = Field(examples=["kazan"])


class TokenIn(Strict):
    """A key to exchange."""

    key: Annotated[str, StringConstraints(min_length=10, max_length=200)] = Field(examples=[_KEY])


class TokenOut(BaseModel):
    """A signed token for every service, as `Authorization: Bearer …`."""

    access_token: str = Field(description="Valid in all four services.", examples=["eyJhbGciOi…"])
    token_type: Literal["bearer"] = "bearer"
    expires_in: int = Field(description="Seconds.", examples=[43200])
    scope: str = Field(examples=[" ".join(ROLES["club"])])


class Revoked(BaseModel):
    """A key that no longer works, nor do tokens got with it."""

    prefix: str = Field(examples=[_PREFIX])
    revoked_at: str = Field(description="UTC.", examples=["2026-11-05T16:20:00.000000Z"])
