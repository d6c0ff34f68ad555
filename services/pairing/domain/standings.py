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

    place: None of the disqualified, who come last (R.9). points and the tie-breaks T.2–T.4 are ×2.
    head_to_head: None where T.2 was not applied; lot: the place in the draw of T.7, 1 is the best;
    dropped: plays no further Swiss round (S.7); playing: his table has no result yet.
    """

    place: int | None
    entry: int
    points: int
    head_to_head: int | None
    buchholz: int
    opponents_buchholz: int
    clean_wins: int
    rating_milli: int | None
    lot: int
    dropped: bool
    disqualified: bool
    playing: bool


def standings(
    state: TournamentState, ruleset: RuleSet, after_round: int | None = None
) -> tuple[Row, ...]:
    """T.1–T.8: the Swiss table, best first, places unique; then the disqualified (R.9).

    Counts every result there is. A table without one counts as nothing yet: it gives neither points
    nor an opponent. after_round: the table after that Swiss round, by the results as they are known
    now, without those who came later; who left or was disqualified later is still in his place.

    Who left before his first round is not in it. What happens in the TOP moves nothing here (T.9).
    """
    last = len(state.swiss) if after_round is None else after_round
    record = records(state.entries, state.swiss[:last], ruleset)
    shown = [
        number
        for number, entry in state.entries.items()
        if record[number].lines
        or (entry.takes_part and (after_round is None or entry.from_round <= after_round))
    ]
    return _Table(state, ruleset, record, shown, last).rows()


class _Table:
    """The values of one computation: made, asked once and thrown away."""

    def __init__(
        self,
        state: TournamentState,
        ruleset: RuleSet,
        record: Mapping[int, Record],
        shown: Sequence[int],
        last: int,
    ) -> None:
        self.state = state
        self.ruleset = ruleset
        self.record = record
        self.last = last
        self.played = {
            entry: [line for line in record[entry].lines if line.decided] for entry in shown
        }
        points = {entry: record[entry].points for entry in shown}
        buchholz = {entry: self._over_opponents(entry, points) for entry in shown}
        seed = state.created.seed
        drawn = sorted(shown, key=lambda entry: (lot(seed, STANDINGS, entry), entry))
        self.lots = {entry: number for number, entry in enumerate(drawn, start=1)}
        self.head_to_head: dict[int, int] = {}
        self.values: dict[Tiebreak, dict[int, int]] = {
            "points": points,
            "buchholz": buchholz,
            "opponents_buchholz": {entry: self._over_opponents(entry, buchholz) for entry in shown},
            "clean_wins": {entry: record[entry].clean_wins for entry in shown},
            "lot": {entry: -number for entry, number in self.lots.items()},
        }

    def rows(self) -> tuple[Row, ...]:
        """R.9: the disqualified tie with nobody who has a place, so no tie is theirs to break."""
        out = [entry for entry in self.played if self._disqualified(entry)]
        placed = [entry for entry in self.played if not self._disqualified(entry)]
        return (
            *(self._row(place, entry) for place, entry in enumerate(self._order(placed), start=1)),
            *(self._row(None, entry) for entry in self._order(out)),
        )

    def _order(self, entries: Sequence[int]) -> list[int]:
        """T.1–T.7: each tie-break on the groups that the one before left tied."""
        groups = [list(entries)]
        for tiebreak in (*self.ruleset.tiebreaks, "lot"):
            groups = [part for group in groups for part in self._split(group, tiebreak)]
        return [entry for group in groups for entry in group]

    def _row(self, place: int | None, entry: int) -> Row:
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
            dropped=not self.state.entries[entry].plays(self.last + 1),
            disqualified=place is None,
            playing=len(self.played[entry]) < len(self.record[entry].lines),
        )

    def _disqualified(self, entry: int) -> bool:
        """R.9: by the last round that is counted: in the TOP it costs no place of the Swiss."""
        out_after = self.state.entries[entry].out_after
        return out_after is not None and out_after <= self.last

    def _over_opponents(self, entry: int, value: Mapping[int, int]) -> int:
        """T.3, T.4: the sum over the opponents; an auto-win counts as oneself, a miss as 0."""
        return sum(
            value[entry if line.opponent is None else line.opponent] for line in self.played[entry]
        )

    def _split(self, group: list[int], tiebreak: Tiebreak) -> list[list[int]]:
        """The group in parts, the best first; one part if the tie-break can't tell."""
        if len(group) < 2:
            return [group]
        value = self._values(group, tiebreak)
        if value is None:
            return [group]
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
