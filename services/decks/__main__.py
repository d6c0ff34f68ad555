"""``python -m services.decks``: serve, migrate, load the sample catalogue."""

import argparse

from services.decks.library import sample_catalogue
from services.decks.main import SERVICE
from services.decks.service_catalogue import set_catalogue
from shared.cli import Extra, main
from shared.db import Database


def _sample_catalogue(db: Database, _options: argparse.Namespace) -> None:
    with db.write() as tx:
        made = set_catalogue(tx, sample_catalogue(), "console:sample-catalogue")
    print(f"catalogue {made.version}: {made.cards} cards, {len(made.sets)} sets")


main(SERVICE, {"sample-catalogue": Extra("load the shipped sample catalogue", _sample_catalogue)})
