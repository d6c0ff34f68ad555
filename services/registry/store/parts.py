"""Questions about thousands of values in one statement."""

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ARRAY, Text, cast, column, func, select, text
from sqlmodel import Session

MANY = 100
"""Values from which on the plan has to be made for them."""


def rows_among(tx: Session, query: Any, field: Any, values: Iterable[str]) -> list[Any]:
    """The query's rows with one of these values in a field."""
    wanted = sorted(set(values))
    if len(wanted) >= MANY and tx.get_bind().dialect.name == "postgresql":
        # from its tenth use on PostgreSQL has one plan for any list: 8 s for thousands of values
        tx.execute(text("set local plan_cache_mode = force_custom_plan"))
    return list(tx.execute(query.where(field.in_(_listed(tx, wanted)))).all()) if wanted else []


def _listed(tx: Session, values: list[str]) -> Any:
    """The values as rows: SQLite counts a statement's variables, PostgreSQL plans each of them."""
    if tx.get_bind().dialect.name == "sqlite":
        return select(column("value")).select_from(func.json_each(json.dumps(values)))
    return select(func.unnest(cast(values, ARRAY(Text))))
