"""T.1–T.7, R.9 once more, as slowly and plainly as they are written, beside the real table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import sha256

from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairing.domain import decide
from services.pairing.domain.evolve import fold
from services.pairing.domain.standings import Row, standings
from services.pairing.domain.state import TournamentState
from shared.events.base import Event
from shared.events.entries import EntryAdded, EntryDropped, ResultGranted
from shared.events.rounds import PenaltyGiven, ResultKind, ResultRecorded, RoundPublished
from shared.events.tournaments import TournamentStarted
from tests.pairing.pairing_domain_play import ANNOUNCEMENT, RULES

SCORES: Mapping[ResultKind, tuple[Fraction, Fraction]] = {
    "clean": (Fraction(3), Fraction(0)),
    "technical": (Fraction(5, 2), Fraction(0)),
    "no_show": (Fraction(3), Fraction(0)),
    "draw": (Fraction(1), Fraction(1)),
    "agreed_draw": (Fraction(1), Fraction(1)),
    "both_absent": (Fraction(0), Fraction(0)),
    "double_loss": (Fraction(0), Fraction(0)),
}
Game = tuple[int, int, Fraction, ResultKind | None]
"""(player, opponent, what the player got, the kind if he won by it); 0: a bye or granted."""


def games_of(state: TournamentState) -> list[Game]:
    found: list[Game] = []
    for each in state.rounds:
        for match in each.matches.values():
            if match.kind is None:
                continue
            for me, other in ((match.a, match.b), (match.b, match.a)):
                won = match.winner in (None, me)
                mine = SCORES[match.kind][0 if won else 1]
                found.append((me, other, mine, match.kind if match.winner == me else None))
        found += [(entry, 0, Fraction(3), None) for entry in each.byes]
        found += [(entry, 0, Fraction(twice, 2), None) for entry, twice in each.granted.items()]
    return found


class Naive:
    """Every value is searched for in the list of games whenever it is asked for."""

    def __init__(self, state: TournamentState) -> None:
        self.state = state
        self.games = games_of(state)
        self.head_to_head: dict[int, Fraction] = {}

    def points(self, me: int) -> Fraction:
        return sum((mine for who, _, mine, _ in self.games if who == me), Fraction(0))

    def opponents(self, me: int) -> list[int]:
        return [other or me for who, other, _, _ in self.games if who == me]

    def buchholz(self, me: int) -> Fraction:
        return sum((self.points(other) for other in self.opponents(me)), Fraction(0))

    def buchholz_2(self, me: int) -> Fraction:
        return sum((self.buchholz(other) for other in self.opponents(me)), Fraction(0))

    def clean_wins(self, me: int) -> Fraction:
        return Fraction(sum(who == me and kind == "clean" for who, _, _, kind in self.games))

    def mutual(self, me: int, tied: Sequence[int]) -> Fraction | None:
        for one in tied:
            if any(one != two and two not in self.opponents(one) for two in tied):
                return None
        return sum(
            (mine for who, other, mine, _ in self.games if who == me and other in tied), Fraction(0)
        )

    def rating(self, me: int, tied: Sequence[int]) -> Fraction | None:
        known = [self.state.entries[one].rating_milli for one in tied]
        own = self.state.entries[me].rating_milli
        return None if None in known or own is None else Fraction(own)

    def lot(self, me: int) -> Fraction:
        text = f"{self.state.created.seed}/0/{me}".encode()
        return -Fraction(int(sha256(text).hexdigest()[:16], 16))

    def value(self, rule: int, me: int, tied: Sequence[int]) -> Fraction | None:
        """T.1–T.7 by its number; None: it is skipped for this tie."""
        match rule:
            case 1:
                return self.points(me)
            case 2:
                return self.mutual(me, tied)
            case 3:
                return self.buchholz(me)
            case 4:
                return self.buchholz_2(me)
            case 5:
                return self.clean_wins(me)
            case 6:
                return self.rating(me, tied)
        return self.lot(me)

    def order(self, tied: Sequence[int], rule: int = 1) -> list[int]:
        if len(tied) < 2:
            return list(tied)
        value = {me: self.value(rule, me, tied) for me in tied}
        if None in value.values():
            return self.order(tied, rule + 1)
        if rule == 2:
            self.head_to_head |= {me: each for me, each in value.items() if each is not None}
        found: list[int] = []
        for best in sorted({each for each in value.values() if each is not None}, reverse=True):
            found += self.order([me for me in tied if value[me] == best], rule + 1)
        return found


@st.composite
def tournaments(draw: st.DrawFn) -> TournamentState:
    """Any rounds at all: a table is open, a player left out or given a bye or points, at random."""
    count = draw(st.integers(2, 9))
    entries = range(1, count + 1)
    ratings = draw(st.lists(st.sampled_from([None, 1_200_000, 1_300_000]), min_size=count))
    events: list[Event] = [*decide.create(ANNOUNCEMENT, RULES, draw(st.integers(0, 99)))]
    events += [EntryAdded(number, str(number)) for number in entries]
    events.append(TournamentStarted(9, 0, tuple(zip(entries, ratings, strict=False))))
    for number in range(1, draw(st.integers(0, 5)) + 1):
        seats = draw(st.permutations(entries))
        tables = draw(st.integers(0, count // 2))
        left = seats[2 * tables :]
        byes = [entry for entry in left if draw(st.booleans())]
        pairs = tuple(
            (table, seats[2 * table - 2], seats[2 * table - 1]) for table in range(1, tables + 1)
        )
        events.append(RoundPublished(number, "swiss", pairs, tuple(byes)))
        for table, a, b in pairs:
            kind = draw(st.sampled_from([*SCORES, "clean", "clean", None]))
            if kind is not None:
                winner = draw(st.sampled_from((a, b))) if SCORES[kind][0] > 1 else None
                events.append(ResultRecorded(number, table, kind, winner))
        granted = [entry for entry in left if entry not in byes and draw(st.booleans())]
        events += [ResultGranted(entry, number, draw(st.sampled_from([2, 6]))) for entry in granted]
        if draw(st.integers(0, 3)) == 0:
            events.append(EntryDropped(draw(st.sampled_from(entries)), number))
        if draw(st.integers(0, 4)) == 0:
            one = draw(st.sampled_from(entries))
            events.append(PenaltyGiven(f"p{number}", one, "5.2", "disqualification", number))
    return fold("t", events)


@settings(max_examples=150, deadline=None)
@given(tournaments())
def test_t_1_to_t_7_the_table_is_what_the_rules_say_word_for_word(state: TournamentState) -> None:
    naive = Naive(state)
    rows = {row.entry: row for row in standings(state, RULES)}
    out = [entry for entry in rows if state.entries[entry].disqualified]
    placed = [entry for entry in rows if entry not in out]
    assert list(rows) == [*naive.order(sorted(placed)), *naive.order(sorted(out))]
    assert [row.place for row in rows.values()] == [
        *range(1, len(placed) + 1),
        *(None for _ in out),
    ]
    for entry, row in rows.items():
        assert values(row) == (
            2 * naive.points(entry),
            2 * naive.buchholz(entry),
            2 * naive.buchholz_2(entry),
            naive.clean_wins(entry),
        )
        shown = naive.head_to_head.get(entry)
        assert row.head_to_head == (None if shown is None else 2 * shown)
    assert len({row.lot for row in rows.values()}) == len(rows)


def values(row: Row) -> tuple[Fraction | int, ...]:
    return row.points, row.buchholz, row.opponents_buchholz, row.clean_wins
