"""``python -m services.rating``: serve, migrate, judge the queue again."""

import argparse

from services.rating.main import SERVICE
from services.rating.service import retry_queue
from shared.cli import Extra, main
from shared.db import Database


def _retry_queue(db: Database, _options: argparse.Namespace) -> None:
    with db.write() as tx:
        left = retry_queue(tx)
    print(f"{left} wait still")


main(
    SERVICE,
    {"retry-queue": Extra("judge again what could not be rated, after an upgrade", _retry_queue)},
)
