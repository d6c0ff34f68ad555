"""D.2.3: a line of a list taken apart: numbers, a name, and what else is written of a person."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from services.registry.domain.names import key_words, name_key
from services.registry.domain.search import Known, name_words, without_sign

PIECES = 10
"""Words and numbers of one line; longer ones are no entries but sentences."""
FEWEST_FOR_A_SLIP = 3
"""Of so many words one may be wrong: two others still say who is meant."""

_ASIDE = re.compile(
    r"[,;()\[\]{}|\t№#]|\s[-–—]+(?:\s|(?=\d))"
    r"|\sг\.\s*(?=[^\W\d_]{2})"  # a city's sign; an initial is written large
    r"|(?<=\d)[-–—/.:](?=[^\W\d_]{3})"
)
"""What stands between a name and what is said besides: a comma, a bracket, a dash, a ``№``."""
_AROUND = "!\"'*+-./:?\\^_`~«»“”„…–—"
"""What a word is taken out of: quotes, a full stop."""
_LABELS = frozenset(map(name_key, ("ID", "номер", "город", "клуб")))
"""Words that say nothing by themselves."""
_CITY_SIGNS = frozenset({"г", "гор"})


@dataclass(frozen=True)
class Line:
    """What is written in a line.

    numbers: pieces with a digit, as typed, without ``№``; words: all others, as they are compared;
    name: those of them that stand before the first comma, bracket or dash.
    """

    numbers: tuple[str, ...]
    words: tuple[str, ...]
    name: tuple[str, ...]

    @property
    def is_more_than_a_name(self) -> bool:
        """Whether anything is said besides."""
        return bool(self.numbers) or self.name != self.words

    @property
    def is_apart(self) -> bool:
        """Whether there is anything to take apart, and not too much."""
        several = self.is_more_than_a_name or len(self.words) >= FEWEST_FOR_A_SLIP
        return several and len(self.numbers) + len(self.words) <= PIECES


@dataclass(frozen=True)
class Facts:
    """What may be written of a person, in words as they are compared.

    names: surname and first name, each word; patronymic; wholes: nickname, city, club, each one all
    or nothing: Новгород is not Нижний Новгород.
    """

    names: tuple[str, ...]
    patronymic: tuple[str, ...]
    wholes: tuple[tuple[str, ...], ...]

    def __add__(self, other: "Facts") -> "Facts":
        """What may be written of one who has two IDs."""
        return Facts(
            self.names + other.names,
            self.patronymic + other.patronymic,
            self.wholes + other.wholes,
        )

    @property
    def words(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.names, *self.patronymic, *chain(*self.wholes))


def take_apart(text: str) -> Line:
    """The numbers and the words of a line."""
    numbers: list[str] = []
    parts: list[tuple[str, ...]] = []
    for part in _ASIDE.split(text):
        words: list[str] = []
        for piece in part.split():
            bare = without_sign(piece.strip(_AROUND))
            if any(map(str.isdigit, bare)):
                numbers.append(bare)
            else:
                words += key_words(name_key(bare))
        parts.append(_unsigned(words) if parts else tuple(words))
    name = next(filter(None, parts), ())
    return Line(tuple(numbers), tuple(chain(*parts)), name)


def without_signs(text: str) -> str:
    """A name without the signs that it is written between: «Ворона», Ворона!"""
    return text.strip(f"{_AROUND},; ")


def asides(line: Line) -> dict[str, str]:
    """What may be a city at a name's end -> the line with a comma before it, the longest first.

    ``Воронцова Нижний Новгород``: ``нижний новгород`` -> ``воронцова, нижний новгород``.
    """
    words = line.words
    if line.is_more_than_a_name or len(words) > PIECES:
        return {}
    parts = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
    return {end: f"{name}, {end}" for name, end in parts}


def facts(names: Iterable[str], patronymic: str | None, wholes: Iterable[str | None]) -> Facts:
    """What may be written of a person, from how it is spelt."""
    keyed = [key_words(name_key(each or "")) for each in wholes]
    bare = (tuple(word for word in words if word not in _LABELS) for words in keyed)
    return Facts(
        tuple(chain(*(name_words(name_key(each)) for each in names))),
        key_words(name_key(patronymic or "")),
        tuple(filter(None, bare)),
    )


def name_keys(words: Sequence[str]) -> list[str]:
    """The short keys of people whose whole names are among these words, in any order."""
    ordered = sorted(words)
    return sorted({" ".join(some) for size in (2, 3, 4) for some in combinations(ordered, size)})


def has_patronymic(words: Sequence[str], person: Known) -> bool:
    """Whether besides a person's name these words have his patronymic."""
    patronymic = key_words(person.full_key.rpartition("|")[2])
    whole = Counter((*person.short_key.split(), *patronymic))
    return bool(patronymic) and whole <= Counter(words)


def agrees(words: Iterable[str], known: Facts) -> bool:
    """Whether all these words are true of a person; an initial is enough of his names."""
    left = Counter(word for word in words if word not in _LABELS)
    for whole in sorted(known.wholes, key=len, reverse=True):
        if (some := Counter(whole)) <= left:
            left -= some
    names = [*known.names, *known.patronymic]
    for word in sorted(left.elements(), key=len, reverse=True):
        meant = [name for name in names if name == word or name[0] == word]
        if not meant:
            return False
        names.remove(min(meant, key=len))
    return True


def all_but_one(words: Sequence[str], person: Known) -> bool:
    """Whether all of these words but one are a person's, his surname among them."""
    surname, *names = (*person.full_key.split("|"), person.nickname_key or "")
    missing = Counter(words) - Counter(key_words(surname))
    if len(words) < FEWEST_FOR_A_SLIP or missing.total() == len(words):
        return False
    return (missing - Counter(word for name in names for word in name_words(name))).total() == 1


def _unsigned(words: Sequence[str]) -> tuple[str, ...]:
    """What is said besides a name, without ``г.`` before a city."""
    return tuple(words[1:] if len(words) > 1 and words[0] in _CITY_SIGNS else words)
