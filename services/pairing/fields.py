"""Kinds of fields in the contract that only pairing has."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from shared.contract import ONE_LINE, FreeText, Seen

Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=ONE_LINE),
    Seen,
]
Tool = Annotated[Name, AfterValidator(str.casefold)]
"""A program or site: however it is capitalised, its tournament is the same one."""
Code = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=ONE_LINE)]
Reason = Annotated[FreeText, Field(examples=["Двое играли под чужими номерами, выясняем."])]
"""Why somebody decided so: a note beside the log (law 11)."""
