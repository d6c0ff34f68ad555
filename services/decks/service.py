"""Use cases about decks: judge one, take a list, show it, load the catalogue."""

import json
from bisect import bisect_right
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from sqlmodel import Session

from services.decks import show, store
from services.decks.domain.legality import Verdict, judge
from services.decks.domain.loading import catalogue_from
from services.decks.domain.text import Deck, read_deck
from services.decks.library import Library, bans_on, edition_of, rules_of
from services.decks.schemas import (
    BansOut,
    CardOut,
    CatalogueOut,
    DeckCheckIn,
    DeckIn,
    DeckListIn,
    DeckListOut,
    DeckListSubmittedOut,
    DeckListVerdictOut,
    DeckVerdictOut,
)
from services.decks.tables import CatalogueVersion, DeckList
from shared import paging, people
from shared.auth import Principal
from shared.clock import now
from shared.db import wait_for
from shared.events.decks import DeckListJudged
from shared.folding import fold
from shared.outbox import publish
from shared.paging import Page
from shared.refusals import Refusal, Text

FEDERATION_ZONE = ZoneInfo("Europe/Moscow")


@dataclass(frozen=True)
class Judged:
    """A deck as read, its verdict, and the catalogue's version that it was judged by."""

    deck: Deck
    verdict: Verdict
    catalogue: int


def check(tx: Session, library: Library, given: DeckCheckIn, lang: str) -> DeckVerdictOut:
    """Rules 7.2.1, 7.2.3, 7.8: the verdict on a deck; nothing is stored."""
    as_of = given.as_of or today()
    judged = _judge(tx, library, given, as_of)
    return show.verdict(judged.verdict, given, judged.deck.name, judged.catalogue, lang)


def submit(
    tx: Session, library: Library, given: DeckListIn, caller: Principal, lang: str
) -> DeckListSubmittedOut:
    """Rules 6.2, 6.3: take a player's list for a tournament; only a legal one (P.1.1).

    The same list again changes nothing; another one is the next version, and the former are kept.
    Refuses what is illegal with every violation, and a list that another club keeps.
    """
    judged = _judge(tx, library, given, given.as_of)
    if not judged.verdict.legal:
        raise _illegal(judged.verdict)
    tournament = str(given.tournament)
    wait_for(tx, f"list {tournament} {given.player}")  # two desks at once make two versions
    row = store.deck_list(tx, tournament, given.player)
    if row is not None:
        _may_touch(caller, row)
    if row is None or not _same(row, given):
        row = _add(tx, given, judged, row, caller)
    return show.submitted(row, _name(tx, given.player), judged.verdict, lang)


def list_verdict(tx: Session, tournament: UUID, player: str) -> DeckListVerdictOut:
    """The verdict on a player's newest list, for anybody. Refuses where there is no list."""
    row = _list(tx, tournament, player)
    return show.list_verdict(row, _name(tx, player))


def whole_list(
    tx: Session, tournament: UUID, player: str, version: int | None, caller: Principal
) -> DeckListOut:
    """A list with its cards, the newest or one version, for the club that keeps it."""
    row = _list(tx, tournament, player, version)
    _may_touch(caller, row)
    return show.whole_list(row, _name(tx, player))


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
    return show.catalogue(edition_of(row))


def get_catalogue(tx: Session, library: Library) -> CatalogueOut:
    """The catalogue in force, in figures."""
    return show.catalogue(library.in_force(tx))


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
        items=[show.card(edition, edition.catalogue.cards[name]) for name in page],
        next=paging.encode(page[-1]) if more else None,
    )


def bans(format_id: str, as_of: date | None, rule_set: str) -> BansOut:
    """Rule 7.8: the list in force for a format on a date, by default today."""
    rules_of(rule_set, format_id)
    day = as_of or today()
    found = bans_on(format_id, day)
    return BansOut(format=format_id, as_of=day, ban_list=show.ban_list(found) if found else None)


