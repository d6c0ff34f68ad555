"""A nation of invented people: surnames as frequent as real ones, and slips of the keyboard."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

SURNAMES = 20_000
_PARTS: dict[str, list[str]] = {
    name: words.split()
    for name, words in tomllib.loads(
        Path(__file__).with_name("nation.toml").read_text(encoding="utf-8")
    ).items()
}
_CODAS = ["", "", "", "", *_PARTS["codas"]]
_ENDINGS = {("ов", "ова"): 40, ("ин", "ина"): 22, ("ев", "ева"): 20, ("ский", "ская"): 8} | {
    ("енко", "енко"): 6,
    ("ук", "ук"): 4,
}
_LETTERS = "абвгдежзиклмнопрстуфхцчшщэюя"
_LATIN = dict(zip("аеорсухкмт", "aeopcyxkmt", strict=True))


@dataclass(frozen=True)
class Person:
    """Who is registered, and by what he may be asked for."""

    surname: str
    first_name: str
    patronymic: str
    nickname: str | None

    def body(self, number: int, city: str) -> dict[str, Any]:
        """What the registry needs of him; namesakes are meant (D.2.4)."""
        return {
            "surname": self.surname,
            "first_name": self.first_name,
            "patronymic": self.patronymic,
            "nickname": self.nickname,
            "email": f"player{number}@example.org",
            "city": city,
            "namesake": True,
        }


def people(count: int, chance: Random) -> Iterator[Person]:
    """So many people; every third has a nickname, and the commonest surname 1.2 % of all."""
    surnames = _surnames(chance)
    weights = list(accumulate(1 / (rank + 10) for rank in range(len(surnames))))
    men, women = _PARTS["men"], _PARTS["women"]
    words = [_syllables(chance, 2) + chance.choice(_CODAS) for _ in range(6000)]
    taken: set[str] = set()
    for number, pair in enumerate(chance.choices(surnames, cum_weights=weights, k=count)):
        woman = chance.random() < 0.3
        first = _first_name(women if woman else men, chance)
        father = _first_name(men, chance).rstrip("йья")
        nickname = _nickname(chance, words, taken) if number % 3 == 0 else None
        yield Person(pair[woman], first, father + ("овна" if woman else "ович"), nickname)


def slip(word: str, chance: Random) -> str:
    """A word with a letter missing, doubled, wrong, or swapped with its neighbour."""
    at = chance.randrange(len(word) - 1)
    return chance.choice(
        [
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + chance.choice(_LETTERS) + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        ]
    )


def typed_in_latin(text: str, chance: Random) -> str:
    """Some letters typed with the other keyboard."""
    return "".join(_LATIN.get(c, c) if chance.random() < 0.5 else c for c in text.lower())


def _surnames(chance: Random) -> list[tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    endings, weights = list(_ENDINGS), list(_ENDINGS.values())
    while len(found) < SURNAMES:
        stem = _syllables(chance, chance.choices([1, 2, 3], [20, 60, 20])[0])
        stem = (stem + (chance.choice(_CODAS) or chance.choice("лрнмсквтшдбгз"))).capitalize()
        man, woman = chance.choices(endings, weights)[0]
        found[stem + man] = (stem + man, stem + woman)
    return list(found.values())


def _syllables(chance: Random, count: int) -> str:
    return "".join(
        chance.choice(_PARTS["onsets"]) + chance.choice(_PARTS["vowels"]) for _ in range(count)
    )


def _first_name(names: list[str], chance: Random) -> str:
    return chance.choices(names, cum_weights=_falling(len(names)))[0]


@cache
def _falling(count: int) -> list[float]:
    return list(accumulate(1 / (rank + 4) for rank in range(count)))


def _nickname(chance: Random, words: list[str], taken: set[str]) -> str:
    """One that nobody has: a word with a number, two words, or a word of its own."""
    while True:
        made = chance.choice(
            [
                f"{chance.choice(words)}{chance.randint(1, 99)}",
                f"{chance.choice(words)} {chance.choice(words)}",
                _syllables(chance, 3) + chance.choice(_CODAS),
            ]
        )
        if made not in taken:
            taken.add(made)
            return made.capitalize()
