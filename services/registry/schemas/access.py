"""The contract about keys and tokens."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints, model_validator

from services.registry.schemas.fields import Name
from shared.auth import ROLES
from shared.contract import Slug, Strict

_PREFIX = "1f3a9c20"
_KEY = f"{_PREFIX}.here-follow-43-letters-that-nobody-can-guess"


class KeyIn(Strict):
    """Whom a key is for: the office, a club (named), or a third party that only reads."""

    role: Literal["office", "club", "reader"] = Field(examples=["club"])
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


class KeyRow(BaseModel):
    """A key as it is listed: never the key itself."""

    prefix: str = Field(examples=[_PREFIX])
    role: str = Field(examples=["club"])
    club: str | None = Field(examples=["kazan"])
    name: str = Field(examples=["ноутбук на входе"])
    created_by: str = Field(examples=["office:federation:0b1c2d3e"])
    created_at: datetime
    ends_at: datetime | None = Field(description="It was rotated and works until then.")
    revoked_at: datetime | None


class RotateIn(Strict):
    """How long the old key works beside the new one."""

    overlap_hours: int = Field(default=24, ge=0, le=720, examples=[24])


class TokenIn(Strict):
    """A key to exchange."""

    key: Annotated[str, StringConstraints(min_length=10, max_length=200)] = Field(examples=[_KEY])


class TokenOut(BaseModel):
    """A signed token for every service, as `Authorization: Bearer …`."""

    access_token: str = Field(description="Valid in all four services.", examples=["eyJhbGciOi…"])
    token_type: Literal["bearer"] = "bearer"
    expires_in: int = Field(description="Seconds.", examples=[43200])
    renew_after: int | None = Field(
        description="Of a person: seconds after which a client asks POST /v1/tokens:renew for the "
        "next one; if the registry is away, this one goes on. Null: exchange the key again.",
        examples=[43200],
    )
    scope: str = Field(examples=[" ".join(ROLES["club"])])
    who: str = Field(
        description="The caller's name in events.", examples=["person:1007", "club:kazan:1f3a9c20"]
    )
    role: str = Field(examples=["club"])
    city: str | None = Field(default=None, examples=["kazan"])
    club: str | None = Field(default=None, examples=["kazan"])
    tournament: str | None = None


class Revoked(BaseModel):
    """A key that no longer works, nor do tokens got with it."""

    prefix: str = Field(examples=[_PREFIX])
    revoked_at: datetime = Field(description="UTC.", examples=["2026-11-05T16:20:00Z"])
