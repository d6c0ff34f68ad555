"""The walk: after any batch of changes the ledger is the one that a replay from nothing gives."""

import random
from collections.abc import Collection, Iterator, Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from services.rating.domain.kernel import rate_event
from services.rating.domain.ledger import Balance, Key, Rated, Row, Step, Walk

START = 1_200_000
K16, K40 = 160, 400

Ledger = dict[Key, dict[str, Row]]
Season = dict[str, tuple[str, Rated]]
"""Tournament -> (finished at, what it is rated by)."""


class MemoryBook:
    """A stored ledger as the shell would keep it: rows, balances, and the bodies now in force."""

    def __init__(self, *, write_late: bool = False) -> None:
        self.ledger: Ledger = {}
        self.live: dict[str, Balance] = {}
        self.bodies: Season = {}
        self.read: list[Key] = []
        self.asked: list[str] = []
        self.reported: dict[str, Balance | None] = {}
        self.write_late = write_late

    def rows(self, since: Key) -> Iterator[tuple[Key, Mapping[str, Row]]]:
        for key in sorted(key for key in self.ledger if key >= since):
            self.read.append(key)
            yield key, self.ledger[key].copy()

    def rated(self, key: Key) -> Rated:
        return self.bodies[key.tournament][1]

    def ratings(self, players: Collection[str], before: Key) -> Mapping[str, int]:
        self.asked.extend(players)
        found = dict.fromkeys(players, START)
        for key in sorted(key for key in self.ledger if key < before):
            for player in found.keys() & self.ledger[key].keys():
                found[player] = self.ledger[key][player].after
        return found

    def balances(self, players: Collection[str]) -> Mapping[str, Balance]:
        return {player: self.live.get(player, Balance(START, 0)) for player in players}

    def apply(self, season: Season) -> tuple[Walk, list[Step]]:
        """Bring the book from the season that it holds to this one."""
        changes: dict[Key, Rated | None] = {}
        for tournament, (at, _) in self.bodies.items():
            if season.get(tournament) != self.bodies[tournament]:
                changes[Key(at, tournament)] = None
        for tournament, (at, body) in season.items():
            if self.bodies.get(tournament) != (at, body):
                changes[Key(at, tournament)] = body
        self.bodies = dict(season)
        walk, steps = Walk(changes, self), []
        for step in walk:
            steps.append(step)
            if not self.write_late:
                self._write(step)
        for step in steps if self.write_late else ():
            self._write(step)
        self.reported = walk.live()
        for player, balance in self.reported.items():
            if balance:
                assert self.live.get(player) != balance, "an unchanged balance was reported"
                self.live[player] = balance
            else:
                del self.live[player]
        return walk, steps

    def _write(self, step: Step) -> None:
        rows = self.ledger.setdefault(step.key, {})
        assert not step.inserts.keys() & rows.keys()
        assert step.updates.keys() <= rows.keys()
        assert all(rows[player] != row for player, row in step.updates.items())
        rows.update(step.inserts | step.updates)
        for player in step.deletes:
            del rows[player]
        if not rows:
            del self.ledger[step.key]


def replay(season: Season) -> tuple[Ledger, dict[str, Balance]]:
    """The plainest replay there is, and nothing of the walk in it."""
    ledger: Ledger = {}
    live: dict[str, Balance] = {}
    for at, tournament in sorted((at, name) for name, (at, _) in season.items()):
        body = season[tournament][1]
        before = {p: live.get(p, Balance(START, 0)).rating for g in body.games for p in g[:2]}
        rows = {
            player: Row(before[player], delta, games)
            for player, (delta, games) in rate_event(before, body.games, body.k_tenths).items()
        }
        for player, row in rows.items():
            live[player] = Balance(row.after, live.get(player, Balance(0, 0)).games + row.games)
        if rows:
            ledger[Key(at, tournament)] = rows
    return ledger, live


def in_bytes(ledger: Ledger, live: Mapping[str, Balance]) -> bytes:
    rows = [(*key, player, *ledger[key][player]) for key in ledger for player in ledger[key]]
    return repr((sorted(rows), sorted(live.items()))).encode()


def agrees(book: MemoryBook, season: Season) -> bool:
    return in_bytes(book.ledger, book.live) == in_bytes(*replay(season))


