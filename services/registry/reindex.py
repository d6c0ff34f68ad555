"""The deploy step of the look-up: people registered before there was an index of words (D.2.3)."""

from sqlmodel import Session

from services.registry import service_people as people
from services.registry.store import people as store
from services.registry.store import words
from services.registry.tables.people import Player
from shared.db import Database

AT_ONCE = 1000


def index_everybody(db: Database) -> None:
    """Index people whom no name finds, some at a time; to repeat it changes nothing.

    Their keys are made anew. Of two nicknames that were different before Latin look-alikes counted
    the later keeps its old key.
    """
    after = 0
    while True:
        with db.write() as tx:
            rows = words.nameless(tx, after, AT_ONCE)
            if not rows:
                return
            for row in rows:
                _key(tx, row)
            words.index_names(tx, rows)
            after = rows[-1].serial


def _key(tx: Session, row: Player) -> None:
    before = row.nickname_key
    people.keyed(row)
    anew, row.nickname_key = row.nickname_key, before
    if anew and anew != before and not store.with_nicknames(tx, [anew]):
        row.nickname_key = anew
