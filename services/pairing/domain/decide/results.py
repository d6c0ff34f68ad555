"""Results and their corrections (R.1–R.10, T.8, D.4.10). The grain of a conflict is a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.pairing.domain import rated
from services.pairing.domain.decide.guards import not_cancelled, started
from services.pairing.domain.decide.result_faults import (
    Called,
    may_be_open_again,
    result_fault,
    right_version,
    table_of,
)
from services.pairing.domain.evolve import evolve
from services.pairing.domain.state import DISQUALIFIES, Match, Round, TournamentState
from shared.events.base import Event
from shared.events.rounds import (
    PenaltyLevel,
    ResultCleared,
    ResultCorrected,
    ResultKind,
    ResultRecorded,
)
from shared.events.tournaments import GamesProjected, TournamentFinished
from shared.refusals import Refusal
from shared.rulesets.model import RuleSet

COSTS_THE_GAME: frozenset[PenaltyLevel] = DISQUALIFIES | {"game_loss"}
"""P.10: the levels by which a game is lost."""

Said = ResultRecorded | ResultCorrected
Given = Said | ResultCleared


@dataclass(frozen=True, slots=True)
class Line:
    """A result that is asked for. winner: an entry number, None where nobody won.

    expected: the version that it replaces, None for a first one.
    """

    table: int
    kind: ResultKind
    winner: int | None
    expected: int | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a line: the event that it is, or None.

    replaced: the table had another result; refused: why it is none.
    """

    line: Line
    event: Said | None = None
    replaced: bool = False
    refused: Refusal | None = None


def record_result(
    state: TournamentState,
    ruleset: RuleSet,
    *,
    round_number: int,
    table: int,
    kind: ResultKind,
    winner: int | None,
    now: str,
    expected_version: int | None = None,
    called: Called = str,
    penalised: bool = False,
) -> tuple[Event, ...]:
    """R.1–R.10: the result of a table, the first one or a correction.

    The same result again changes nothing. Another one for a table that has one is refused,
    unless ``expected_version`` is the version being replaced. No other table is looked at, so
    judges at different tables never disturb each other (law 10). ``called``: how a refusal names
    an entry; penalised: a penalty that costs the game is given along with it (R.7).

    The last result of a round, and a correction of a complete one, are followed by the live
    projection (``now``: an ISO instant in UTC, its provisional finish); a correction after the
    finish by a new revision of the finished body under the first finish instant (D.4.3). A later
    pairing never changes (T.8), nor does a bracket that is played (T.9).
    """
    line = Line(table, kind, winner, expected_version)
    given = result(state, round_number, line, called, penalised=penalised)
    return () if given is None else (given, *told(state, (given,), ruleset, now))


def record_results(
    state: TournamentState,
    ruleset: RuleSet,
    round_number: int,
    lines: Sequence[Line],
    *,
    now: str,
    called: Called = str,
) -> tuple[tuple[Event, ...], tuple[Judged, ...]]:
    """R.1–R.10: results of many tables of a round, each judged by itself, in the order given.

    What can be recorded is, what can't is refused with its reason; the events, and what became of
    each line. The same lines again change nothing.
    """
    started(state)
    not_cancelled(state)
    if state.round(round_number) is None:
        table_of(state, round_number, lines[0].table)
    judged: list[Judged] = []
    given: list[Given] = []
    before = state
    for line in lines:
        try:
            made = result(state, round_number, line, called)
        except Refusal as refused:
            judged.append(Judged(line, refused=refused))
            continue
        was = state.rounds[round_number - 1].matches[line.table]
        judged.append(Judged(line, made, replaced=was.kind is not None and made is not None))
        if made is not None:
            given.append(made)
            state = evolve(state, made)
    return (*given, *told(before, given, ruleset, now)), tuple(judged)


def clear_result(
    state: TournamentState,
    ruleset: RuleSet,
    *,
    round_number: int,
    table: int,
    now: str,
    expected_version: int | None,
    called: Called = str,
) -> tuple[Event, ...]:
    """T.8: a result that was given at the wrong table is taken away, by the version it has.

    A table without one stays as it is. Refuses once the tournament is finished, and in the TOP once
    somebody has played on.
    """
    started(state)
    not_cancelled(state)
    at, match = table_of(state, round_number, table)
    if match.kind is None:
        return ()
    if expected_version != match.version:
        right_version(state, match, at, expected_version, called)
    given = cleared(state, at, match)
    return given, *told(state, (given,), ruleset, now)


def result(
    state: TournamentState,
    round_number: int,
    line: Line,
    called: Called = str,
    *,
    penalised: bool = False,
) -> Said | None:
    """R.1–R.10: the event of one result; None where it is the present one."""
    started(state)
    not_cancelled(state)
    at, match = table_of(state, round_number, line.table)
    if (match.kind, match.winner) == (line.kind, line.winner):
        return None
    fault = result_fault(
        line.kind,
        line.winner,
        match.players,
        at.stage == "top",
        called,
        penalised=penalised or lost_by_penalty(state, round_number, match),
    )
    if fault:
        raise fault
    right_version(state, match, at, line.expected, called)
    if match.version == 0:
        return ResultRecorded(round_number, line.table, line.kind, line.winner, 1)
    return ResultCorrected(round_number, line.table, line.kind, line.winner, match.version + 1)


def lost_by_penalty(state: TournamentState, round_number: int, match: Match) -> bool:
    """R.7: whether a penalty that stands costs one of the two this round's game."""
    return any(
        each.entry in match.players
        and each.round == round_number
        and each.level in COSTS_THE_GAME
        and not each.revoked
        for each in state.penalties.values()
    )


def cleared(state: TournamentState, at: Round, match: Match) -> ResultCleared:
    """The table is without a result again, where it may be."""
    may_be_open_again(state, at, match)
    return ResultCleared(at.number, match.table, match.version + 1)


def told(
    before: TournamentState, given: Sequence[Event], ruleset: RuleSet, now: str
) -> tuple[Event, ...]:
    """What the rating service hears of these results, once for all: ``before`` is the state that
    they came upon.

    Nothing of an incomplete round that was incomplete before.
    """
    results = [each for each in given if isinstance(each, Given)]
    state = before
    for each in given:
        state = evolve(state, each)
    if not results:
        return ()
    if state.finished:
        return restated(state, ruleset)
    numbers = {each.round for each in results}
    if not any(_complete(before, number) or _complete(state, number) for number in numbers):
        return ()
    return (rated.body(GamesProjected, state, ruleset, revision=state.revision, finished_at=now),)


def restated(state: TournamentState, ruleset: RuleSet) -> tuple[TournamentFinished, ...]:
    """D.4.3: once it is finished, the next revision of what was stated, under the first instant."""
    if not state.finished or state.finished_at is None:
        return ()
    revision, finished_at = state.revision + 1, state.finished_at
    return (
        rated.body(TournamentFinished, state, ruleset, revision=revision, finished_at=finished_at),
    )


def _complete(state: TournamentState, number: int) -> bool:
    return state.rounds[number - 1].complete
