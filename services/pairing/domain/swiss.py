"""The Swiss draw, S.1–S.6 in strict priority, as one exact optimum.

Players are sorted by points, by lot within a score group. Two facts make it small and exact, with
r = the most opponents that anyone in the field has had:

* Window: some optimum pairs nobody farther than 2r+1 places apart (2r+2 where a bye is taken out),
  and if the window has no pairing free of rematches, there is none.
* Cut: at an even place with 4r+3 or more of one score group on both sides the field falls into two
  draws that know nothing of each other.

A field of 2r+2 or more (besides the bye) always has a draw free of rematches, whoever has the bye;
only in a smaller one can S.2 and S.3 be at odds, and there the whole graph is looked at.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from services.pairing.domain.lots import lot
from services.pairing.domain.matching import Edge, cheapest

LOT_BITS = 32
_LOT_SHIFT = 64 - LOT_BITS
_LOT_MASK = (1 << LOT_BITS) - 1


@dataclass(frozen=True, slots=True)
class Contender:
    """What the draw knows of an entry that is to be paired.

    score: points ×2; opponents: entries already met; byes: auto-wins so far, granted ones too;
    floated: +1 if he met someone with more points in the round before, -1 fewer, 0 neither.
    """

    entry: int
    score: int
    opponents: frozenset[int] = frozenset()
    byes: int = 0
    floated: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """A draw. ``pairs``: by table from 1 on, the highest scores first; ``bye``: entry with the
    auto-win of an odd field; ``rematches``: tables whose players met before (S.2).
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None
    rematches: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Seat:
    contender: Contender
    lot: int

    @property
    def order(self) -> tuple[int, int, int]:
        return -self.contender.score, self.lot, self.contender.entry


@dataclass(frozen=True, slots=True)
class _Chunk:
    """A part of the field that is drawn by itself."""

    seats: Sequence[_Seat]
    window: int
    bye_to: Sequence[int] = ()  # places in the chunk that may have the bye; empty: no bye here
    rematches: bool = False


def pair(players: Iterable[Contender], seed: int, draw: int | str) -> Pairing:
    """S.1–S.6: the draw of one round. The order of ``players`` doesn't matter.

    draw: which lots are used, as in ``lots.lot``.

    Raises ValueError for fewer than two players.
    """
    seats = sorted(
        (_Seat(player, lot(seed, draw, player.entry)) for player in players),
        key=lambda seat: seat.order,
    )
    if len(seats) < 2:
        raise ValueError("a round needs two players")
    pairs: list[tuple[_Seat, _Seat]] = []
    bye: int | None = None
    for chunk in _chunks(seats):
        drawn, alone = _draw(chunk)
        pairs += drawn
        bye = alone.contender.entry if alone else bye
    return _tables(pairs, bye)


def _chunks(seats: Sequence[_Seat]) -> list[_Chunk]:
    odd = len(seats) % 2
    field = {seat.contender.entry for seat in seats}
    most = max(len(seat.contender.opponents & field) for seat in seats)
    if len(seats) - odd < 2 * most + 2:
        everyone = range(len(seats)) if odd else ()
        return [_Chunk(seats, len(seats), everyone, rematches=True)]
    eligible = _eligible(seats) if odd else []
    members = 4 * most + 3
    last = eligible[-1] - members if odd else len(seats)
    cuts = [0, *_cuts([seat.contender.score for seat in seats], members, last), len(seats)]
    chunks = [_Chunk(seats[start:end], 2 * most + 1) for start, end in pairwise(cuts)]
    if odd:
        start = cuts[-2]
        bye_to = [place - start for place in eligible if place >= start]
        chunks[-1] = _Chunk(seats[start:], 2 * most + 2, bye_to)
    return chunks


def _eligible(seats: Sequence[_Seat]) -> list[int]:
    """S.3, S.4: places of those with the fewest byes, among them with the fewest points."""
    best = min((seat.contender.byes, seat.contender.score) for seat in seats)
    return [
        place
        for place, seat in enumerate(seats)
        if (seat.contender.byes, seat.contender.score) == best
    ]


def _cuts(scores: Sequence[int], members: int, last: int) -> list[int]:
    """Even places, none behind ``last``, with ``members`` of one score on both sides.

    Counted from the cut before, for each part must be a field of its own. With a bye, ``last``
    leaves the part behind it one who may have it and enough of his score group besides.
    """
    cuts: list[int] = []
    end = 0
    for _, group in groupby(scores):
        start, end = end, end + sum(1 for _ in group)
        place = start
        while True:
            place += members
            place += place % 2
            if place > min(end - members, last):
                break
            cuts.append(place)
    return cuts


def _draw(chunk: _Chunk) -> tuple[list[tuple[_Seat, _Seat]], _Seat | None]:
    size = len(chunk.seats)
    found = cheapest(size + bool(chunk.bye_to), [*_pair_edges(chunk), *_bye_edges(chunk)])
    if found is None:
        raise AssertionError("a field of 2r+2 always has a draw free of rematches (Dirac)")
    pairs = [(chunk.seats[a], chunk.seats[b]) for a, b in found if b < size]
    alone = next((chunk.seats[a] for a, b in found if b == size), None)
    return pairs, alone


def _pair_edges(chunk: _Chunk) -> Iterable[Edge]:
    """Costs: S.2 rematch, S.3, S.4 (byes only), S.5 difference squared, S.6 floats, lot."""
    for place, seat in enumerate(chunk.seats):
        one = seat.contender
        for other_place in range(place + 1, min(place + chunk.window + 1, len(chunk.seats))):
            other_seat = chunk.seats[other_place]
            other = other_seat.contender
            rematch = other.entry in one.opponents
            if rematch and not chunk.rematches:
                continue
            difference = one.score - other.score  # never negative: seats are sorted
            floats = (one.floated < 0) + (other.floated > 0) if difference else 0
            by_lot = ((seat.lot * other_seat.lot) >> _LOT_SHIFT) & _LOT_MASK
            yield place, other_place, (rematch, 0, 0, difference * difference, floats, by_lot)


def _bye_edges(chunk: _Chunk) -> Iterable[Edge]:
    """S.3, S.4: to the one vertex behind the last seat."""
    if not chunk.bye_to:
        return
    fewest = min(chunk.seats[place].contender.byes for place in chunk.bye_to)
    lowest = min(chunk.seats[place].contender.score for place in chunk.bye_to)
    for place in chunk.bye_to:
        seat = chunk.seats[place]
        had, points = seat.contender.byes - fewest, seat.contender.score - lowest
        yield place, len(chunk.seats), (0, had, points, 0, 0, seat.lot >> _LOT_SHIFT)


def _tables(pairs: Iterable[tuple[_Seat, _Seat]], bye: int | None) -> Pairing:
    """The strongest pair sits at table 1."""
    by_table = sorted(
        pairs, key=lambda pair: (pair[0].order[0], pair[1].order[0], pair[0].order, pair[1].order)
    )
    rematches = tuple(
        table
        for table, (one, other) in enumerate(by_table, start=1)
        if other.contender.entry in one.contender.opponents
    )
    named = tuple((one.contender.entry, other.contender.entry) for one, other in by_table)
    return Pairing(named, bye, rematches)
