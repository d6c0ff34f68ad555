"""From JSON data to a catalogue and ban lists. Bad data are refused with their place (law 8)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar, get_args

from services.decks.domain.bans import BanList
from services.decks.domain.cards import (
    CARD_TYPES,
    ELEMENTS,
    Card,
    CardSet,
    Catalogue,
    Printing,
    Rarity,
    SetKey,
    SetKind,
)
from shared.folding import fold
from shared.refusals import Refusal, Text

T = TypeVar("T")


def catalogue_from(raw: object) -> Catalogue:
    """A catalogue from ``{"sets": [...], "cards": [...]}``.

    A set: era, number, name, kind, parent (``era/number`` or null), released (ISO date). A card:
    name, element, type, and optionally classes, cost, horde, incorporeal, overlord; printings:
    set, rarity and optionally nonstandard_back. Raises Refusal ``bad_data`` naming the place: a
    field that is missing or of another kind, a set or a name given twice (C.4), a printing or a
    parent of no set, a card without a printing.
    """
    top = _Record("", raw)
    sets = [_card_set(row) for row in top.records("sets")]
    _once(top, "sets", (str(one.key) for one in sets))
    keys = {one.key for one in sets}
    for row, one in zip(top.records("sets"), sets, strict=True):
        if one.parent is not None and one.parent not in keys:
            raise row.wrong("parent")
    cards = [_card(row, keys) for row in top.records("cards")]
    _once(top, "cards", (fold(card.name) for card in cards))
    return Catalogue.of(sets, cards)


def bans_from(raw: object) -> tuple[BanList, ...]:
    """Dated ban lists from ``{"lists": [{format, since, banned, limited}]}``.

    banned and limited: ``{"rule": id, "names": [...]}``. Raises Refusal ``bad_data`` naming the
    place, also when a format has two lists of one date.
    """
    top = _Record("", raw)
    lists = tuple(_ban_list(row) for row in top.records("lists"))
    _once(top, "lists", (one.id for one in lists))
    return lists


@dataclass(frozen=True)
class _Record:
    """One JSON object, and where it stands in the data."""

    place: str
    raw: object

    def get(self, name: str, kind: type[T], default: T | None = None) -> T:
        """A field of this kind; a bool is no number, a blank text no text."""
        if not isinstance(self.raw, Mapping):
            raise self.wrong()
        value = self.raw.get(name, default)
        mixed_up = isinstance(value, bool) and kind is not bool
        blank = isinstance(value, str) and not value.strip()
        if not isinstance(value, kind) or mixed_up or blank:
            raise self.wrong(name)
        return value

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return isinstance(self.raw, Mapping) and self.raw.get(name) is not None

    def read(self, name: str, reader: Callable[[str], T]) -> T:
        """A text field as what ``reader`` makes of it; its ValueError or KeyError is a refusal."""
        try:
            return reader(self.get(name, str))
        except (ValueError, KeyError):
            raise self.wrong(name) from None

    def one_of(self, name: str, codes: Iterable[T]) -> T:
        """A field that holds one of these codes."""
        return self.read(name, {str(code): code for code in codes}.__getitem__)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; none when absent."""
        values = self.get(name, list, [])
        for place, value in enumerate(values):
            if not isinstance(value, str) or not value:
                raise self.wrong(f"{name}[{place}]")
        return tuple(values)

    def record(self, name: str) -> "_Record":
        """An object within this one."""
        return _Record(self._inner(name), self.get(name, dict))

    def records(self, name: str) -> list["_Record"]:
        """A list of objects within this one."""
        rows: list[Any] = self.get(name, list)
        return [_Record(f"{self._inner(name)}[{place}]", row) for place, row in enumerate(rows)]

    def wrong(self, name: str = "") -> Refusal:
        """The refusal of a field, or of the whole."""
        where = self._inner(name)
        return Refusal(
            "invalid",
            "bad_data",
            Text(
                f"Данные каталога не читаются: {where or 'целиком'}.",
                f"The catalogue's data can't be read: {where or 'the whole'}.",
            ),
            where=where or None,
            todo=Text(
                "Исправьте это место; как пишут каталог, показывает catalogue/sample.json.",
                "Correct that place; catalogue/sample.json shows how a catalogue is written.",
            ),
        )

    def _inner(self, name: str) -> str:
        return ".".join(part for part in (self.place, name) if part)


def _set_key(written: str) -> SetKey:
    era, _, number = written.rpartition("/")
    return SetKey(era, int(number))


def _card_set(row: _Record) -> CardSet:
    return CardSet(
        key=SetKey(row.get("era", str), row.get("number", int)),
        name=row.get("name", str),
        kind=row.one_of("kind", get_args(SetKind)),
        parent=row.read("parent", _set_key) if row.has("parent") else None,
        released=row.read("released", date.fromisoformat),
    )


def _card(row: _Record, sets: Iterable[SetKey]) -> Card:
    printings = tuple(_printing(printing, sets) for printing in row.records("printings"))
    if not printings:
        raise row.wrong("printings")
    return Card(
        name=row.get("name", str),
        element=row.one_of("element", ELEMENTS),
        type=row.one_of("type", CARD_TYPES),
        classes=row.texts("classes"),
        cost=row.get("cost", int) if row.has("cost") else None,
        printings=printings,
        horde=row.get("horde", bool, False),
        incorporeal=row.get("incorporeal", bool, False),
        overlord=row.get("overlord", bool, False),
    )


def _printing(row: _Record, sets: Iterable[SetKey]) -> Printing:
    return Printing(
        set=row.one_of("set", sets),
        rarity=row.one_of("rarity", get_args(Rarity)),
        nonstandard_back=row.get("nonstandard_back", bool, False),
    )


def _ban_list(row: _Record) -> BanList:
    banned, limited = row.record("banned"), row.record("limited")
    return BanList(
        format=row.get("format", str),
        since=row.read("since", date.fromisoformat),
        banned=banned.texts("names"),
        limited=limited.texts("names"),
        banned_rule=banned.get("rule", str),
        limited_rule=limited.get("rule", str),
    )


def _once(top: _Record, name: str, keys: Iterable[str]) -> None:
    seen: set[str] = set()
    for place, key in enumerate(keys):
        if key in seen:
            raise top.wrong(f"{name}[{place}]")
        seen.add(key)
