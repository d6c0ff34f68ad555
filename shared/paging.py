"""Keyset pages: an opaque cursor that stays right while rows are added."""

import base64
import json
from collections.abc import Sequence
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Query
from pydantic import BaseModel, Field

from shared.refusals import Refusal, Text

T = TypeVar("T")

Limit = Annotated[int, Query(ge=1, le=500, description="Rows on a page.")]
Cursor = Annotated[str | None, Query(description="`next` of the page before.", max_length=400)]


class Page(BaseModel, Generic[T]):
    """One page; ``next`` is the cursor of the following one, null on the last."""

    items: list[T]
    next: str | None = Field(description="Cursor of the next page; null on the last.")


def encode(*key: str | int) -> str:
    """A cursor from the sort key of a page's last row."""
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode().rstrip("=")


def decode(cursor: str, *types: type) -> tuple[Any, ...]:
    """The sort key in a cursor. Raises a 422 refusal on one that we did not give."""
    try:
        key = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if [type(part) for part in key] == list(types) and all(map(_holds, key)):
            return tuple(key)
    except (ValueError, TypeError):
        pass
    raise Refusal(
        "invalid",
        "bad_cursor",
        Text("Такого курсора не было.", "No such cursor was given."),
        where="cursor",
        todo=Text("Начните без cursor.", "Start without a cursor."),
    )


def _holds(part: str | int) -> bool:
    """Whether a column can hold it: 32 bits, no NUL. Raises ValueError on half a letter."""
    if isinstance(part, int):
        return -(2**31) <= part < 2**31
    return b"\0" not in part.encode()


def cut(rows: Sequence[T], limit: int) -> tuple[list[T], bool]:
    """The page out of ``limit + 1`` rows, and whether more follow."""
    return list(rows[:limit]), len(rows) > limit
