"""How people refer to rules: in prose, and in the names of tests.

An id with a letter (``D.4.2``) is a reference wherever it stands. A bare number could be a version
or a quantity, so it is one for certain only where nothing else could be meant: after "rule", at the
head of a docstring or comment (``7.2.1: …``), alone in brackets, as the value of ``rule``. Three
numbers elsewhere, and a text of nothing but ids, are a reference if there is such a rule.
"""

import re
from itertools import takewhile

_LETTERED = r"[DSTRPCN]\.\d+(?:\.\d+)*"
_NUMBERED = r"[2-7]\.\d+(?:\.\d+)?"
_ID = rf"(?<![\w.])(?:{_LETTERED}|{_NUMBERED})(?!\w|\.\d)"
_GROUP = rf"{_ID}(?:(?:,? (?:and|with|и|с) |, ?){_ID})*"

ID = re.compile(_ID)
_CERTAIN = (
    re.compile(rf"(?<![\w.]){_LETTERED}(?!\w|\.\d)"),
    re.compile(rf"\b[Rr]ules? ({_GROUP})"),
    re.compile(rf"^\s*({_GROUP})(?=[:.](?:\s|$))"),
    re.compile(rf"\(({_GROUP})\)"),
    re.compile(rf"\"?rule\"?\s*[:=]\s*\"({_ID})\""),
)
_POSSIBLE = (
    re.compile(r"(?<![\w.])[2-7]\.\d+\.\d+(?!\w|\.\d)"),
    re.compile(rf"^\s*({_GROUP})\s*$"),
)
_RANGE = re.compile(rf"({_ID})\s?[–-]\s?({_ID})")


def in_prose(text: str) -> tuple[set[str], set[str]]:
    """What a text refers to: for certain, and if there is such a rule. Ranges are spelled out."""
    text = _RANGE.sub(lambda found: ", ".join(between(found[1], found[2])), text)
    certain = _found(_CERTAIN, text)
    return certain, _found(_POSSIBLE, text) - certain


def _found(forms: tuple[re.Pattern[str], ...], text: str) -> set[str]:
    return {
        name for form in forms for found in form.finditer(text) for name in ID.findall(found[0])
    }


def between(first: str, last: str) -> list[str]:
    """``S.2``, ``S.5`` -> ``S.2``, ``S.3``, ``S.4``, ``S.5``; both ends if they are no range."""
    family, _, low = first.rpartition(".")
    other, _, high = last.rpartition(".")
    if family != other:
        return [first, last]
    return [f"{family}.{number}" for number in range(int(low), int(high) + 1)]


def in_test_name(name: str) -> list[tuple[str, ...]]:
    """What a test is named after: for each reference its possible readings, the longest first.

    ``test_rule_7_2_1_3_copies`` may mean 7.2.1.3, 7.2.1 or 7.2; only the index can tell.
    ``test_s_2_to_s_5_…`` is a range, ``test_t_1_t_3_…`` two references.
    """
    words = name.removeprefix("test_").split("_")
    readings: list[tuple[str, ...]] = []
    at, ranged = 0, False
    while at < len(words):
        if words[at] == "to" and readings:
            at, ranged = at + 1, True
            continue
        parts = list(takewhile(str.isdecimal, words[at + 1 :]))
        prefix = _prefix(words[at])
        if prefix is None or not parts:
            break
        full = [*prefix, *parts]
        found = tuple(".".join(full[:end]) for end in range(len(full), 1, -1))
        if ranged:
            readings += [(each,) for each in between(readings[-1][0], found[0])[1:-1]]
        readings.append(found)
        at, ranged = at + 1 + len(parts), False
    return readings


def _prefix(word: str) -> list[str] | None:
    if word == "rule":
        return []
    return [word.upper()] if len(word) == 1 and word in "dstrpcn" else None
