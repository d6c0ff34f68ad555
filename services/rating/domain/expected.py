"""D.4.1: the expected score E(D) = 1 / (1 + 10^(−D/400)), in integers.

No 400-point cap. E is counted in billionths, D in thousandths of a point. The table holds E at
every whole point from 0 up to where 1 − E is below half a billionth; between two points it is
interpolated in a straight line. E is bent at most 3.2e-6 per point², so the line is off by at
most 4e-7: with K = 40 that is 0.016 thousandths of a point a game.

Floats would do for accuracy, but their last bits differ between processors; whole numbers are the
same ledger on every machine, and E(D) + E(−D) is exactly one.
"""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import cache

NANO = 1_000_000_000
"""An expected score of one, in billionths."""

CERTAIN_MILLI = 3_721_000
"""From this difference on E is one: 10^(−D/400) < 0.5e-9 when D > 400 × log10(2e9) = 3720.41."""


@cache
def table() -> tuple[int, ...]:
    """E at 0, 1, 2 … points, correctly rounded to billionths; computed once, in decimals."""
    with localcontext() as context:
        context.prec = 60
        step = Decimal(10) ** (Decimal(-1) / 400)
        odds, values = Decimal(1), []
        for _ in range(CERTAIN_MILLI // 1000 + 1):
            values.append(int((NANO / (1 + odds)).to_integral_value(ROUND_HALF_UP)))
            odds *= step
    return tuple(values)


def expected_nano(diff_milli: int) -> int:
    """D.4.1: expected score in billionths of one rated ``diff_milli`` above the opponent."""
    gap = abs(diff_milli)
    if gap >= CERTAIN_MILLI:
        score = NANO
    else:
        values = table()
        point, milli = divmod(gap, 1000)
        low = values[point]
        score = low + ((values[point + 1] - low) * milli + 500) // 1000
    return score if diff_milli >= 0 else NANO - score
