"""The contract about judges, clubs and cities."""

from datetime import date
from typing import Annotated
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, Field

from services.registry.schemas.fields import Name
from shared.auth import FEDERATION
from shared.contract import Day, Slug, Strict


def _zone(name: str) -> str:
    if name not in available_timezones() or "/" not in name:  # "localtime" is each machine's own
        raise ValueError("такого часового пояса нет|there is no such time zone")
    return name


def _not_the_office(club: str) -> str:
    if club == FEDERATION:
        raise ValueError("это имя занято офисом|this id is the office's own")
    return club


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
