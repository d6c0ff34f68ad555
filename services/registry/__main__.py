"""``python -m services.registry``: serve, migrate, make an office key."""

import argparse

from services.registry import keys, store
from services.registry.main import SERVICE
from services.registry.schemas import KeyIn
from shared.cli import main
from shared.db import Database


def _office_key(db: Database, _options: argparse.Namespace) -> None:
    with db.write() as tx:
        made = keys.make_key(tx, KeyIn(role="office", name="console"), "console")
    print(made.key)


def _first_office_key(db: Database, _options: argparse.Namespace) -> None:
    with db.read() as tx:
        known = store.has_office_key(tx)
    if not known:
        _office_key(db, _options)


main(
    SERVICE,
    {
        "office-key": ("print a new office key", _office_key),
        "first-office-key": ("print an office key if there is none yet", _first_office_key),
    },
)
