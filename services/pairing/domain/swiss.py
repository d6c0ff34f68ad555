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

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

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


EXACT = 4
"""So many of the costs, S.2–S.5, are the least over all draws there are."""


class Costs(NamedTuple):
    """What the rules weigh of a draw, from the most to the least important; less is better.

    rematches: S.2; byes: S.3: those that whoever has the bye had before; bye_points: S.4: his
    points ×2; squares: S.5: the sum of squared differences of points ×2; floats: S.6: players who
    float again in the same direction; lot: S.6: the last word.
    """

    rematches: int = 0
    byes: int = 0
    bye_points: int = 0
    squares: int = 0
    floats: int = 0
    lot: int = 0


@dataclass(frozen=True, slots=True)
class Barred:
    """What a draw must do without: pairs of entries, and entries with the bye."""

    pairs: frozenset[frozenset[int]] = frozenset()
    byes: frozenset[int] = frozenset()

    def partners(self, entry: int) -> frozenset[int]:
        """Whom the entry must not meet."""
        return frozenset().union(*(pair for pair in self.pairs if entry in pair)) - {entry}


NOTHING = Barred()


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
    seats = _seated(players, seed, draw)
    drawn = _drawn(_chunks(seats, NOTHING), NOTHING)
    if drawn is None:
        raise AssertionError("a field of 2r+2 always has a draw free of rematches (Dirac)")
    return drawn


def otherwise(
    players: Iterable[Contender], seed: int, draw: int | str, barred: Barred, least: Costs
) -> Pairing | None:
    """S.2–S.6: the best draw that does without what is ``barred``; None when there is none.

    least: what the draw costs that does without nothing. A barred pair counts as one that has met,
    so window and cut are as exact as in ``pair``, and a little wider. They are not needed where the
    narrower ones have a draw as good by S.5.
    """
    field = tuple(players)
    seats = _seated(field, seed, draw)
    found: list[Pairing] = []
    for narrow in (NOTHING, barred):
        drawn = _drawn(_chunks(seats, narrow), barred)
        if drawn is not None:
            found.append(drawn)
            if costs(field, drawn, seed, draw)[:EXACT] <= least[:EXACT]:
                break
    return min(found, key=lambda each: costs(field, each, seed, draw), default=None)


def costs(players: Iterable[Contender], drawn: Pairing, seed: int, draw: int | str) -> Costs:
    """S.2–S.6: what a draw of these players costs, whoever made it."""
    seat = {each.contender.entry: each for each in _seated(players, seed, draw)}
    parts = [
        _price(*sorted((seat[a], seat[b]), key=lambda each: each.order)) for a, b in drawn.pairs
    ]
    if drawn.bye is not None:
        parts.append(_price_of_bye(seat[drawn.bye]))
    return Costs(*(sum(column) for column in zip(*parts, strict=True)))


def _seated(players: Iterable[Contender], seed: int, draw: int | str) -> list[_Seat]:
    seats = sorted(
        (_Seat(player, lot(seed, draw, player.entry)) for player in players),
        key=lambda seat: seat.order,
    )
    if len(seats) < 2:
        raise ValueError("a round needs two players")
    return seats


def _drawn(chunks: Iterable[_Chunk], barred: Barred) -> Pairing | None:
    """All parts drawn; None where one has no draw without what is barred."""
    pairs: list[tuple[_Seat, _Seat]] = []
    bye: int | None = None
    for chunk in chunks:
        found = _draw(chunk, barred)
        if found is None:
            return None
        drawn, alone = found
        pairs += drawn
        bye = alone.contender.entry if alone else bye
    return _tables(pairs, bye)


