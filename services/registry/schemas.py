"""The registry's public contract."""

import re
from datetime import date
from typing import Annotated, Literal
from zoneinfo import available_timezones

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    StringConstraints,
    model_validator,
)

from shared.auth import FEDERATION, ROLES
from shared.contract import ONE_LINE, Day, PlayerId, Seen, Slug, Strict

Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=ONE_LINE),
    Seen,
]
_ADDRESS = r"^[^@\s]+@[^@\s]+\.[^@\s]+$"


def _address(value: object) -> object:
    """The pattern, which stays for the contract's readers, said in words."""
    if isinstance(value, str) and not re.match(_ADDRESS, value.strip()):
        raise ValueError("нужен адрес вида имя@пример.ru|must look like name@example.org")
    return value


Email = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=200, pattern=_ADDRESS),
    BeforeValidator(_address),
]

_PREFIX = "1f3a9c20"
_KEY = f"{_PREFIX}.here-follow-43-letters-that-nobody-can-guess"


def _zone(name: str) -> str:
    if name not in available_timezones() or "/" not in name:  # "localtime" is each machine's own
        raise ValueError("такого часового пояса нет|there is no such time zone")
    return name


def _not_the_office(club: str) -> str:
    if club == FEDERATION:
        raise ValueError("это имя занято офисом|this id is the office's own")
    return club


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


class JudgeIn(Strict):
    """A judge's certificate (6.x)."""

    level: int = Field(ge=1, le=4, examples=[2])
    since: Day = Field(examples=["2026-01-15"])
    certified_by: Name = Field(examples=["Коллегия судей"])


class JudgeOut(BaseModel):
    """A judge."""

    player: str = Field(description="The ID.", examples=["1007"])
    level: int = Field(description="6.1–6.3: 1 to 4.", examples=[2])
    since: date = Field(examples=["2026-01-15"])


class ClubIn(Strict):
    """A new club."""

    club: Annotated[Slug, AfterValidator(_not_the_office)] = Field(examples=["kazan"])
    name: Name = Field(examples=["Клуб «Степной ветер»"])
    city: Slug = Field(examples=["kazan"])
    accredited: bool = Field(default=False, description="D.2.5: may run official tournaments.")


class ClubOut(ClubIn):
    """A club."""


class CityIn(Strict):
    """A city's name and IANA zone."""

    name: Name = Field(examples=["Казань"])
    zone: Annotated[str, AfterValidator(_zone)] = Field(examples=["Europe/Moscow"])


class CityOut(CityIn):
    """A city."""

    city: str = Field(examples=["kazan"])


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
