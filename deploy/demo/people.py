"""Invented people: every number is a person of its own, always the same one."""

import tomllib
from pathlib import Path
from typing import Any

CITIES = {
    "moskva": ("Москва", "Europe/Moscow"),
    "kazan": ("Казань", "Europe/Moscow"),
    "novosibirsk": ("Новосибирск", "Asia/Novosibirsk"),
    "ekaterinburg": ("Екатеринбург", "Asia/Yekaterinburg"),
    "samara": ("Самара", "Europe/Samara"),
    "vladivostok": ("Владивосток", "Asia/Vladivostok"),
    "kaliningrad": ("Калининград", "Europe/Kaliningrad"),
    "peterburg": ("Санкт-Петербург", "Europe/Moscow"),
}

_NAMES = tomllib.loads(Path(__file__).with_name("names.toml").read_text(encoding="utf-8"))


def person(number: int, city: str) -> dict[str, Any]:
    """What the registry needs of invented person ``number`` (from 0), who lives in ``city``.

    Full names are unlike up to 12,000 people. First name and surname alone repeat sooner, so every
    body says that it is a namesake on purpose (D.2.4).
    """
    woman = number % 3 == 0
    firsts = _NAMES["women"] if woman else _NAMES["men"]
    surnames, fathers = _NAMES["surnames"], _NAMES["fathers"]
    first = firsts[number % len(firsts)]
    surname = surnames[(number // len(firsts) + number) % len(surnames)]
    father = fathers[number // 7 % len(fathers)]
    return {
        "first_name": first,
        "surname": _feminine(surname) if woman else surname,
        "patronymic": _daughter(father) if woman else father,
        "email": f"player{number}@example.org",
        "city": city,
        "namesake": True,
    }


def _feminine(surname: str) -> str:
    return surname[:-2] + "ая" if surname.endswith("ий") else surname + "а"


def _daughter(father: str) -> str:
    return "Ильинична" if father == "Ильич" else father[:-2] + "на"