def today() -> date:
    """Law 8: a day without a place is a day in Moscow."""
    return now().astimezone(FEDERATION_ZONE).date()


def _judge(tx: Session, library: Library, given: DeckIn, as_of: date) -> Judged:
    rules = rules_of(given.rule_set, given.format, "body.")
    edition = library.in_force(tx)
    deck = read_deck(given.text)
    verdict = judge(deck, edition.catalogue, rules, bans_on(given.format, as_of), as_of)
    return Judged(deck, verdict, edition.version)


def _add(
    tx: Session, given: DeckListIn, judged: Judged, former: DeckList | None, caller: Principal
) -> DeckList:
    """Store the next version and publish its verdict."""
    verdict = judged.verdict
    row = DeckList(
        tournament=str(given.tournament),
        player=given.player,
        revision=former.revision + 1 if former else 1,
        list_id=str(uuid5(given.tournament, given.player)),
        format=given.format,
        rule_set=given.rule_set,
        as_of=given.as_of.isoformat(),
        text=given.text,
        rules=list(verdict.rules),
        ban_list=verdict.ban_list,
        catalogue=judged.catalogue,
        club=former.club if former else caller.club,
        submitted_at=now(),
        submitted_by=caller.who,
    )
    tx.add(row)
    event = DeckListJudged(
        list_id=row.list_id,
        tournament=row.tournament,
        player=row.player,
        revision=row.revision,
        format=row.format,
        as_of=row.as_of,
        legal=verdict.legal,
        rules=verdict.rules,
    )
    publish(tx, event, key=f"list:{row.tournament}:{row.player}", who=caller.who)
    return row


def _same(row: DeckList, given: DeckListIn) -> bool:
    """Whether this is the version that we have: text, format, rules and date."""
    asked = (given.text, given.format, given.rule_set, given.as_of.isoformat())
    return asked == (row.text, row.format, row.rule_set, row.as_of)


def _list(tx: Session, tournament: UUID, player: str, version: int | None = None) -> DeckList:
    row = store.deck_list(tx, str(tournament), player, version)
    if row is None:
        raise Refusal(
            "not_found",
            "list_not_found",
            Text(
                f"У игрока № {player} на этом турнире нет такого списка колоды.",
                f"Player {player} has no such deck list at this tournament.",
            ),
            rule="P.1.1",
            where="player" if version is None else "version",
            todo=Text("Подайте его: POST /v1/lists.", "Submit it: POST /v1/lists."),
        )
    return row


def _name(tx: Session, player: str) -> str:
    return people.display(people.named(tx, [player]), player)


def _may_touch(caller: Principal, row: DeckList) -> None:
    """What is in a deck is its club's business: who sent the first version keeps the list."""
    if caller.is_office or (caller.club is not None and caller.club == row.club):
        return
    raise Refusal(
        "forbidden",
        "list_of_another_club",
        Text("Этот список ведёт другой клуб.", "Another club keeps this list."),
        where="player",
        todo=Text("Обратитесь в офис федерации.", "Ask the federation's office."),
    )


def _illegal(found: Verdict) -> Refusal:
    """P.1.1: told before the tournament, it is no penalty yet."""
    first, number = found.violations[0], len(found.violations)
    return Refusal(
        "invalid",
        "deck_illegal",
        Text(
            f"Список не принят, нарушений: {number}. {first.message.ru}",
            f"The list is not accepted, violations: {number}. {first.message.en}",
        ),
        rule=first.rule,
        where="body.text",
        todo=Text(
            "Исправьте всё, что названо в errors, и подайте список снова; "
            "проверить, не подавая: POST /v1/checks.",
            "Mend everything named in errors and submit again; "
            "POST /v1/checks judges without submitting.",
        ),
        details=tuple(vars(violation) for violation in found.violations),
        extra={
            "size": found.size,
            "as_of": found.as_of.isoformat(),
            "ban_list": found.ban_list,
        },
    )


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
