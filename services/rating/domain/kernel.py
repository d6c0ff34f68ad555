"""Rules 4.2 and 4.3 with D.4.1 and D.4.2: what a tournament does to ratings.

The one function for live tournaments, corrections and replay. Ratings and changes are integers in
thousandths of a point. A game is rounded once, half away from zero, to +c for one side and −c for
the other: every game, hence every tournament, is zero-sum.
"""

from collections.abc import Mapping, Sequence

from services.rating.domain.expected import expected_nano

Game = tuple[str, str, int]
"""``(player a, player b, halves of a)``: 2 = a won, 1 = drawn, 0 = b won."""

HALF_NANO = 500_000_000
SCALE = 10_000_000
"""K is in tenths, the score in billionths, the change in thousandths: 10 × 10^9 / 10^3."""


def game_change(before_a: int, before_b: int, halves_of_a: int, k_tenths: int) -> int:
    """D.4.1: what player a wins or loses in one game, in thousandths; b's change is the negative.

    before_a, before_b: ratings in thousandths before the tournament; k_tenths: K × coefficient in
    tenths of a point (4.3).
    """
    gain = k_tenths * (halves_of_a * HALF_NANO - expected_nano(before_a - before_b))
    return (gain + SCALE // 2) // SCALE if gain >= 0 else -((SCALE // 2 - gain) // SCALE)


def rate_event(
    before: Mapping[str, int], games: Sequence[Game], k_tenths: int
) -> dict[str, tuple[int, int]]:
    """D.4.2: ``player -> (change in thousandths, games)`` of everyone who has a game.

    All games are rated against the ratings ``before`` the tournament, then summed, so neither
    their order nor which side is called a can matter. Raises KeyError if a rating is missing.
    """
    deltas = dict.fromkeys(before, 0)
    counts = deltas.copy()
    for a, b, halves_of_a in games:
        change = game_change(before[a], before[b], halves_of_a, k_tenths)
        deltas[a] += change
        deltas[b] -= change
        counts[a] += 1
        counts[b] += 1
    return {player: (delta, counts[player]) for player, delta in deltas.items() if counts[player]}
