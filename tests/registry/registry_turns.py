"""Two different acts at the same moment."""

from collections.abc import Callable

from sqlmodel import Session

from shared.db import Database
from tests.registry.test_registry_odd_input import overlapping


def in_turn(db: Database, *acts: Callable[[Session], object]) -> list[object]:
    """Two acts, the second begun before the first commits; what each returned or refused with."""
    waiting = iter(acts)
    return overlapping(db, lambda tx: next(waiting)(tx))
