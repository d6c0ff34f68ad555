"""Results of a round and what they are worth (R.1–R.7), in points ×2."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from services.pairing.domain.state import Match, Round
from shared.events.rounds import ResultKind
from shared.rulesets.model import Points, RuleSet

WON: frozenset[ResultKind] = frozenset({"clean", "technical", "no_show"})
"""R.1, R.2, R.5: kinds with a winner; the rest (R.3, R.6, R.7) have none."""


class Line(NamedTuple):
    """One Swiss round of one entry; a tuple, for there are thousands of them.

    opponent: None for an auto-win (R.4) or a granted result (S.7); points: ×2; clean: a clean win
    over the board (T.5); decided: the table has a result; floated: +1 when the opponent had more
    points before the round, -1 when fewer, 0 when as many or none (S.6); auto_win: a bye, or a
    granted result that is worth one (R.4, S.7).
    """

    round: int
    opponent: int | None
    points: int
    clean: bool = False
    decided: bool = True
    floated: int = 0
    auto_win: bool = False


@dataclass(slots=True)
class Record:
    """All Swiss rounds of one entry, in order; a missed round has no line (S.7)."""

    lines: list[Line] = field(default_factory=list)
    points: int = 0

    @property
    def met(self) -> frozenset[int]:
        """Everyone he was paired with (R.5, R.6 too: staying away counts as having met)."""
        return frozenset(line.opponent for line in self.lines if line.opponent is not None)

    @property
    def auto_wins(self) -> int:
        """R.4, S.3: byes so far, and granted results that are worth one; a granted draw is none."""
        return sum(line.auto_win for line in self.lines)

    @property
    def clean_wins(self) -> int:
        """T.5: clean wins over the board: no technical win, no no-show (R.5), no bye."""
        return sum(line.clean for line in self.lines)


def worth(points: Points) -> Mapping[ResultKind, tuple[int, int]]:
    """R.1–R.7: points ×2 of (winner, loser), or of both where nobody won."""
    return {
        "clean": points.clean,
        "technical": points.technical,
        "no_show": points.no_show,
        "draw": (points.draw, points.draw),
        "agreed_draw": (points.agreed_draw, points.agreed_draw),
        "both_absent": (points.both_absent, points.both_absent),
        "double_loss": (points.double_loss, points.double_loss),
    }


def records(
    entries: Iterable[int], swiss: Iterable[Round], ruleset: RuleSet
) -> Mapping[int, Record]:
    """R.1–R.7: every entry's Swiss record over these rounds (the TOP gives no points)."""
    values, free = worth(ruleset.points), ruleset.points.auto_win
    all_records = {entry: Record() for entry in entries}
    for each in swiss:
        before = {entry: record.points for entry, record in all_records.items()}
        for entry in each.byes:
            _write(all_records[entry], Line(each.number, None, free, auto_win=True))
        for entry, points in each.granted.items():
            line = Line(each.number, None, points, auto_win=points >= free)
            _write(all_records[entry], line)
        for match in each.matches.values():
            lines = _lines(each.number, match, values, before[match.b] - before[match.a])
            for entry, line in zip(match.players, lines, strict=True):
                _write(all_records[entry], line)
    return all_records


def _lines(
    number: int, match: Match, values: Mapping[ResultKind, tuple[int, int]], lead_of_b: int
) -> tuple[Line, Line]:
    """The match as each of the two saw it; an open table gives nothing yet."""
    won, lost = values[match.kind] if match.kind else (0, 0)
    a_points, b_points = (lost, won) if match.winner == match.b else (won, lost)
    clean = match.winner if match.kind == "clean" else None
    decided = match.kind is not None
    floated = (lead_of_b > 0) - (lead_of_b < 0)
    return (
        Line(number, match.b, a_points, clean == match.a, decided, floated),
        Line(number, match.a, b_points, clean == match.b, decided, -floated),
    )


def _write(record: Record, line: Line) -> None:
    record.lines.append(line)
    record.points += line.points
