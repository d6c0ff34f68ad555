"""Rule 2.1.4, D.2.3: who may be meant by what is typed. Grams find words, likeness ranks people."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import OSA

from services.registry.domain.names import LETTERS_PER_SLIP, key_words, name_key, seen_alike
from services.registry.domain.numbers import digits_of, number_key
from shared.player_ids import is_player_id

WORDS_ASKED = 8
"""Nobody's names and nickname are more; whoever pastes a page is looked up as a whole name only."""
BIT, INNER_BIT = 60, 40
"""The likeness of a word's beginning, and of letters within it: up to 20 more, the nearer they are
to all of it. So a slip in five letters or more (80) is likelier than any bit."""
INNER_LETTERS = 3
"""Two letters are within half of all words: they are looked for at the beginning alone."""
BIT_SIGNS = 2
"""One digit begins a tenth of all IDs."""
SERIAL_DIGITS = 9
"""More than a nation's serials have (D.2.2)."""

_NO_TRIGRAM = "-"
"""Begins the grams that are a word or all of it but a letter; in a key a hyphen is a space."""
_NUMBERED = re.compile(r"^\s*(?:(?:\d{1,3}\s*[.):]|\d{1,3}(?=\t)|[-–—*•·▪>])\s*)?")
_LIKE_AN_ID = re.compile(r"[1-9][0-9]{2,11}")
_NUMBER_SIGN = re.compile(r"^(?:№|#|no\.?|id:?)\s*(?=\d)", re.IGNORECASE)


@dataclass(frozen=True)
class Query:
    """What is typed, as it is compared.

    said: without ``№``, as typed; number: the same as an ID or an old number is compared; digits:
    it without leading zeros, None if it is anything but digits; numbers: all that may be kept as
    an old number and looks so.
    """

    key: str
    words: tuple[str, ...]
    said: str
    number: str
    digits: str | None
    numbers: frozenset[str]


class Known(NamedTuple):
    """A person as he is looked up: keys alone, neither contacts nor spelling."""

    player: str
    serial: int
    full_key: str
    short_key: str
    nickname_key: str | None


def query(text: str) -> Query:
    """What somebody typed, ready to be compared."""
    key, said = name_key(text), without_sign(text.strip())
    number = number_key(said)
    return Query(
        key=key,
        words=key_words(key),
        said=said,
        number=number,
        digits=digits_of(number),
        numbers=frozenset(seen_alike(number) | seen_alike(number_key(text))),
    )


def without_sign(number: str) -> str:
    """A number without ``№``, ``#``, ``No`` or ``ID`` before it."""
    return _NUMBER_SIGN.sub("", number)


def without_bullet(line: str) -> str:
    """A pasted line without its number, bullet and tabs: ``1. Ежова Алёна``."""
    return _NUMBERED.sub("", line, count=1).strip() or line.strip()


def found_by(full_key: str, nickname_key: str | None) -> tuple[str, ...]:
    """The words that people are looked up by: surname, first name, nickname (2.1.4).

    A patronymic only confirms: otherwise every ``Иванов`` would find all the Ивановичи.
    """
    names = (*full_key.split("|")[:2], nickname_key or "")
    return tuple(dict.fromkeys(word for name in names for word in name_words(name)))


def name_words(name: str) -> tuple[str, ...]:
    """The words of a name's key; a double name is one word too, for who types it without hyphen."""
    words = key_words(name)
    return (*words, "".join(words)) if len(words) > 1 else words


def trigrams(word: str) -> frozenset[str]:
    """The letters of a word, three by three; it begins with a space."""
    spaced = f" {word}"
    return frozenset(spaced[at : at + 3] for at in range(max(1, len(spaced) - 2)))


def slips(word: str) -> frozenset[str]:
    """The word, and the word without each one of its letters.

    Two words have one of these in common if a letter is missing, doubled, wrong or swapped with its
    neighbour, and hardly ever else: a few rows of an index instead of thousands with a trigram.
    """
    shorter = (word[:at] + word[at + 1 :] for at in range(len(word)))
    return frozenset(map(gram_of, (word, *shorter)))


def grams(word: str) -> frozenset[str]:
    """All that a word is found by."""
    return trigrams(word) | slips(word)


def gram_of(word: str) -> str:
    """The one among its grams that is the whole word."""
    return _NO_TRIGRAM + word


def short_keys(asked: Query) -> list[str]:
    """The short keys of people who are called so: in any order, with or without a patronymic."""
    words = asked.words
    wanted = {" ".join(sorted(words))}
    if 2 < len(words) <= WORDS_ASKED:
        for length in (1, 2):
            for at in range(len(words) - length + 1):
                wanted.add(" ".join(sorted(words[:at] + words[at + length :])))
    return sorted(wanted)


