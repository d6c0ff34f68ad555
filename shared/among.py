"""Questions about thousands of values in one statement."""

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ARRAY, Select, Text, bindparam, column, func, select, text
from sqlmodel import Session

from shared.db import is_postgres

MANY = 100
"""Values from which on the plan has to be made for them."""

# the values come as rows: SQLite counts a statement's variables, PostgreSQL plans each of them
_SQLITE: Select[Any] = select(column("value")).select_from(func.json_each(bindparam("values")))
_POSTGRESQL = select(func.unnest(bindparam("values", type_=ARRAY(Text))))


class Among:
    """A query's rows with one of many values in a field.

    Made once for each question: to build a statement takes as long as to ask it.
    """

    def __init__(self, query: Any, field: Any) -> None:
        self._sqlite = query.where(field.in_(_SQLITE))
        self._postgresql = query.where(field.in_(_POSTGRESQL))

    def rows(self, tx: Session, values: Iterable[str]) -> list[Any]:
        """The rows with one of the values."""
        wanted = sorted(set(values))
        if not wanted:
            return []
        if not is_postgres(tx):
            return list(tx.execute(self._sqlite, {"values": json.dumps(wanted)}).all())
        if len(wanted) >= MANY:
            # from its tenth use on there is one plan for any list: 8 s for thousands of values
            tx.execute(text("set local plan_cache_mode = force_custom_plan"))
        return list(tx.execute(self._postgresql, {"values": wanted}).all())
