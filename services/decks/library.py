"""What decks are judged by: the catalogue in force, the shipped ban lists, the rule sets."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from sqlmodel import Session

from services.decks import store
from services.decks.domain.bans import BanList, in_force
from services.decks.domain.cards import Catalogue
from services.decks.domain.loading import bans_from, catalogue_from
from services.decks.tables import CatalogueVersion
from shared.refusals import Refusal, Text
from shared.rulesets import available, load
from shared.rulesets.model import Format

_SHIPPED = Path(__file__).parent / "catalogue"


@dataclass(frozen=True)
class Edition:
    """A version of the catalogue, read. ``names``: the folded names of its cards, in order."""

    version: int
    loaded_at: datetime
    catalogue: Catalogue
    names: tuple[str, ...]


class Library:
    """Keeps the catalogue in force read; one per app. Thread-safe: an edition never changes."""

    def __init__(self) -> None:
        self._held: Edition | None = None

    def in_force(self, tx: Session) -> Edition:
        """The newest edition, as this transaction sees it. Refuses while there is none."""
        version = store.newest_catalogue_version(tx)
        if version is None:
            raise _NO_CATALOGUE
        held = self._held
        if held is None or held.version != version:
            held = self._held = edition_of(store.catalogue(tx, version))
        return held


def edition_of(row: CatalogueVersion) -> Edition:
    """Read a stored catalogue."""
    read = catalogue_from(json.loads(row.document))
    return Edition(row.version, row.loaded_at, read, tuple(sorted(read.cards)))


def sample_catalogue() -> dict[str, Any]:
    """The small catalogue that is shipped for examples and trials."""
    document: dict[str, Any] = _shipped("sample.json")
    return document


@cache
def ban_lists() -> tuple[BanList, ...]:
    """Rule 7.8: every dated list that is shipped."""
    return bans_from(_shipped("bans.json"))


def bans_on(format_id: str, as_of: date) -> BanList | None:
    """Rule 7.8: a format's list that is in force on a date."""
    return in_force(ban_lists(), format_id, as_of)


def rules_of(rule_set: str, format_id: str, place: str = "") -> Format:
    """What a rule set asks of a format's decks.

    Refuses an unknown one of either, naming those that there are. place: where the caller gave
    them, the beginning of the refusal's ``where`` (``body.``).
    """
    try:
        formats = load(rule_set).formats
    except KeyError:
        raise _unknown(
            "unknown_rule_set",
            Text(f"Редакции правил «{rule_set}» нет.", f"There is no rule set “{rule_set}”."),
            f"{place}rule_set",
            available(),
        ) from None
    if format_id not in formats:
        raise _unknown(
            "unknown_format",
            Text(
                f"В правилах {rule_set} нет формата «{format_id}».",
                f"The rules {rule_set} have no format “{format_id}”.",
            ),
            f"{place}format",
            formats,
        )
    return formats[format_id]


def _shipped(name: str) -> Any:
    return json.loads((_SHIPPED / name).read_text(encoding="utf-8"))


def _unknown(code: str, message: Text, where: str, known: Collection[str]) -> Refusal:
    names = ", ".join(known)
    return Refusal(
        "invalid",
        code,
        message,
        where=where,
        todo=Text(f"Есть: {names}.", f"There is: {names}."),
        extra={"known": list(known)},
    )


_NO_CATALOGUE = Refusal(
    "unprepared",
    "catalogue_missing",
    Text(
        "Каталог карт ещё не загружен: колоды не с чем сверить.",
        "No card catalogue is loaded yet: there is nothing to judge decks by.",
    ),
    where="catalogue",
    todo=Text(
        "Офис загружает его так: PUT /v1/catalogue; "
        "пример: .venv/bin/python -m services.decks sample-catalogue.",
        "The office loads it with PUT /v1/catalogue; "
        "a sample: .venv/bin/python -m services.decks sample-catalogue.",
    ),
)
