"""Kinds of fields in the contract that only pairing has."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, StringConstraints

from shared.contract import ONE_LINE, Seen


def _written_time(value: object) -> object:
    if isinstance(value, str | datetime):
        return value
    raise ValueError("нужно время с датой и поясом|must be a date and time with its offset")


def _of_this_age(moment: datetime) -> datetime:
    """Far years have no instant in UTC, or one that does not sort as text (D.4.3)."""
    if 2000 <= moment.year < 2100:
        return moment
    raise ValueError("год от 2000 до 2099|the year must be 2000 to 2099")


Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=ONE_LINE),
    Seen,
]
Tool = Annotated[Name, AfterValidator(str.casefold)]
"""A program or site: however it is capitalised, its tournament is the same one."""
Code = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=ONE_LINE)]
Moment = Annotated[AwareDatetime, BeforeValidator(_written_time), AfterValidator(_of_this_age)]
