"""Cards, their sets, and the catalogue that finds them by name.

A card is known by its name (C.4): reprints and other pictures of it are its printings. Names are
compared folded, so ё and е, dashes, quotes and case can't make two cards of one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from typing import Literal, NamedTuple, Self

from shared.folding import fold
from shared.refusals import Text

Element = Literal["steppe", "mountain", "forest", "swamp", "darkness", "neutral"]
ELEMENTS: dict[Element, Text] = {
    "steppe": Text("Степи", "Steppes"),
    "mountain": Text("Горы", "Mountains"),
    "forest": Text("Леса", "Forests"),
    "swamp": Text("Болота", "Swamps"),
    "darkness": Text("Тьма", "Darkness"),
    "neutral": Text("Нейтральные", "Neutral"),
}

CardType = Literal["creature", "flyer", "companion", "symbiote", "artifact", "terrain", "equipment"]
CARD_TYPES: dict[CardType, Text] = {
    "creature": Text("Существо", "Creature"),
    "flyer": Text("Летающее", "Flyer"),
    "companion": Text("Компаньон", "Companion"),
    "symbiote": Text("Паразит (симбиот)", "Parasite (symbiote)"),
    "artifact": Text("Артефакт", "Artifact"),
    "terrain": Text("Местность", "Terrain"),
    "equipment": Text("Экипировка", "Equipment"),
}

Rarity = Literal["common", "uncommon", "rare", "ultra", "promo"]
SetKind = Literal["big", "small", "duel", "promo"]


class SetKey(NamedTuple):
    """Sets are numbered anew in each era of the game; written ``era/number``."""

    era: str
    number: int

    def __str__(self) -> str:
        return f"{self.era}/{self.number}"


@dataclass(frozen=True)
class CardSet:
    """A release. ``parent``: the big set that a small one belongs to (7.2.4, 7.2.5)."""

    key: SetKey
    name: str
    kind: SetKind
    parent: SetKey | None
    released: date


@dataclass(frozen=True)
class Printing:
    """A card in one set. ``nonstandard_back``: to be looked at on the table (7.8.2, C.2)."""

    set: SetKey
    rarity: Rarity
    nonstandard_back: bool = False


@dataclass(frozen=True)
class Card:
    """All printings of one name. ``horde``: five copies (7.2.1); ``overlord``: 7.5.6."""

    name: str
    element: Element
    type: CardType
    classes: tuple[str, ...]
    cost: int | None
    printings: tuple[Printing, ...]
    horde: bool = False
    incorporeal: bool = False
    overlord: bool = False


@dataclass(frozen=True)
class Catalogue:
    """Every known set by its key and every known card by its folded name."""

    sets: Mapping[SetKey, CardSet]
    cards: Mapping[str, Card]

    @classmethod
    def of(cls, sets: Iterable[CardSet], cards: Iterable[Card]) -> Self:
        """A catalogue of these; names and keys are unique, printings are of the sets given."""
        return cls({one.key: one for one in sets}, {fold(card.name): card for card in cards})

    def find(self, name: str) -> Card | None:
        """The card of this name, in any spelling that folds to the same."""
        return self.cards.get(fold(name))

    def nearest(self, name: str, most: int = 3) -> tuple[str, ...]:
        """Names that look like an unknown one, the most like first."""
        return tuple(
            self.cards[like].name for like in get_close_matches(fold(name), self.cards, most)
        )

    def first_released(self, card: Card) -> date:
        """C.1: the day from which a printing of the card could be had."""
        return min(self.sets[printing.set].released for printing in card.printings)
