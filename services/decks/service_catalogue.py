"""Use cases about what decks are judged by: load the catalogue, find cards, tell bans."""

import json
from bisect import bisect_right
from datetime import date
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from services.decks import store, views
from services.decks.domain.loading import catalogue_from
from services.decks.library import Library, bans_on, edition_of, rules_of
from services.decks.schemas import BansOut, CardOut, CatalogueOut
from services.decks.tables import CatalogueVersion
from shared import paging
from shared.clock import now
from shared.db import wait_for
from shared.folding import fold
from shared.paging import Page
from shared.refusals import Refusal, Text

FEDERATION_ZONE = ZoneInfo("Europe/Moscow")


def set_catalogue(tx: Session, document: dict[str, Any], who: str) -> CatalogueOut:
    """Replace the catalogue. The one in force again changes nothing; bad data are refused."""
    catalogue_from(document)
    wait_for(tx, "catalogue")
    version = store.newest_catalogue_version(tx) or 0
    text = _canonical(document)
    row = store.catalogue(tx, version) if version else None
    if row is None or row.document != text:
        row = CatalogueVersion(version=version + 1, document=text, loaded_at=now(), loaded_by=who)
        tx.add(row)
    return views.catalogue(edition_of(row))


def get_catalogue(tx: Session, library: Library) -> CatalogueOut:
    """The catalogue in force, in figures."""
    return views.catalogue(library.in_force(tx))


def find_cards(
    tx: Session, library: Library, wanted: str | None, after: str, limit: int
) -> Page[CardOut]:
    """Cards whose folded name holds the folded text, by name, after a folded name."""
    edition = library.in_force(tx)
    part = fold(wanted or "")
    rest = islice(edition.names, bisect_right(edition.names, after), None)
    names = list(islice((name for name in rest if part in name), limit + 1))
    page, more = paging.cut(names, limit)
    return Page(
        items=[views.card(edition, edition.catalogue.cards[name]) for name in page],
        next=paging.encode(page[-1]) if more else None,
    )


def bans(format_id: str, as_of: date | None, rule_set: str) -> BansOut:
    """Rule 7.8: the list in force for a format on a date, by default today."""
    rules_of(rule_set, format_id)
    day = as_of or today()
    found = bans_on(format_id, day)
    return BansOut(format=format_id, as_of=day, ban_list=views.ban_list(found) if found else None)


def today() -> date:
    """Law 8: a day without a place is a day in Moscow."""
    return now().astimezone(FEDERATION_ZONE).date()


def _canonical(document: dict[str, Any]) -> str:
    """One text for one catalogue. Refuses what is no text: half of a surrogate pair."""
    text = json.dumps(document, ensure_ascii=False, sort_keys=True)
    try:
        text.encode()
    except UnicodeEncodeError as exc:
        raise Refusal(
            "invalid",
            "bad_text",
            Text("В каталоге есть половина знака.", "The catalogue holds half a character."),
            where="body",
            todo=Text("Запишите файл в UTF-8 заново.", "Save the file as UTF-8 again."),
        ) from exc
    return text
