"""The independent checker: every rule that a tournament broke, ours or an upload, with its id.

It trusts nobody: it shares the data types of ``state`` with the engine and not a function more
(``tests/architecture`` holds it to that), and counts points, meetings, draws, places and bracket
from the tables alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from services.pairing.domain.checker import bracket, draws, places, rounds
from services.pairing.domain.checker.findings import Finding, Published, Report, Unchecked
from services.pairing.domain.checker.scores import scores
from services.pairing.domain.state import Round, TournamentState
from shared.refusals import Text
from shared.rulesets.model import RuleSet

__all__ = ["Finding", "Published", "Report", "Unchecked", "check"]

OF_DRAWS = ("S.2", "S.3", "S.4", "S.5")
OF_RESULTS = ("R.1", "R.2", "R.3", "R.5", "R.6", "R.7", "R.10")
OF_PLACES = ("T.1", "T.2", "T.3", "T.4", "T.5", "T.6", "T.7")
MOST = 256
"""The largest field whose best draw is computed on the whole graph, unless another is asked for."""


def check(
    state: TournamentState,
    ruleset: RuleSet,
    moments: Mapping[int, TournamentState] | None = None,
    published: Sequence[Published] = (),
    most: int = MOST,
) -> Report:
    """S.2–S.5, S.7, S.8, R.x, T.x: what this tournament broke.

    moments: round -> the tournament when that round was about to be published; a round without one
    (an upload's) is judged by the results as they are now. published: a Swiss table to compare
    with, in points ×2. most: up to how many players a draw is computed.
    """
    known = {at.number: _moment(state, at, moments or {}) for at in state.rounds}
    report = _Book()
    report.add(("7.0.1", "7.2.1", "7.2.2"), rounds.shape(state, ruleset))
    for at in state.rounds:
        faults = rounds.sound(state, at)
        report.add(("7.0.1",), faults)
        report.add(("R.9", "S.7"), rounds.attendance(known[at.number], at))
        report.add(OF_RESULTS, rounds.results(state, at), len(at.matches) - len(at.open_tables))
        if faults and at.stage == "swiss":
            text = Text("Состав тура неверен.", "The round is not sound.")
            report.add((), [Unchecked(rule, text, at.number) for rule in OF_DRAWS])
        elif at.stage == "swiss":
            before = known[at.number]
            counted = dict(scores(state.entries, before.rounds, ruleset))
            report.add(OF_DRAWS, draws.judged(at, counted, most))
    report.add(("T.9",), bracket.judged(state, ruleset, known), len(state.top))
    report.add(OF_PLACES, places.compared(state, ruleset, published), len(published))
    return report.closed()


def _moment(
    state: TournamentState, at: Round, moments: Mapping[int, TournamentState]
) -> TournamentState:
    return moments.get(at.number) or replace(state, rounds=state.rounds[: at.number - 1])


class _Book:
    """Findings as they come, and how often each rule was judged."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.unchecked: list[Unchecked] = []
        self.checked: Counter[str] = Counter()

    def add(
        self, rules: Iterable[str], found: Iterable[Finding | Unchecked], times: int = 1
    ) -> None:
        missed: set[str] = set()
        for each in found:
            if isinstance(each, Finding):
                self.findings.append(each)
            else:
                self.unchecked.append(each)
                missed.add(each.rule)
        self.checked.update({rule: times for rule in rules if rule not in missed})

    def closed(self) -> Report:
        checked = {rule: times for rule, times in sorted(self.checked.items()) if times}
        return Report(tuple(self.findings), checked, tuple(self.unchecked))
