"""``python -m services.registry``: serve, migrate, make an office key."""

import argparse

from services.registry import keys
from services.registry.main import SERVICE
from services.registry.schemas.access import KeyIn
from shared.cli import Extra, main
from shared.db import Database


def _office_key(db: Database, _options: argparse.Namespace) -> None:
    with db.write() as tx:
        made = keys.make_key(tx, KeyIn(role="office", name="console"), "console")
    print(made.key)


main(SERVICE, {"office-key": Extra("print a new office key", _office_key)})