def answers_fully(asked: Query, person: Known) -> bool:
    """Whether a nickname or a whole name was typed: first name and surname, or patronymic too.

    Rule 2.1.4: only that identifies; a surname alone does not.
    """
    if asked.key == person.nickname_key:
        return True
    typed, short = sorted(asked.words), person.short_key.split()
    patronymic = key_words(person.full_key.rpartition("|")[2])
    return bool(typed) and typed in (sorted(short), sorted((*short, *patronymic)))


def likeness(typed: str, word: str) -> int:
    """How well a typed word stands for a word, 0 to 100; 0 is below the threshold.

    The threshold: one slip is believed in any word, more by ``LETTERS_PER_SLIP``.
    """
    if typed == word:
        return 100
    longer = max(len(typed), len(word))
    believed = max(1, longer // LETTERS_PER_SLIP)
    slipped = OSA.distance(typed, word, score_cutoff=believed)
    found = [100 * (longer - slipped) // longer if slipped <= believed else 0]
    if typed in word:
        part = 20 * len(typed) // len(word)
        found.append((BIT if word.startswith(typed) else INNER_BIT) + part)
    return max(found)


def rank(asked: Query, people: Iterable[Known]) -> list[tuple[Known, int]]:
    """D.2.3: who may be meant, the likeliest first, each with his score; by ID among equals.

    The score, 0 to 100, says how well all typed words stand for words of the person's names and
    nickname, each for another one; whoever lacks one of them is left out.
    """
    alike, split = cache(likeness), cache(name_words)  # thousands have the same few first names
    typed = sorted(asked.words, key=len, reverse=True)
    letters = sum(map(len, typed))
    good = []
    for person in people:
        names = (*person.full_key.split("|"), person.nickname_key or "")
        if total := _total(typed, [word for name in names for word in split(name)], alike):
            good.append((person, total // letters))
    return sorted(good, key=lambda each: (-each[1], each[0].serial))


def closeness(typed: Iterable[str], words: Iterable[str]) -> int:
    """How well typed words stand for words of a person, 0 to 100; one may stand for none."""
    ordered = sorted(typed, key=len, reverse=True)
    return _total(ordered, list(words), likeness, lenient=True) // sum(map(len, ordered))


def _total(
    typed: Sequence[str],
    words: list[str],
    alike: Callable[[str, str], int],
    *,
    lenient: bool = False,
) -> int:
    """Likeness by letters of the typed words, each to the best of the words that are left.

    0 if one of them is like none; lenient: that one alone counts 0.
    """
    total = 0
    for each in typed:
        best, found = 0, ""
        for word in words:
            if (like := alike(each, word)) > best:
                best, found = like, word
        if not best:
            if lenient:
                continue
            return 0
        words.remove(found)
        total += best * len(each)
    return total


def has_wrong_check_digit(asked: Query) -> bool:
    """D.2.2: whether it is written like an ID and is none."""
    return _LIKE_AN_ID.fullmatch(asked.number) is not None and not is_player_id(asked.number)


def is_number_bit(asked: Query) -> bool:
    """Whether it may be the beginning of an ID or an old number: a digit, and no sentence."""
    signs = sum(map(str.isalnum, asked.number))
    has_digit = any(map(str.isdigit, asked.number))
    return has_digit and signs >= BIT_SIGNS and len(asked.number.split()) <= 2


def serials_begun(asked: Query) -> list[tuple[int, int]]:
    """D.2.2: first and last serials of the IDs that begin so, the shortest IDs first.

    An ID is its serial and one digit more.
    """
    bit = asked.number
    if bit != asked.digits or not BIT_SIGNS <= len(bit) <= SERIAL_DIGITS:
        return []
    begun = [(int(bit), 10**more) for more in range(SERIAL_DIGITS - len(bit) + 1)]
    return [(first * size, (first + 1) * size - 1) for first, size in begun]


def like_number(asked: Query, old_number: str) -> int:
    """How well a bit stands for an old number, as written or without leading zeros."""
    as_written = likeness(name_key(asked.number), name_key(old_number))
    digits = digits_of(old_number)
    return (
        max(as_written, likeness(asked.digits, digits)) if asked.digits and digits else as_written
    )


def near_ids(number: str) -> list[str]:
    """D.2.2: the IDs that a number with a wrong check digit may have been.

    One digit is wrong, missing or too many, or two neighbours are swapped.
    """
    places = range(len(number))
    tries = {number[:at] + number[at + 1 :] for at in places}
    for digit in "0123456789":
        tries |= {number[:at] + digit + number[at + 1 :] for at in places}
        tries |= {number[:at] + digit + number[at:] for at in range(len(number) + 1)}
    for at, (one, next_one) in enumerate(pairwise(number)):
        tries.add(number[:at] + next_one + one + number[at + 2 :])
    return sorted(each for each in tries if is_player_id(each))
