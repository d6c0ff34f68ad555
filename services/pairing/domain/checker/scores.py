"""Points and meetings, counted from the tables alone (R.1–R.7, T.1)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from services.pairing.domain.state import Match, Round
from shared.events.rounds import ResultKind
from shared.rulesets.model import Points, RuleSet

NEEDS_A_WINNER: Mapping[ResultKind, bool] = {
    "clean": True,
    "technical": True,
    "no_show": True,
    "draw": False,
    "agreed_draw": False,
    "both_absent": False,
    "double_loss": False,
}


@dataclass(slots=True)
class Score:
    """One entry's Swiss rounds. points: ×2; met: everyone at his tables; byes: rounds with no
    opponent and the points of an auto-win (R.4, S.7).

    games: ``(opponent, points ×2, clean win)`` of tables with a result, opponent None without one.
    """

    points: int = 0
    met: set[int] = field(default_factory=set)
    byes: int = 0
    games: list[tuple[int | None, int, bool]] = field(default_factory=list)


def scores(
    entries: Iterable[int], rounds: Iterable[Round], ruleset: RuleSet
) -> Mapping[int, Score]:
    """Every entry's score over these rounds; those of the TOP give nothing."""
    all_scores = {entry: Score() for entry in entries}
    for at in rounds:
        if at.stage == "top":
            continue
        alone = [(entry, ruleset.points.auto_win) for entry in at.byes]
        for entry, points in [*alone, *at.granted.items()]:
            if entry in all_scores:
                score = all_scores[entry]
                score.points += points
                score.byes += points >= ruleset.points.auto_win
                score.games.append((None, points, False))
        for match in at.matches.values():
            _count(all_scores, match, ruleset.points)
    return all_scores


def _count(all_scores: Mapping[int, Score], match: Match, worth: Points) -> None:
    for entry, opponent in ((match.a, match.b), (match.b, match.a)):
        if entry not in all_scores or opponent == entry:
            continue
        score = all_scores[entry]
        score.met.add(opponent)
        if match.kind is None:
            continue
        points = gained(worth, match.kind, entry == match.winner)
        score.points += points
        clean = match.kind == "clean" and entry == match.winner
        score.games.append((opponent, points, clean))


def gained(worth: Points, kind: ResultKind, winner: bool) -> int:
    """R.1–R.7: points ×2 of one of the two."""
    match kind:
        case "clean":
            pair = worth.clean
        case "technical":
            pair = worth.technical
        case "no_show":
            pair = worth.no_show
        case "draw":
            return worth.draw
        case "agreed_draw":
            return worth.agreed_draw
        case "both_absent":
            return worth.both_absent
        case "double_loss":
            return worth.double_loss
    return pair[0] if winner else pair[1]
