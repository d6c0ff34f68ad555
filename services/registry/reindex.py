"""The deploy step of the look-up: people whose words are in no index, or in that of old rules."""

from sqlmodel import Session

from services.registry import service_people as people
from services.registry.store import people as store
from services.registry.store import words
from services.registry.tables.people import Player
from shared.db import Database

AT_ONCE = 1000


def index_everybody(db: Database) -> None:
    """Index people whom no name finds, some at a time; to repeat it changes nothing.

    Their keys are made anew (D.2.3). If two nicknames that were different are equal now, it is the
    older ID's: the other's is still shown, but finds nobody until it is changed (2.1.4).
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
    if anew == before:
        return
    owner = store.with_nicknames(tx, [anew]).get(anew) if anew else None
    other = store.player(tx, owner) if owner else None
    if other and other.serial < row.serial:
        row.nickname_key = None
        return
    if other:
        _without_nickname(tx, other)
    row.nickname_key = anew


def _without_nickname(tx: Session, row: Player) -> None:
    """It is another's from now on."""
    words.drop_names(tx, [row.player])
    people.keyed(row)
    row.nickname_key = None
    tx.flush()
    words.index_names(tx, [row])