PLAYERS = ["Агафья", "Богдан", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Семён"]
pairs = st.permutations(PLAYERS).map(lambda order: (order[0], order[1]))
games = st.tuples(pairs, st.integers(0, 2)).map(lambda game: (*game[0], game[1]))
bodies = st.builds(
    Rated, st.lists(games, max_size=6).map(tuple), st.sampled_from([K16, 240, 320, K40])
)
instants = st.integers(1, 9).map(lambda day: f"2011-11-0{day}T15:00:00.000000Z")
"""Few instants, so that many tournaments share one."""
seasons = st.dictionaries(st.sampled_from("abcdefghij"), st.tuples(instants, bodies), max_size=10)


@given(st.lists(seasons, min_size=1, max_size=5), st.booleans())
@settings(max_examples=150, deadline=None)
def test_d_4_3_any_batches_of_changes_give_the_ledger_of_a_full_replay(
    states: list[Season], write_late: bool
) -> None:
    """From one season to an unrelated one: added, corrected, moved, removed and put back."""
    book = MemoryBook(write_late=write_late)
    for season in states:
        book.apply(season)
        assert agrees(book, season)


@given(seasons, st.data())
@settings(max_examples=100, deadline=None)
def test_d_4_3_one_change_after_another_gives_the_ledger_of_a_full_replay(
    season: Season, data: st.DataObject
) -> None:
    book = MemoryBook()
    book.apply(season)
    for _ in range(4):
        season = dict(season)
        name = data.draw(st.sampled_from("abcdefghij"))
        if change := data.draw(st.one_of(st.none(), st.tuples(instants, bodies))):
            season[name] = change
        else:
            season.pop(name, None)
        book.apply(season)
        assert agrees(book, season)


def season_of(count: int, seed: int) -> Season:
    chance = random.Random(seed)
    season: Season = {}
    for number in range(count):
        field = chance.sample([f"{person}-{n}" for person in PLAYERS for n in range(5)], 8)
        meetings = [chance.sample(field, 2) for _ in range(12)]
        played = tuple((a, b, chance.choice((0, 1, 2))) for a, b in meetings)
        at = f"2011-{1 + number // 28:02}-{1 + number % 28:02}T15:00:00.000000Z"
        season[f"t{number:03}"] = (at, Rated(played, chance.choice((K16, 240, 320, K40))))
    return season


def test_law_4_fifty_shuffles_with_duplicates_give_identical_bytes() -> None:
    season = season_of(40, seed=7)
    expected = in_bytes(*replay(season))
    for seed in range(50):
        chance = random.Random(seed)
        arrivals = [*season, *chance.sample(sorted(season), 10)]
        chance.shuffle(arrivals)
        book, known = MemoryBook(), dict[str, tuple[str, Rated]]()
        while arrivals:
            batch, arrivals = arrivals[: (size := chance.randint(1, 9))], arrivals[size:]
            known |= {tournament: season[tournament] for tournament in batch}
            book.apply(known)
        assert in_bytes(book.ledger, book.live) == expected


def test_d_4_3_the_same_state_again_writes_nothing() -> None:
    season = season_of(20, seed=1)
    book = MemoryBook()
    book.apply(season)
    (key, body) = next((Key(at, name), body) for name, (at, body) in season.items())
    walk = Walk({key: body}, book)
    assert list(walk) == []
    assert walk.live() == {}


def test_d_4_2_a_late_tournament_moves_only_its_own_and_their_opponents() -> None:
    at = "2011-11-0{}T15:00:00.000000Z".format
    season: Season = {
        "b": (at(2), Rated((("Вера", "Глеб", 2),), K16)),
        "c": (at(3), Rated((("Дарья", "Егор", 2),), K16)),
        "d": (at(4), Rated((("Богдан", "Вера", 2),), K16)),
    }
    book = MemoryBook()
    book.apply(season)
    walk, steps = book.apply(season | {"a": (at(1), Rated((("Агафья", "Богдан", 2),), K16))})
    assert walk.rerated == 2, "the late one and d, where Богдан plays"
    assert [step.key.tournament for step in steps] == ["a", "d"]
    assert steps[0].inserts == {
        "Агафья": Row(1_200_000, 8_000, 1),
        "Богдан": Row(1_200_000, -8_000, 1),
    }
    # Богдан has 1192 now, Вера 1208: E = 1 / (1 + 10^(16/400)) = 0.476990 -> 16 × 0.523010
    assert steps[1].updates["Богдан"] == Row(1_192_000, 8_368, 1)
    assert book.reported.keys() == {"Агафья", "Богдан", "Вера"}


def test_d_4_3_a_walk_stops_where_the_changed_players_have_settled() -> None:
    """Moved past a day without a game of its players, a tournament changes nothing after it."""
    at = "2011-11-0{}T15:00:00.000000Z".format
    season: Season = {
        "a": (at(1), Rated((("Агафья", "Богдан", 2),), K16)),
        "z": (at(9), Rated((("Вера", "Глеб", 2),), K16)),
        "y": (at(8), Rated((("Агафья", "Глеб", 1),), K16)),
    }
    book = MemoryBook()
    book.apply(season)
    book.read.clear()
    _, steps = book.apply(season | {"a": (at(2), season["a"][1])})
    assert [step.key.finished_at for step in steps] == [at(1), at(2)]
    assert steps[0].deletes == {"Агафья", "Богдан"}
    assert book.reported == {}
    assert len(book.read) == 2, "the old place and the one after the new; z was never read"


def test_rule_4_1_who_loses_his_only_tournament_is_in_the_ledger_no_more() -> None:
    book = MemoryBook()
    book.apply({"a": ("2011-11-01T15:00:00.000000Z", Rated((("Агафья", "Богдан", 2),), K16))})
    assert book.live == {"Агафья": Balance(1_208_000, 1), "Богдан": Balance(1_192_000, 1)}
    book.apply({})
    assert book.reported == {"Агафья": None, "Богдан": None}
    assert book.ledger == {}


def test_d_4_2_a_newcomers_draw_counts_as_a_game_though_no_rating_moves() -> None:
    book = MemoryBook()
    book.apply({"a": ("2011-11-01T15:00:00.000000Z", Rated((("Агафья", "Богдан", 1),), K16))})
    assert book.live == {"Агафья": Balance(START, 1), "Богдан": Balance(START, 1)}


def test_d_4_2_nobody_is_asked_for_whose_row_is_there() -> None:
    season = season_of(10, seed=3)
    book = MemoryBook()
    book.apply(season)
    book.asked.clear()
    first = min(season, key=lambda name: season[name][0])
    at, body = season[first]
    turned = tuple((a, b, 2 - score) for a, b, score in body.games)
    book.apply(season | {first: (at, Rated(turned, body.k_tenths))})
    assert book.asked == []
