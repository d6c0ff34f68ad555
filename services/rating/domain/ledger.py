"""Law 4, D.4.2, D.4.3: the ledger is recomputed from the first changed place on, never patched.

The ledger is its own checkpoint: each row holds the rating before it. A late, corrected, moved or
removed tournament starts a walk at its place. Going forward, only tournaments that changed, and
those with a *moved* player (one whose rating before them differs from the stored one), are rated
again; a player whose new rating meets the stored one again has settled. The result is the same as
a replay from nothing, which is the same walk over an empty book.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from services.rating.domain.kernel import Game, rate_event


class Key(NamedTuple):
    """D.4.3: a place in the ledger; keys sort in its order.

    finished_at: UTC, always written ``YYYY-MM-DDTHH:MM:SS.ffffffZ``, so text sorts like time.
    """

    finished_at: str
    tournament: str


@dataclass(frozen=True)
class Rated:
    """What a tournament is rated by: its games by player, and K in tenths of a point (4.3)."""

    games: tuple[Game, ...]
    k_tenths: int

    def players(self) -> tuple[str, ...]:
        """Everyone who has a game, once."""
        return tuple(dict.fromkeys(player for game in self.games for player in game[:2]))


class Row(NamedTuple):
    """One player at one place: his rating before it and its change, in thousandths; his games."""

    before: int
    delta: int
    games: int

    @property
    def after(self) -> int:
        """His rating after the tournament, in thousandths."""
        return self.before + self.delta


class Balance(NamedTuple):
    """Where a player stands at the end of the ledger: rating in thousandths, games rated."""

    rating: int
    games: int


@dataclass(frozen=True)
class Step:
    """What changes at one place: rows to insert and to update by player, players to delete."""

    key: Key
    inserts: dict[str, Row]
    updates: dict[str, Row]
    deletes: frozenset[str]


class Book(Protocol):
    """What a walk asks of the stored ledger.

    Steps may be written while the walk goes on: what it still asks is answered alike before and
    after, for of a moved player it knows the rating itself.
    """

    def rows(self, since: Key) -> Iterable[tuple[Key, Mapping[str, Row]]]:
        """The stored rows by player of each place from ``since`` on, in ledger order.

        Read lazily: the walk stops asking when nothing can change any more.
        """

    def rated(self, key: Key) -> Rated:
        """What the tournament at a stored, unchanged place is rated by."""

    def ratings(self, players: Collection[str], before: Key) -> Mapping[str, int]:
        """For each of the players the rating after his last row before this place.

        Without one it is where everybody starts: the rule set's initial rating (4.1).
        """

    def balances(self, players: Collection[str]) -> Mapping[str, Balance]:
        """For each of the players his balance before the walk: without rows, his start, 0 games."""


class Walk:
    """One re-rating. Iterate it for the steps, then read ``live`` and ``rerated``.

    changes: by place, what its tournament is rated by from now on; None = it leaves that place.
    A move in time is two changes: None at the old place, the content at the new one.
    """

    def __init__(self, changes: Mapping[Key, Rated | None], book: Book) -> None:
        self._changes = changes
        self._book = book
        self._moved: dict[str, tuple[int, int]] = {}
        """Rating after the place just passed, (now, as stored), where the two differ."""
        self._games: Counter[str] = Counter()
        """Games won or lost by the walk's changes, by player."""
        self.rerated = 0
        """How many tournaments were rated, so far."""

    def __iter__(self) -> Iterator[Step]:
        """The places where rows change, in ledger order."""
        for key, stored in self._places():
            if key in self._changes:
                rated = self._changes[key]
            elif self._moved.keys().isdisjoint(stored):
                continue
            else:
                rated = self._book.rated(key)
            rows = self._rate(key, rated, stored) if rated else {}
            self._pass(stored, rows)
            if rows != stored:
                yield _step(key, stored, rows)

    def live(self) -> dict[str, Balance | None]:
        """Every player whose balance changed, and the new one; None: he has no rated game left.

        To be read when the walk has been iterated to its end, before balances are written.
        """
        changed = self._moved.keys() | {player for player, games in self._games.items() if games}
        live: dict[str, Balance | None] = {}
        for player, was in self._book.balances(sorted(changed)).items():
            rating, _ = self._moved.get(player, (was.rating, was.rating))
            games = was.games + self._games[player]
            live[player] = Balance(rating, games) if games else None
        return live

    def _places(self) -> Iterator[tuple[Key, Mapping[str, Row]]]:
        """Changed and stored places together, in order, till nothing can change any more."""
        waiting = sorted(self._changes, reverse=True)
        if not waiting:
            return
        for key, stored in self._book.rows(waiting[-1]):
            while waiting and waiting[-1] < key:
                yield waiting.pop(), {}
            if waiting and waiting[-1] == key:
                waiting.pop()
            yield key, stored
            if not waiting and not self._moved:
                return
        while waiting:
            yield waiting.pop(), {}

    def _rate(self, key: Key, rated: Rated, stored: Mapping[str, Row]) -> dict[str, Row]:
        """D.4.2: the new rows of a place, from the ratings that all have reached before it."""
        self.rerated += 1
        before, unknown = {}, []
        for player in rated.players():
            if player in self._moved:
                before[player] = self._moved[player][0]
            elif player in stored:
                before[player] = stored[player].before
            else:
                unknown.append(player)
        if unknown:
            before.update(self._book.ratings(unknown, key))
        changes = rate_event(before, rated.games, rated.k_tenths)
        return {player: Row(before[player], *change) for player, change in changes.items()}

    def _pass(self, stored: Mapping[str, Row], rows: Mapping[str, Row]) -> None:
        """Carry everyone's new and stored rating past a place; drop those who have settled."""
        for player in stored.keys() | rows.keys():
            old, new = stored.get(player), rows.get(player)
            before = (old or rows[player]).before
            now, was = self._moved.pop(player, (before, before))
            if new:
                now += new.delta
                self._games[player] += new.games
            if old:
                was += old.delta
                self._games[player] -= old.games
            if now != was:
                self._moved[player] = (now, was)


def _step(key: Key, stored: Mapping[str, Row], rows: Mapping[str, Row]) -> Step:
    return Step(
        key,
        inserts={player: row for player, row in rows.items() if player not in stored},
        updates={
            player: row
            for player, row in rows.items()
            if player in stored and row != stored[player]
        },
        deletes=frozenset(stored.keys() - rows.keys()),
    )