def _chunks(seats: Sequence[_Seat], barred: Barred) -> list[_Chunk]:
    odd = len(seats) % 2
    field = {seat.contender.entry for seat in seats}
    most = max(
        len((seat.contender.opponents | barred.partners(seat.contender.entry)) & field)
        for seat in seats
    )
    if len(seats) - odd < 2 * most + 2:
        everyone = range(len(seats)) if odd else ()
        return [_Chunk(seats, len(seats), everyone, rematches=True)]
    eligible = _eligible(seats, barred.byes) if odd else []
    members = 4 * most + 3
    last = min(eligible[0], eligible[-1] - members) if odd else len(seats)
    cuts = [0, *_cuts([seat.contender.score for seat in seats], members, last), len(seats)]
    chunks = [_Chunk(seats[start:end], 2 * most + 1) for start, end in pairwise(cuts)]
    if odd:
        start = cuts[-2]
        bye_to = [place - start for place in eligible]
        chunks[-1] = _Chunk(seats[start:], 2 * most + 2, bye_to)
    return chunks


def _eligible(seats: Sequence[_Seat], barred: Collection[int]) -> list[int]:
    """S.3, S.4: places of those with the fewest byes, among them with the fewest points."""
    may = [place for place, seat in enumerate(seats) if seat.contender.entry not in barred]
    worth = {place: _price_of_bye(seats[place])[1:3] for place in may}
    best = min(worth.values())
    return [place for place in may if worth[place] == best]


def _cuts(scores: Sequence[int], members: int, last: int) -> list[int]:
    """Even places, none behind ``last``, with ``members`` of one score on both sides.

    Counted from the cut before, for each part must be a field of its own. With a bye, ``last``
    leaves the part behind it all who may have it and enough of their score group besides.
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


def _draw(chunk: _Chunk, barred: Barred) -> tuple[list[tuple[_Seat, _Seat]], _Seat | None] | None:
    size = len(chunk.seats)
    edges = [*_pair_edges(chunk, barred), *_bye_edges(chunk, barred)]
    found = cheapest(size + bool(chunk.bye_to), edges)
    if found is None:
        return None
    pairs = [(chunk.seats[a], chunk.seats[b]) for a, b in found if b < size]
    alone = next((chunk.seats[a] for a, b in found if b == size), None)
    return pairs, alone


def _pair_edges(chunk: _Chunk, barred: Barred) -> Iterable[Edge]:
    for place, seat in enumerate(chunk.seats):
        one = seat.contender
        without = barred.partners(one.entry)
        for other_place in range(place + 1, min(place + chunk.window + 1, len(chunk.seats))):
            other = chunk.seats[other_place]
            price = _price(seat, other)
            if (price.rematches and not chunk.rematches) or other.contender.entry in without:
                continue
            yield place, other_place, price


def _bye_edges(chunk: _Chunk, barred: Barred) -> Iterable[Edge]:
    """To the one vertex behind the last seat; what all of them have in common takes no bits."""
    prices = {
        place: _price_of_bye(chunk.seats[place])
        for place in chunk.bye_to
        if chunk.seats[place].contender.entry not in barred.byes
    }
    fewest = min((price.byes for price in prices.values()), default=0)
    lowest = min((price.bye_points for price in prices.values()), default=0)
    for place, price in prices.items():
        had, points = price.byes - fewest, price.bye_points - lowest
        yield place, len(chunk.seats), price._replace(byes=had, bye_points=points)


def _price(seat: _Seat, other_seat: _Seat) -> Costs:
    """S.2, S.5, S.6: of a pair, the one with more points first."""
    one, other = seat.contender, other_seat.contender
    difference = one.score - other.score
    floats = (one.floated < 0) + (other.floated > 0) if difference else 0
    by_lot = ((seat.lot * other_seat.lot) >> _LOT_SHIFT) & _LOT_MASK
    return Costs(int(other.entry in one.opponents), 0, 0, difference * difference, floats, by_lot)


def _price_of_bye(seat: _Seat) -> Costs:
    """S.3, S.4: of a bye; between equals the lot."""
    return Costs(0, seat.contender.byes, seat.contender.score, 0, 0, seat.lot >> _LOT_SHIFT)


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
