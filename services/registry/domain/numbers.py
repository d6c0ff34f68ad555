"""D.2.2: numbers of older bases: text as written, compared as digits where that is clear."""

from collections.abc import Iterable, Mapping

from shared.folding import fold

COUNTED_DIGITS = 8
"""Longer ones are no serials of people (a nation has fewer) but cards, phones or slips. They are
aliases like any other, and new serials need not stay above them: no ID would ever be so long."""

MOST_OLD = 100
"""Old numbers of one person: more than there were bases, and few enough for his public state."""


def number_key(text: str) -> str:
    """An old number as it is compared first: as written, but for case and spaces."""
    return fold(text)


def digits_of(key: str) -> str | None:
    """An old number without leading zeros; None if it is anything but digits."""
    if not (key.isascii() and key.isdecimal()):
        return None
    return key.lstrip("0") or "0"


def largest(keys: Iterable[str]) -> int:
    """The largest old number above which new serials start; 0 if there is none."""
    digits = filter(None, map(digits_of, keys))
    return max((int(each) for each in digits if len(each) <= COUNTED_DIGITS), default=0)


def owners(key: str, by_key: Mapping[str, str], by_digits: Iterable[str]) -> list[str]:
    """Whose old number was meant: as written, else as digits; several if that is not clear.

    by_key: folded number -> owner; by_digits: owners of numbers that are equal as digits.
    """
    if key in by_key:
        return [by_key[key]]
    return sorted(set(by_digits))
