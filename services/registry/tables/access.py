"""Keys of clients, sign-in of people, and the keys that sign tokens."""

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field

from services.registry.tables.base import Base


class ApiKey(Base, table=True):
    """A client's key, as a hash. The key itself is shown once, when it is made.

    ends_at: a rotated key works until then, beside its successor.
    """

    __tablename__ = "api_key"
    prefix: str = Field(primary_key=True)
    hash: str
    role: str
    club: str | None
    name: str
    created_at: datetime
    created_by: str
    ends_at: datetime | None = None
    revoked_at: datetime | None = None


class SigningKey(Base, table=True):
    """The private half of a key that signs tokens. Never leaves the registry; the newest signs."""

    __tablename__ = "signing_key"
    kid: str = Field(primary_key=True)
    private_key: str = Field(sa_type=Text)
    created_at: datetime


class Grant(Base, table=True):
    """A person's right to sign in with a role in a city, a club or a tournament.

    ends_at: the last instant that it may be renewed, None: until revoked.
    """

    __tablename__ = "staff"
    grant: str = Field(primary_key=True)
    player: str = Field(index=True)
    role: str
    city: str | None
    club: str | None = Field(index=True)
    tournament: str | None = Field(index=True)
    given_by: str
    given_at: datetime
    ends_at: datetime | None
    revoked_by: str | None = None
    revoked_at: datetime | None = None


class SignInCode(Base, table=True):
    """A one-time code of a grant, as a hash."""

    __tablename__ = "sign_in_code"
    hash: str = Field(primary_key=True)
    grant: str = Field(index=True)
    made_by: str
    made_at: datetime
    ends_at: datetime
    used_at: datetime | None = None
