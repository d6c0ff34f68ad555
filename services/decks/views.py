"""From what the domain and the tables hold to what the contract shows."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from services.decks.domain.bans import BanList
from services.decks.domain.cards import Card, CardSet
from services.decks.domain.legality import Notice, Verdict, Violation
from services.decks.domain.text import read_deck
from services.decks.library import Edition
from services.decks.schemas import (
    BanListOut,
    BothLanguages,
    CardOut,
    CardSetOut,
    CatalogueOut,
    DeckIn,
    DeckListOut,
    DeckListSubmittedOut,
    DeckListVerdictOut,
    DeckRowOut,
    DeckVerdictOut,
    DeckViolationOut,
    DeckWarningOut,
    PrintingOut,
)
from services.decks.tables import DeckList
from shared.problems import say
from shared.refusals import Text


def verdict(
    found: Verdict, given: DeckIn, deck_name: str | None, catalogue: int, lang: str
) -> DeckVerdictOut:
    """The verdict on a deck, in a language."""
    return DeckVerdictOut(
        legal=found.legal,
        rules=list(found.rules),
        violations=[_violation(one, lang) for one in found.violations],
        warnings=_warnings(found.warnings, lang),
        size=found.size,
        name=deck_name,
        format=given.format,
        rule_set=given.rule_set,
        as_of=found.as_of,
        ban_list=found.ban_list,
        catalogue=catalogue,
    )


def list_verdict(row: DeckList, player_name: str) -> DeckListVerdictOut:
    """The verdict on a stored list."""
    return DeckListVerdictOut(**_of_list(row, player_name))


def submitted(row: DeckList, player_name: str, found: Verdict, lang: str) -> DeckListSubmittedOut:
    """The answer to who sent a list."""
    return DeckListSubmittedOut(
        **_of_list(row, player_name),
        size=found.size,
        warnings=_warnings(found.warnings, lang),
    )


def whole_list(row: DeckList, player_name: str) -> DeckListOut:
    """A stored list with its cards."""
    deck = read_deck(row.text)
    return DeckListOut(
        **_of_list(row, player_name),
        name=deck.name,
        size=deck.size,
        cards=[DeckRowOut(name=entry.name, count=entry.count) for entry in deck.entries],
        text=row.text,
        submitted_by=row.submitted_by,
    )


def catalogue(edition: Edition) -> CatalogueOut:
    """The catalogue in figures."""
    cards = edition.catalogue.cards.values()
    sets = sorted(edition.catalogue.sets.values(), key=lambda one: (one.released, one.key))
    return CatalogueOut(
        version=edition.version,
        cards=len(cards),
        printings=sum(len(card.printings) for card in cards),
        sets=[_card_set(one) for one in sets],
        loaded_at=edition.loaded_at,
    )


def card(edition: Edition, one: Card) -> CardOut:
    """A card with its printings."""
    return CardOut(
        name=one.name,
        element=one.element,
        type=one.type,
        classes=list(one.classes),
        cost=one.cost,
        horde=one.horde,
        incorporeal=one.incorporeal,
        overlord=one.overlord,
        first_released=edition.catalogue.first_released(one),
        printings=[
            PrintingOut(set=str(p.set), rarity=p.rarity, nonstandard_back=p.nonstandard_back)
            for p in one.printings
        ],
    )


def ban_list(one: BanList) -> BanListOut:
    """A dated list."""
    return BanListOut(
        id=one.id,
        since=one.since,
        banned=list(one.banned),
        banned_rule=one.banned_rule,
        limited=list(one.limited),
        limited_rule=one.limited_rule,
    )


def _of_list(row: DeckList, player_name: str) -> dict[str, Any]:
    return {
        "list_id": row.list_id,
        "tournament": row.tournament,
        "player": row.player,
        "player_name": player_name,
        "version": row.revision,
        "legal": row.legal,
        "rules": row.rules,
        "format": row.format,
        "rule_set": row.rule_set,
        "as_of": date.fromisoformat(row.as_of),
        "ban_list": row.ban_list,
        "catalogue": row.catalogue,
        "submitted_at": row.submitted_at,
    }


def _violation(one: Violation, lang: str) -> DeckViolationOut:
    return DeckViolationOut(
        rule=one.rule,
        code=one.code,
        card=one.card,
        count=one.count,
        limit=one.limit,
        message=say(one.message, lang),
        fix=say(one.fix, lang),
        message_in=_both(one.message),
        fix_in=_both(one.fix),
        lines=list(one.lines),
        nearest=list(one.nearest),
    )


def _warnings(notices: Iterable[Notice], lang: str) -> list[DeckWarningOut]:
    return [
        DeckWarningOut(code=one.code, message=say(one.message, lang), message_in=_both(one.message))
        for one in notices
    ]


def _both(text: Text) -> BothLanguages:
    return BothLanguages(ru=text.ru, en=text.en)


def _card_set(one: CardSet) -> CardSetOut:
    return CardSetOut(
        set=str(one.key),
        name=one.name,
        kind=one.kind,
        parent=str(one.parent) if one.parent else None,
        released=one.released,
    )
