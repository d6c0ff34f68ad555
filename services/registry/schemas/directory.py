"""The contract about clubs and cities."""

from datetime import date
from functools import cache
from typing import Annotated
from zoneinfo import available_timezones

from pydantic import (
    AfterValidator,
    BaseModel,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
)

from services.registry.schemas.fields import Name
from shared.auth import FEDERATION
from shared.contract import FIRST_DAY, Day, Slug, Strict


@cache
def _zones() -> set[str]:
    """Asked once: it walks through all of the system's zone files."""
    return available_timezones()


def _zone(name: str) -> str:
    if name not in _zones() or "/" not in name:  # "localtime" is each machine's own
        raise ValueError(
            "нет такого часового пояса: нужен вида Europe/Moscow, Asia/Omsk"
            "|no such time zone: must be like Europe/Moscow, Asia/Omsk"
        )
    return name


def _not_the_office(club: str) -> str:
    if club == FEDERATION:
        raise ValueError("это имя занято офисом|this id is the office's own")
    return club


class PeriodIn(Strict):
    """From a day on, to a last day or without an end."""

    since: Day = Field(description="The first day.", examples=["2026-01-15"])
    until: Day | None = Field(
        default=None,
        description="The last day, `since` or later; null while no end is set.",
        examples=[None],
    )

    @field_validator("until")
    @classmethod
    def _in_order(cls, until: date | None, info: ValidationInfo) -> date | None:
        since = info.data.get("since")
        if until and since and until < since:
            raise ValueError("последний день раньше первого|it ends before it begins")
        return until


class PeriodOut(BaseModel):
    """The days from one to another, both included."""

    since: date = Field(examples=["2026-01-15"])
    until: date | None = Field(description="The last day; null: no end is set.", examples=[None])


class ClubChange(Strict):
    """A club's name and city."""

    name: Name = Field(examples=["Клуб «Степной ветер»"])
    city: Slug = Field(description="The city's id.", examples=["kazan"])


class ClubIn(ClubChange):
    """A new club."""

    club: Annotated[Slug, AfterValidator(_not_the_office)] = Field(
        description=f"Not `{FEDERATION}`, which is the office's own.", examples=["kazan"]
    )
    accredited: bool = Field(
        default=False,
        description=f"D.2.5: may run official tournaments of any date from {FIRST_DAY} on. "
        "With days of its own: PUT /v1/clubs/{club}/accreditation.",
    )


class ClubOut(BaseModel):
    """A club."""

    club: str = Field(examples=["kazan"])
    name: str = Field(examples=["Клуб «Степной ветер»"])
    city: str = Field(examples=["kazan"])
    accredited: bool = Field(description="D.2.5: on the day asked for, by default today (UTC).")
    accredited_in: list[PeriodOut] = Field(
        description="D.2.5: all days on which its tournaments may be official, oldest first."
    )


class CityIn(Strict):
    """A city's name and IANA zone."""

    name: Name = Field(examples=["Казань"])
    zone: Annotated[str, StringConstraints(max_length=40), AfterValidator(_zone)] = Field(
        description="IANA time zone.", examples=["Europe/Moscow"]
    )


class CityOut(BaseModel):
    """A city."""

    city: str = Field(examples=["kazan"])
    name: str = Field(examples=["Казань"])
    zone: str = Field(description="IANA time zone.", examples=["Europe/Moscow"])
    series: bool = Field(
        description="7.5.1: may run a series on the day asked for, by default today (UTC)."
    )
    series_in: list[PeriodOut] = Field(description="7.5.1: all days of its series, oldest first.")
