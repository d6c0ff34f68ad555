"""Random evenings for the bench, round by round."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from services.pairing.domain.swiss import Contender, Pairing, pair

DRAWS = 0.15
WIN, DRAW = 6, 2
"""Points ×2."""


def evening(players: int, rounds: int, seed: int) -> Iterator[tuple[list[Contender], float]]:
    """The field before each round, and the seconds that our engine took to pair it."""
    chance = Random(seed)
    field = [Contender(entry, 0) for entry in range(1, players + 1)]
    for number in range(1, rounds + 1):
        started = time.perf_counter()
        drawn = pair(field, seed, number)
        yield field, time.perf_counter() - started
        field = _played(field, drawn, chance)


def _played(field: list[Contender], drawn: Pairing, chance: Random) -> list[Contender]:
    after = {one.entry: one for one in field}
    for a, b in drawn.pairs:
        one, other = after[a], after[b]
        drew, first = chance.random() < DRAWS, chance.random() < 0.5
        gains = (DRAW, DRAW) if drew else (WIN, 0) if first else (0, WIN)
        lead = (other.score > one.score) - (other.score < one.score)
        after[a] = _met(one, b, gains[0], lead)
        after[b] = _met(other, a, gains[1], -lead)
    if drawn.bye is not None:
        one = after[drawn.bye]
        after[drawn.bye] = replace(one, score=one.score + WIN, byes=one.byes + 1, floated=0)
    return list(after.values())


def _met(one: Contender, other: int, gain: int, floated: int) -> Contender:
    met = one.opponents | {other}
    return replace(one, score=one.score + gain, opponents=met, floated=floated)


def seconds(draw: Callable[[], object]) -> float:
    """How long one draw takes."""
    started = time.perf_counter()
    draw()
    return time.perf_counter() - started
