"""Reading deck lists as people write them. Nothing is dropped: what can't be read is reported."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from shared.folding import fold
from shared.refusals import Text

MOST_COPIES = 99
"""A larger number on a line is a slip of the hand."""

_INVISIBLE = str.maketrans("", "", "\ufeff\u200b\u200c\u200d\u2060\u00ad")
_LEADING = re.compile(
    r"""(?P<count>\d+)(?!\d) \s*
        (?: [×*] | [xх](?=\s) | x(?=[а-яё]) )? \s*   # a sign; Latin x or Cyrillic ха by itself
        (?P<name>.+)""",
    re.VERBOSE | re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?P<name>.+?) (?: \s*[×*] | \s[xх] ) \s* (?P<count>\d+)", re.VERBOSE | re.IGNORECASE
)


@dataclass(frozen=True)
class Entry:
    """A card as first written, its copies over all lines, and the numbers of those lines."""

    name: str
    count: int
    lines: tuple[int, ...]


@dataclass(frozen=True)
class BadLine:
    """A line that says nothing readable, and why."""

    line: int
    text: str
    message: Text


@dataclass(frozen=True)
class Deck:
    """A deck list as read. ``name``: of its ``#`` line; ``unread``: lines that need mending."""

    name: str | None
    entries: tuple[Entry, ...]
    unread: tuple[BadLine, ...] = ()

    @property
    def size(self) -> int:
        """Cards in all the lines that could be read."""
        return sum(entry.count for entry in self.entries)


def deck_of(rows: Iterable[tuple[int, str]], name: str | None = None) -> Deck:
    """A deck of (count, card name) rows: the same card on several rows is summed (C.4)."""
    return Deck(name, _summed((line, count, card) for line, (count, card) in enumerate(rows, 1)))


def read_deck(text: str) -> Deck:
    """The deck that a text means.

    The first line may be ``#Name``. A card a line: ``3 Name``, ``3x Name``, ``3× Name``,
    ``Name x3``, or the name alone for one copy. Blank lines and what follows ``//`` are skipped.
    Lines count from 1, as an editor shows them.
    """
    title: str | None = None
    cards: list[tuple[int, int, str]] = []
    unread: list[BadLine] = []
    first = True
    for number, raw in enumerate(text.splitlines(), 1):
        line = " ".join(raw.translate(_INVISIBLE).partition("//")[0].split())
        if not line:
            continue
        if first and line.startswith("#"):
            title = line.lstrip("# ") or None
        else:
            match _card(line):
                case Text() as message:
                    unread.append(BadLine(number, line, message))
                case count, card:
                    cards.append((number, count, card))
        first = False
    return Deck(title, _summed(cards), tuple(unread))


def cards_only(text: str) -> str:
    """Law 11: a list without what people wrote freely: the deck's name and the remarks.

    The cards, and the numbers of their lines, stay.
    """
    lines = (line.translate(_INVISIBLE).partition("//")[0].rstrip() for line in text.splitlines())
    return "\n".join("" if line.lstrip().startswith("#") else line for line in lines)


def _card(line: str) -> tuple[int, str] | Text:
    """Count and name of a line, or why it has none."""
    if line.startswith("#"):
        return Text(
            "Название колоды пишется только в первой строке; пометку начните с //.",
            "The deck's name belongs in the first line; begin a remark with //.",
        )
    found = _LEADING.fullmatch(line)
    if found and _TRAILING.fullmatch(found["name"]):
        return Text(
            "Количество указано дважды: оставьте одно.", "Two counts on a line: leave one of them."
        )
    found = found or _TRAILING.fullmatch(line)
    digits, name = (found["count"], found["name"]) if found else ("1", line)
    if not any(letter.isalpha() for letter in name):
        return Text("В строке нет названия карты.", "There is no card's name on the line.")
    if len(digits) > 4 or not 1 <= int(digits) <= MOST_COPIES:
        return Text(
            f"Количество копий бывает от 1 до {MOST_COPIES}.",
            f"A number of copies is from 1 to {MOST_COPIES}.",
        )
    return int(digits), name


def _summed(cards: Iterable[tuple[int, int, str]]) -> tuple[Entry, ...]:
    """C.4: (line, count, name) rows, one entry per name, in the order of first mention."""
    entries: dict[str, Entry] = {}
    for line, count, name in cards:
        known = entries.get(key := fold(name), Entry(name, 0, ()))
        entries[key] = Entry(known.name, known.count + count, (*known.lines, line))
    return tuple(entries.values())
