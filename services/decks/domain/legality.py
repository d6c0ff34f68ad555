"""Rules 7.2.1, 7.2.3, 7.5.6, 7.8 and C.1, C.4: is a constructed deck legal, as of a date?

Every violation is reported at once, each rule for itself: four copies of a banned card break two.
A non-standard back can't be seen in a list and is looked at on the table (C.2).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from services.decks.domain import wording
from services.decks.domain.bans import BanList
from services.decks.domain.cards import Card, Catalogue
from services.decks.domain.text import Deck, Entry
from shared.refusals import Text
from shared.rulesets.model import Format

MOST_GUESSES = 15
"""Unknown cards of a deck that get likely names: each costs a look through the whole catalogue."""


@dataclass(frozen=True)
class Violation:
    """One rule broken by a deck or by one of its cards.

    rule: its id; code: stable, for programs; card: its name, None when it is the deck; count and
    limit: what there is and what is the most (of a deck too small: the least) allowed; lines: of
    the list; nearest: for an unknown card, the names most like it.
    """

    rule: str
    code: str
    card: str | None
    count: int
    limit: int
    message: Text
    fix: Text
    lines: tuple[int, ...] = ()
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True)
class Notice:
    """Something that the judge should know and that makes no deck illegal."""

    code: str
    message: Text


@dataclass(frozen=True)
class Verdict:
    """What the rules say of a deck. ``as_of``: the date; ``ban_list``: the id of the list used."""

    violations: tuple[Violation, ...]
    warnings: tuple[Notice, ...]
    size: int
    as_of: date
    ban_list: str | None

    @property
    def legal(self) -> bool:
        """Whether no rule is broken."""
        return not self.violations

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules broken, each once."""
        return tuple(dict.fromkeys(violation.rule for violation in self.violations))


def judge(
    deck: Deck, catalogue: Catalogue, rules: Format, bans: BanList | None, as_of: date
) -> Verdict:
    """Rules 7.2.1, 7.2.3, 7.8: the verdict on a deck under a format's rules on a date.

    bans: the list in force on that date (``bans.in_force``); None: there is none, which is a
    warning. Violations come deck first, then in the list's order.
    """
    violations = [*_size(deck, rules), *_unread(deck)]
    guesses = MOST_GUESSES
    for entry in deck.entries:
        card = catalogue.find(entry.name)
        if card is None:
            violations.append(_unknown(entry, catalogue if guesses > 0 else None))
            guesses -= 1
            continue
        violations += _overlord(entry, card)
        violations += _bans(entry, card, bans)
        violations += _copies(entry, card, rules)
        violations += _released(entry, card, catalogue, as_of)
    warnings = () if bans else (_no_bans(rules, as_of),)
    return Verdict(tuple(violations), warnings, deck.size, as_of, bans.id if bans else None)


def _size(deck: Deck, rules: Format) -> Iterator[Violation]:
    """Rule 7.2.1: 30 to 50 cards, by the format."""
    count, least, most = deck.size, rules.deck_min, rules.deck_max
    if count < least:
        told = wording.too_few(count, least)
        yield Violation("7.2.1", "deck_too_small", None, count, least, *told)
    elif count > most:
        told = wording.too_many(count, most)
        yield Violation("7.2.1", "deck_too_large", None, count, most, *told)


def _unread(deck: Deck) -> Iterator[Violation]:
    """Rule 7.2.1: a list is of cards; a line that names none leaves the deck unknown."""
    for bad in deck.unread:
        told = wording.unread(bad.line, bad.text, bad.message)
        yield Violation("7.2.1", "unreadable_line", None, 1, 0, *told, lines=(bad.line,))


def _unknown(entry: Entry, catalogue: Catalogue | None) -> Violation:
    """C.1: a name that no printing has is not legal; nothing is guessed, likely ones are named."""
    nearest = catalogue.nearest(entry.name) if catalogue else ()
    told = wording.unknown(entry.name, nearest)
    return Violation("C.1", "unknown_card", entry.name, entry.count, 0, *told, entry.lines, nearest)


def _overlord(entry: Entry, card: Card) -> Iterator[Violation]:
    """Rules 7.2.3, 7.5.6: Overlord cards exist only in the Overlord's own deck."""
    if card.overlord:
        told = wording.overlord(card.name, entry.count)
        yield Violation("7.5.6", "overlord_card", card.name, entry.count, 0, *told, entry.lines)


def _bans(entry: Entry, card: Card, bans: BanList | None) -> Iterator[Violation]:
    """Rules 7.8.2, 7.8.3: banned cards, and those limited to one copy."""
    if bans and bans.bans(card.name):
        told = wording.banned(card.name, entry.count, bans.id)
        yield Violation(bans.banned_rule, "banned", card.name, entry.count, 0, *told, entry.lines)
    if bans and bans.limits(card.name) and entry.count > 1:
        told = wording.limited(card.name, entry.count, bans.id)
        yield Violation(bans.limited_rule, "limited", card.name, entry.count, 1, *told, entry.lines)


def _copies(entry: Entry, card: Card, rules: Format) -> Iterator[Violation]:
    """Rule 7.2.1, C.4: so many copies of a name over all printings, more with Horde."""
    most = rules.horde_copies if card.horde else rules.copies
    if entry.count > most:
        told = wording.copies(card.name, entry.count, most, horde=card.horde)
        yield Violation(
            "7.2.1", "too_many_copies", card.name, entry.count, most, *told, entry.lines
        )


def _released(entry: Entry, card: Card, catalogue: Catalogue, as_of: date) -> Iterator[Violation]:
    """C.1: some printing of the name must be out by the date."""
    released = catalogue.first_released(card)
    if released > as_of:
        told = wording.not_released(card.name, entry.count, released, as_of)
        yield Violation("C.1", "not_released", card.name, entry.count, 0, *told, entry.lines)


def _no_bans(rules: Format, as_of: date) -> Notice:
    name = Text(rules.name_ru, rules.name_en)
    return Notice("no_ban_list", wording.no_bans(name, as_of))
