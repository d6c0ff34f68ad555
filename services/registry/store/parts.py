"""Questions about thousands of values, some at a time: SQLite counts a statement's variables."""

from collections.abc import Iterable
from typing import Any

from sqlmodel import Session

PART = 500


def rows_among(tx: Session, query: Any, column: Any, values: Iterable[str]) -> list[Any]:
    """The query's rows with one of these values in a column."""
    ordered, found = sorted(set(values)), list[Any]()
    for start in range(0, len(ordered), PART):
        found += tx.execute(query.where(column.in_(ordered[start : start + PART]))).all()
    return found
