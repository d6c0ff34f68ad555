"""``python -m services.registry``: serve, migrate, make an office key, rotate the signing key."""

import argparse

from services.registry import keys, service_blocks, tokens
from services.registry.main import SERVICE
from services.registry.schemas.access import KeyIn
from shared.cli import Extra, main
from shared.db import Database


def _office_key(db: Database, _options: argparse.Namespace) -> None:
    with db.write() as tx:
        made = keys.make_key(tx, KeyIn(role="office", name="console"), "console:office-key")
    print(made.key)


def _rotate_signing_key(db: Database, _options: argparse.Namespace) -> None:
    with db.write() as tx:
        kid = tokens.rotate_signing_key(tx, "console:rotate-signing-key")
    print(f"{kid} signs from now on; tokens signed before live to their own end")


def _take_block(db: Database, options: argparse.Namespace) -> None:
    with db.write() as tx:
        taken = service_blocks.take(
            tx, options.first, options.last, options.club, "console:take-block"
        )
    print(f"{taken.club}: {taken.size} IDs, {taken.first_id} to {taken.last_id}")


main(
    SERVICE,
    {
        "office-key": Extra("print a new office key", _office_key),
        "take-block": Extra(
            "on a club's own node: give newcomers IDs of a leased block, by its first and last ID",
            _take_block,
            ("first", "last", "--club"),
        ),
        "rotate-signing-key": Extra("sign tokens with a new key", _rotate_signing_key),
    },
)
