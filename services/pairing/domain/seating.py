"""Table numbers of a round: the strongest pair sits first, whoever needs a place has it."""

from collections.abc import Mapping, Sequence
from itertools import count


def seated(pairs: Sequence[tuple[int, int]], fixed: Mapping[int, int]) -> tuple[int, ...]:
    """The table of each pair, in the order of the pairs.

    pairs: entries who meet, the strongest first; fixed: entry -> the table that he always has.
    A pair sits where one of the two always does; where both have a place, or several pairs want
    one, the lower entry number goes first. All others keep their order at the tables that are
    left, from 1 on without a gap; a fixed table may lie beyond them.
    """
    wishes = sorted(
        (entry, place)
        for place, pair in enumerate(pairs)
        for entry in pair
        if fixed.get(entry) is not None
    )
    at: dict[int, int] = {}
    for entry, place in wishes:
        if place not in at and fixed[entry] not in at.values():
            at[place] = fixed[entry]
    taken = set(at.values())
    free = (table for table in count(1) if table not in taken)
    return tuple(at[place] if place in at else next(free) for place in range(len(pairs)))
