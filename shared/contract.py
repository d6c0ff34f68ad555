"""What request bodies have in common: strictness, dates, player IDs."""

import re
from datetime import date
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    StringConstraints,
    field_validator,
)

from shared.folding import fold

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


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


Day = Annotated[date, BeforeValidator(_plain_day)]
PLAYER_ID = r"^[1-9][0-9]{1,11}$"
PlayerId = Annotated[str, StringConstraints(pattern=PLAYER_ID)]
"""D.2.2: a decimal serial and its check digit."""

SLUG = r"^[a-z0-9][a-z0-9-]{1,39}$"
Slug = Annotated[str, StringConstraints(pattern=SLUG)]
"""The id of a city, a club, a preset: for addresses and keys, so in Latin letters."""


ONE_LINE = r"^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+$"
"""No control characters, no line breaks, nothing that turns the direction of what follows."""


def _seen(text: str) -> str:
    """A name that folds to nothing can't be told from another (D.2.3)."""
    if fold(text):
        return text
    raise ValueError("нужны буквы или цифры|must have letters or digits")


Seen = AfterValidator(_seen)
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
