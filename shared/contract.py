"""What request bodies have in common: strictness, dates, player IDs, limits that are stated."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Annotated, Any

from pydantic import (
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    field_validator,
)
from pydantic_core import CoreSchema, core_schema

from shared.folding import fold, is_nobodys

FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2099, 12, 31)
"""The game itself is younger than the first (2003), and nobody plans up to the other: a day beyond
is a slip. Between them every instant has its like in every time zone, and sorts as text."""
FIRST_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)
LAST_MOMENT = datetime(2099, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
TODAY = "today"
"""As a stated limit: the present day where it is latest on earth."""

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Limit:
    """A field's limit that JSON Schema has no word for: checked, and stated as ``x-…`` beside it.

    check: as of an ``AfterValidator``; None: something else checks, the contract states it.
    stated: ``minimum`` and ``maximum`` of days and instants; ``needs``: what a text must have.
    ``shared.openapi`` says the same in the description.
    """

    def __init__(self, check: Callable[[Any], Any] | None = None, **stated: str) -> None:
        self._check = check
        self._stated = {f"x-{name}": limit for name, limit in stated.items()}

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """The check after all that the field's kind checks by itself."""
        inner = handler(source)
        if self._check is None:
            return inner
        return core_schema.no_info_after_validator_function(self._check, inner)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """The kind's own schema and what is stated."""
        return {**handler(schema), **self._stated}


def _plain_day(value: object) -> object:
    """Law 8: only ``YYYY-MM-DD``; pydantic by itself would take a number for seconds."""
    if isinstance(value, date):
        return value
    if not (isinstance(value, str) and _DAY.fullmatch(value)):
        raise ValueError("нужна дата ГГГГ-ММ-ДД|must be a date, YYYY-MM-DD")
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise ValueError("такой даты нет|there is no such date") from None


def _not_too_early(day: date) -> date:
    if day < FIRST_DAY:
        raise ValueError(f"не раньше {FIRST_DAY}|not before {FIRST_DAY}")
    return day


def _not_too_late(day: date) -> date:
    if day > LAST_DAY:
        raise ValueError(f"не позже {LAST_DAY}|not after {LAST_DAY}")
    return day


OurDay = Annotated[
    date,
    BeforeValidator(_plain_day),
    Limit(_not_too_early, minimum=FIRST_DAY.isoformat()),
]
"""A day with no limit but the first: for what names another last one."""
Day = Annotated[OurDay, Limit(_not_too_late, maximum=LAST_DAY.isoformat())]


def _written_time(value: object) -> object:
    """As text alone: pydantic by itself would take a number for seconds."""
    if isinstance(value, str | datetime):
        return value
    raise ValueError("нужно время с датой и поясом|must be a date and time with its offset")


def _of_this_age(moment: datetime) -> datetime:
    if moment < FIRST_MOMENT:
        raise ValueError(f"не раньше {FIRST_DAY}, UTC|not before {FIRST_DAY}, UTC")
    if moment > LAST_MOMENT:
        raise ValueError(f"не позже {LAST_DAY}, UTC|not after {LAST_DAY}, UTC")
    return moment


Moment = Annotated[
    AwareDatetime,
    BeforeValidator(_written_time),
    Limit(_of_this_age, minimum=f"{FIRST_DAY}T00:00:00Z", maximum=f"{LAST_DAY}T23:59:59.999999Z"),
]
"""An instant, with its offset."""

PLAYER_ID = r"^[1-9][0-9]{1,11}$"
PlayerId = Annotated[str, StringConstraints(pattern=PLAYER_ID)]
"""D.2.2: a decimal serial and its check digit."""

SLUG = r"^[a-z0-9][a-z0-9-]{1,39}$"
Slug = Annotated[str, StringConstraints(pattern=SLUG)]
"""The id of a city, a club, a preset: for addresses and keys, so in Latin letters."""


INFRACTION = r"^P\.[1-9][0-9]?\.[1-9][0-9]?$"


def said_in_words(pattern: str, words: str) -> BeforeValidator:
    """The pattern, which stays for the contract's readers, in words (Russian|English)."""

    def check(value: object) -> object:
        if isinstance(value, str) and not re.fullmatch(pattern, value):
            raise ValueError(words)
        return value

    return BeforeValidator(check)


Infraction = Annotated[
    str,
    StringConstraints(pattern=INFRACTION),
    said_in_words(
        INFRACTION,
        "нужен пункт руководства вида P.5.2|must be a point of the penalty guide, as P.5.2",
    ),
    Field(
        description="P.1.1 a wrong deck list, P.5.2 unsporting conduct (major; 3.2), P.6.1 "
        "cheating, P.6.2 bribery, or another point of the penalty guide.",
        examples=["P.5.2"],
    ),
]
"""P.10: what a penalty is for."""
FreeText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=2000),
    Field(
        description="For the staff alone; it can be wiped.",
        examples=["Подсказывал за столом 3 после двух замечаний."],
    ),
]
"""Law 11: what somebody writes freely; it is in no event."""

ONE_LINE = r"^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+$"
"""No control characters, no line breaks, nothing that turns the direction of what follows."""


def _seen(text: str) -> str:
    """A name that folds to nothing can't be told from another (D.2.3)."""
    if any(map(is_nobodys, text)):
        raise ValueError("есть знаки, которых нет в Юникоде|it has characters that Unicode has not")
    if fold(text):
        return text
    raise ValueError("нужны буквы или цифры|must have letters or digits")


Seen = Limit(_seen, needs="something besides spaces, dashes and quotes")
"""For names: something of them can be seen and compared."""


class Strict(BaseModel):
    """A request refuses fields it does not know, and text that no database can hold.

    A misspelt field must not vanish; a NUL or half a surrogate pair must not become a 500.
    """

    model_config = ConfigDict(extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def _storable(cls, value: Any) -> Any:
        texts = value if isinstance(value, list) else [value]
        if not all(storable(text) for text in texts if isinstance(text, str)):
            raise ValueError(
                "есть знаки, которые нельзя хранить|it has characters that can't be stored"
            )
        return value


def storable(text: str) -> bool:
    """Whether every database of ours can hold a text: no NUL, no half surrogate pair."""
    return "\x00" not in text and not any("\ud800" <= char <= "\udfff" for char in text)
