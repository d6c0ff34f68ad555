"""The TOP's bracket, T.9, as it was played: who sat in which slot, and who went on.

A bracket is a row of slots; neighbours play, who goes on takes the slot of both. An empty slot
(None) is nobody: the field was smaller, a pair stayed away, or one has left. Whoever sits in the
next round is who went on, whatever the result was corrected to since.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from services.pairing.domain.state import Match, Round, TournamentState

Slots = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Duel:
    """Two neighbouring slots, the upper one first.

    match: what is played between them; None: an auto-win, nobody, or a round to come. on: who goes
    on, or went.
    """

    one: int | None
    other: int | None
    match: Match | None = None
    on: int | None = None

    @property
    def seated(self) -> tuple[int, ...]:
        """Whoever is in it."""
        return tuple(entry for entry in (self.one, self.other) if entry is not None)

    @property
    def out(self) -> int | None:
        """The one who does not go on; None where that is nobody or both."""
        left = [entry for entry in self.seated if entry != self.on]
        return left[0] if len(left) == 1 and self.on is not None else None


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of the TOP: its duels in the bracket's order.

    number: its number, which it will have if it is not published yet. third: the game for the third
    place, beside the final.
    """

    number: int
    published: bool
    duels: tuple[Duel, ...]
    third: Match | None = None


def slots(seeds: Sequence[int]) -> Slots:
    """T.9: the slots of the first round: 1–8, 4–5, 2–7, 3–6, and so on for every power of two.

    The bracket is the smallest one that holds the field: where it isn't full, the slots that stay
    empty are the lowest seeds', so the higher ones have an auto-win.
    """
    order = [1]
    while len(order) < len(seeds):
        total = 2 * len(order) + 1
        order = [seed for better in order for seed in (better, total - better)]
    return tuple(seeds[seed - 1] if seed <= len(seeds) else None for seed in order)


def bracket(state: TournamentState, seeds: Sequence[int]) -> tuple[BracketRound, ...]:
    """T.9: every round of the TOP, those to come as far as they are known.

    Without seeds (an import states none) only the rounds that were played, in their tables' order.
    """
    if len(seeds) < 2:
        return tuple(_by_tables(state))
    row = slots(seeds)
    home = {entry: at for at, entry in enumerate(row) if entry is not None}
    first, depth = len(state.swiss) + 1, len(row).bit_length() - 1
    rounds: list[BracketRound] = []
    for level in range(depth):
        at = state.round(first + level)
        if at is not None:
            row = _seated(at, _games(at, final=level == depth - 1), home, level, len(row))
        after = state.round(first + level + 1)
        later = _sitting(after, _games(after, final=level == depth - 2)) if after else frozenset()
        rounds.append(_round(first + level, at, row, later, final=level == depth - 1))
        row = tuple(_still(state, duel.on, first + level + 1) for duel in rounds[-1].duels)
    return tuple(rounds)


def _games(at: Round, *, final: bool) -> tuple[Match, ...]:
    """A round's games of the bracket, without the game for the third place beside the final.

    That one is what the judge set there (S.8), or else the higher table.
    """
    games = sorted(at.matches.values(), key=lambda each: (each.table in at.hand_tables, each.table))
    if not final:
        return tuple(games)
    return () if at.byes else tuple(games[:1])


def _sitting(at: Round, games: Iterable[Match]) -> frozenset[int]:
    return frozenset((*at.byes, *(entry for match in games for entry in match.players)))


def _seated(
    at: Round, games: Iterable[Match], home: Mapping[int, int], level: int, width: int
) -> Slots:
    """The slots of a published round by who sits in it."""
    row: list[int | None] = [None] * width
    for entry in _sitting(at, games):
        if entry in home:
            row[home[entry] >> level] = entry
    return tuple(row)


def _round(
    number: int, at: Round | None, row: Slots, later: Collection[int], *, final: bool
) -> BracketRound:
    games = _games(at, final=final) if at else ()
    duels = tuple(
        _duel(one, other, games, at.byes if at else (), later)
        for one, other in zip(row[::2], row[1::2], strict=True)
    )
    third = [each for each in at.matches.values() if each not in games] if at and final else []
    return BracketRound(number, at is not None, duels, third[0] if third else None)


def _duel(
    one: int | None,
    other: int | None,
    games: Iterable[Match],
    byes: Collection[int],
    later: Collection[int],
) -> Duel:
    pair = [entry for entry in (one, other) if entry is not None]
    match = next((each for each in games if not set(pair).isdisjoint(each.players)), None)
    won = match.winner if match else next((entry for entry in pair if entry in byes), None)
    on = next((entry for entry in pair if entry in later), won)
    return Duel(one, other, match, on)


def _still(state: TournamentState, entry: int | None, number: int) -> int | None:
    """S.7, R.9: who left or was disqualified is not paired any more."""
    return entry if entry is not None and state.entries[entry].plays(number) else None


def _by_tables(state: TournamentState) -> Iterator[BracketRound]:
    """Rounds of a TOP without seeds: games of those who are out already are beside the bracket."""
    out: set[int] = set()
    games: list[list[Match]] = []
    for at in state.top:
        tables = [at.matches[table] for table in sorted(at.matches)]
        games.append([match for match in tables if not out.issuperset(match.players)])
        out |= {entry for match in tables for entry in match.players if entry != match.winner}
    for level, at in enumerate(state.top):
        last = level == len(games) - 1
        later = frozenset() if last else _sitting(state.top[level + 1], games[level + 1])
        duels = [
            *(_duel(match.a, match.b, [match], (), later) for match in games[level]),
            *(_duel(entry, None, (), at.byes, later) for entry in at.byes),
        ]
        beside = [each for each in at.matches.values() if each not in games[level]]
        yield BracketRound(at.number, True, tuple(duels), beside[0] if beside else None)
