"""The registry's own tables. Personal data live here and nowhere else (law 11)."""

from datetime import datetime

from sqlalchemy import Text
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from shared.db import own_metadata


class Base(SQLModel, registry=registry(metadata=own_metadata())):
    """Base of the registry's tables."""


class Serial(Base, table=True):
    """The next serial of a kind; its row lock makes numbers unique."""

    __tablename__ = "serial"
    kind: str = Field(primary_key=True)
    next: int


class Player(Base, table=True):
    """A person (2.1.2). ``*_key`` are folded forms; revision counts published states."""

    __tablename__ = "player"
    player: str = Field(primary_key=True)
    serial: int = Field(unique=True)
    revision: int = 1
    first_name: str
    surname: str
    patronymic: str | None
    no_patronymic: bool
    nickname: str | None
    nickname_key: str | None = Field(unique=True)
    email: str
    email_key: str = Field(index=True)
    phone: str | None
    city: str
    city_key: str = Field(index=True)
    full_key: str
    short_key: str = Field(index=True)
    status: str = "provisional"
    created_at: datetime
    created_by: str


class Judge(Base, table=True):
    """A judge's level 1–4 (6.x), since when, and who certified it."""

    __tablename__ = "judge"
    player: str = Field(primary_key=True)
    revision: int = 1
    level: int
    since: str
    certified_by: str


class Club(Base, table=True):
    """A club."""

    __tablename__ = "club"
    club: str = Field(primary_key=True)
    revision: int = 1
    name: str
    city: str
    accredited: bool


class City(Base, table=True):
    """A city and its IANA time zone."""

    __tablename__ = "city"
    city: str = Field(primary_key=True)
    revision: int = 1
    name: str
    name_key: str = Field(unique=True)
    zone: str


class ApiKey(Base, table=True):
    """A client's key, as a hash. The key itself is shown once, when it is made."""

    __tablename__ = "api_key"
    prefix: str = Field(primary_key=True)
    hash: str
    role: str
    club: str | None
    name: str
    created_at: datetime
    created_by: str
    revoked_at: datetime | None = None


class SigningKey(Base, table=True):
    """The private half of a key that signs tokens. Never leaves the registry."""

    __tablename__ = "signing_key"
    kid: str = Field(primary_key=True)
    private_key: str = Field(sa_type=Text)
    created_at: datetime
