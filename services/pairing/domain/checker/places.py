"""T.1–T.7: the Swiss table, counted anew, and how it differs from a published one."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from services.pairing.domain.checker.findings import Finding, Published
from services.pairing.domain.checker.scores import Score, scores
from services.pairing.domain.state import TournamentState
from shared.refusals import Text
from shared.rulesets.model import RuleSet, Tiebreak

RULE_OF: Mapping[Tiebreak, str] = {
    "points": "T.1",
    "head_to_head": "T.2",
    "buchholz": "T.3",
    "opponents_buchholz": "T.4",
    "clean_wins": "T.5",
    "rating": "T.6",
    "lot": "T.7",
}


class Place(NamedTuple):
    """An entry of the table, in order. above: the tie-break that put it below the one before."""

    entry: int
    points: int
    above: Tiebreak


def table(state: TournamentState, ruleset: RuleSet) -> tuple[Place, ...]:
    """T.1–T.7: those who have a place, the best first; the disqualified have none (R.9)."""
    known = scores(state.entries, state.rounds, ruleset)
    last = sum(at.stage == "swiss" for at in state.rounds)
    inside = [
        number
        for number, entry in state.entries.items()
        if (known[number].games or known[number].met or entry.takes_part)
        and (entry.out_after is None or entry.out_after > last)
    ]
    order: list[tuple[int, Tiebreak]] = []
    _sort(inside, [*ruleset.tiebreaks, "lot"], "points", _Values(state, known), order)
    return tuple(Place(entry, known[entry].points, above) for entry, above in order)


def compared(
    state: TournamentState, ruleset: RuleSet, published: Sequence[Published]
) -> Iterator[Finding]:
    """T.1–T.7: every row of a published table that is not what the results make of it."""
    ours = table(state, ruleset)
    known = scores(state.entries, state.rounds, ruleset)
    place = {each.entry: number for number, each in enumerate(ours, start=1)}
    for row in published:
        points = known[row.entry].points if row.entry in known else None
        if row.points is not None and row.points != points:
            text = Text("Очки не те, что дают результаты.", "Points other than the results give.")
            more = abs(row.points - (points or 0))
            yield Finding("T.1", "points_differ", text, entries=(row.entry,), more=more)
        right = place.get(row.entry)
        if row.place is None or row.place == right:
            continue
        if right is None:
            text = Text("У дисквалифицированного нет места.", "A disqualified player has no place.")
            yield Finding("R.9", "place_of_disqualified", text, entries=(row.entry,))
            continue
        low, high = sorted((right, min(row.place, len(ours))))
        between = [ours[at].above for at in range(low, high)]
        order = [*ruleset.tiebreaks, "lot"]
        rule = RULE_OF[min(between, key=order.index)] if between else "T.8"
        text = Text("Место не то, что дают результаты.", "A place other than the results give.")
        yield Finding(
            rule, "place_differs", text, entries=(row.entry,), more=abs(row.place - right)
        )


class _Values:
    """What can be compared between two entries."""

    def __init__(self, state: TournamentState, known: Mapping[int, Score]) -> None:
        self.state = state
        self.known = known
        points = {entry: score.points for entry, score in known.items()}
        self.buchholz = {entry: self._over(entry, points) for entry in known}
        self.second = {entry: self._over(entry, self.buchholz) for entry in known}

    def _over(self, entry: int, value: Mapping[int, int]) -> int:
        """T.3, T.4: over opponents at decided tables; alone counts as himself."""
        return sum(
            value.get(entry if opponent is None else opponent, 0)
            for opponent, _, _ in self.known[entry].games
        )

    def by(self, tiebreak: Tiebreak, tied: Sequence[int]) -> Mapping[int, int] | None:
        """More is better; None: this tie-break says nothing of these."""
        single: Mapping[Tiebreak, Callable[[int], int]] = {
            "points": lambda entry: self.known[entry].points,
            "buchholz": lambda entry: self.buchholz[entry],
            "opponents_buchholz": lambda entry: self.second[entry],
            "clean_wins": lambda entry: sum(clean for _, _, clean in self.known[entry].games),
            "lot": lambda entry: -_lot(self.state.created.seed, entry),
        }
        if tiebreak == "head_to_head":
            return self._mutual(tied)
        if tiebreak == "rating":
            ratings = {entry: self.state.entries[entry].rating_milli for entry in tied}
            known = {entry: each for entry, each in ratings.items() if each is not None}
            return known if len(known) == len(tied) else None
        return {entry: single[tiebreak](entry) for entry in tied}

    def _mutual(self, tied: Sequence[int]) -> Mapping[int, int] | None:
        """T.2: only if each of them met each other."""
        value: dict[int, int] = {}
        for entry in tied:
            among = [game for game in self.known[entry].games if game[0] in tied]
            if {game[0] for game in among} != set(tied) - {entry}:
                return None
            value[entry] = sum(points for _, points, _ in among)
        return value


def _sort(
    tied: Iterable[int],
    tiebreaks: Sequence[Tiebreak],
    above: Tiebreak,
    values: _Values,
    order: list[tuple[int, Tiebreak]],
) -> None:
    """Puts those who are tied in order, one tie-break after the other, each used once."""
    group = list(tied)
    if len(group) < 2 or not tiebreaks:
        order += [(entry, above) for entry in sorted(group)]
        return
    first, *rest = tiebreaks
    value = values.by(first, group)
    if value is None:
        _sort(group, rest, above, values, order)
        return
    for level in sorted(set(value.values()), reverse=True):
        part = [entry for entry in group if value[entry] == level]
        _sort(part, rest, above, values, order)
        above = first


def _lot(seed: int, entry: int) -> int:
    """T.7: the lot that stands for the table, as anybody can repeat it from the seed."""
    return int.from_bytes(sha256(f"{seed}/0/{entry}".encode()).digest()[:8], "big")
