"""Standings, T.1–T.8: always computed anew from the results, in the order the rule set names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from services.pairing.domain.lots import STANDINGS, lot
from services.pairing.domain.points import Line, Record, records
from services.pairing.domain.state import TournamentState
from shared.rulesets.model import RuleSet, Tiebreak


@dataclass(frozen=True, slots=True)
class Row:
    """A place in the Swiss table with every value that could decide it (T.8).

    points and the tie-breaks T.2–T.4 are ×2. head_to_head: None where T.2 was not applied;
    lot: the place in the draw of T.7, 1 is the best; dropped: left the tournament (S.7).
    """

    place: int
    entry: int
    points: int
    head_to_head: int | None
    buchholz: int
    opponents_buchholz: int
    clean_wins: int
    rating_milli: int | None
    lot: int
    dropped: bool


def standings(
    state: TournamentState, ruleset: RuleSet, after_round: int | None = None
) -> tuple[Row, ...]:
    """T.1–T.8: the Swiss table, best first, places unique.

    Counts every result there is, or those of the rounds up to ``after_round``. Who left before his
    first round is not in it.
    """
    swiss = [each for each in state.swiss if after_round is None or each.number <= after_round]
    return _Table(state, ruleset, records(state.entries, swiss, ruleset)).rows()


class _Table:
    """The values of one computation: made, asked once and thrown away."""

    def __init__(
        self, state: TournamentState, ruleset: RuleSet, record: Mapping[int, Record]
    ) -> None:
        self.state = state
        self.ruleset = ruleset
        self.record = record
        self.entries = [
            number
            for number, entry in state.entries.items()
            if record[number].lines or entry.takes_part
        ]
        self.played = {
            entry: [line for line in record[entry].lines if line.decided] for entry in self.entries
        }
        points = {entry: record[entry].points for entry in self.entries}
        buchholz = {entry: self._over_opponents(entry, points) for entry in self.entries}
        seed = state.created.seed
        drawn = sorted(self.entries, key=lambda entry: (lot(seed, STANDINGS, entry), entry))
        self.lots = {entry: number for number, entry in enumerate(drawn, start=1)}
        self.head_to_head: dict[int, int] = {}
        self.values: dict[Tiebreak, dict[int, int]] = {
            "points": points,
            "buchholz": buchholz,
            "opponents_buchholz": {
                entry: self._over_opponents(entry, buchholz) for entry in self.entries
            },
            "clean_wins": {entry: record[entry].clean_wins for entry in self.entries},
            "lot": {entry: -number for entry, number in self.lots.items()},
        }

    def rows(self) -> tuple[Row, ...]:
        groups = [self.entries] if self.entries else []
        for tiebreak in (*self.ruleset.tiebreaks, "lot"):
            groups = [part for group in groups for part in self._split(group, tiebreak)]
        return tuple(self._row(place, entry) for place, (entry,) in enumerate(groups, start=1))

    def _row(self, place: int, entry: int) -> Row:
        return Row(
            place,
            entry,
            self.values["points"][entry],
            self.head_to_head.get(entry),
            self.values["buchholz"][entry],
            self.values["opponents_buchholz"][entry],
            self.values["clean_wins"][entry],
            self.state.entries[entry].rating_milli,
            self.lots[entry],
            self.state.entries[entry].dropped_after is not None,
        )

    def _over_opponents(self, entry: int, value: Mapping[int, int]) -> int:
        """T.3, T.4: the sum over the opponents; an auto-win counts as oneself, a miss as 0."""
        return sum(
            value[entry if line.opponent is None else line.opponent] for line in self.played[entry]
        )

    def _split(self, group: Sequence[int], tiebreak: Tiebreak) -> list[list[int]]:
        """The group in parts, the best first; one part if the tie-break can't tell."""
        if len(group) == 1:
            return [list(group)]
        value = self._values(group, tiebreak)
        if value is None:
            return [list(group)]
        ordered = sorted(group, key=lambda entry: -value[entry])
        return [list(part) for _, part in groupby(ordered, key=lambda entry: value[entry])]

    def _values(self, group: Sequence[int], tiebreak: Tiebreak) -> Mapping[int, int] | None:
        if tiebreak == "head_to_head":
            return self._mutual(group)
        if tiebreak == "rating":
            return self._ratings(group)
        return self.values[tiebreak]

    def _mutual(self, group: Sequence[int]) -> Mapping[int, int] | None:
        """T.2: points of the games among the tied, if each of them met each other."""
        tied = frozenset(group)
        among: dict[int, list[Line]] = {}
        for entry in group:
            among[entry] = [line for line in self.played[entry] if line.opponent in tied]
            if len({line.opponent for line in among[entry]}) < len(group) - 1:
                return None
        value = {entry: sum(line.points for line in among[entry]) for entry in group}
        self.head_to_head |= value
        return value

    def _ratings(self, group: Sequence[int]) -> Mapping[int, int] | None:
        """T.6: skipped for a tie in which someone has none."""
        value: dict[int, int] = {}
        for entry in group:
            rating = self.state.entries[entry].rating_milli
            if rating is None:
                return None
            value[entry] = rating
        return value
