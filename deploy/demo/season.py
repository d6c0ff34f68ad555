"""A season of our own making: people of different strength, many cities, every kind of result."""

import random
from collections.abc import Iterator
from datetime import date, timedelta

from deploy.demo.real import Match, Tournament

PEOPLE = 240
TOURNAMENTS = 60


def season(
    people: int = PEOPLE, tournaments: int = TOURNAMENTS, seed: int = 2026
) -> Iterator[Tournament]:
    """Finished tournaments, the same for the same seed. People are numbers from 0.

    A person belongs to the city ``number % len(CITIES)`` and mostly plays there.
    """
    chance = random.Random(seed)  # noqa: S311 - a story, not a secret
    strength = [chance.gauss(0, 200) for _ in range(people)]
    day = date(2025, 9, 6)
    for number in range(tournaments):
        size = chance.choice([6, 8, 10, 12, 14, 16, 20, 26])
        players = _field(chance, people, number % 8, size)
        rounds = [_round(chance, players, strength) for _ in range(3 if size <= 8 else 4)]
        moment = f"{day.isoformat()}T{18 + number % 4}:{number % 60:02}:00"
        yield Tournament("sample", f"S{number + 1:03}", moment, players, rounds)
        day += timedelta(days=chance.choice([0, 1, 6, 7]))


def _field(chance: random.Random, people: int, city: int, size: int) -> list[int]:
    """Mostly the city's own people, and a few travellers."""
    locals_ = [player for player in range(people) if player % 8 == city]
    guests = [player for player in range(people) if player % 8 != city]
    own = min(size - size // 5, len(locals_))
    return chance.sample(locals_, own) + chance.sample(guests, size - own)


def _round(
    chance: random.Random, players: list[int], strength: list[float]
) -> tuple[str, list[Match], list[int]]:
    order = chance.sample(players, len(players))
    byes = [order.pop()] if len(order) % 2 else []
    pairs = zip(order[::2], order[1::2], strict=True)
    return "swiss", [_game(chance, a, b, strength) for a, b in pairs], byes


def _game(chance: random.Random, a: int, b: int, strength: list[float]) -> Match:
    kind = chance.choices(
        ["clean", "technical", "draw", "agreed_draw", "no_show", "both_absent"],
        [70, 12, 8, 4, 5, 1],
    )[0]
    if kind in ("draw", "agreed_draw", "both_absent"):
        return a, b, kind, None
    expected = 1 / (1 + 10 ** ((strength[b] - strength[a]) / 400))
    return a, b, kind, a if chance.random() < expected else b
