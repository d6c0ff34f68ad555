"""Undoing one event by what takes it back (T.8, D.4.10, law 2).

Nothing leaves the log: what was taken back is followed by what takes it back.
"""

from collections.abc import Sequence
from dataclasses import replace

from services.pairing.domain.capacity import places
from services.pairing.domain.decide.attendance import identify
from services.pairing.domain.decide.guards import not_cancelled
from services.pairing.domain.decide.penalties import revoke
from services.pairing.domain.decide.results import restated, told
from services.pairing.domain.decide.rewind import rewind
from services.pairing.domain.decide.undo_refusals import depends, no, not_undoable
from services.pairing.domain.evolve import evolve, fold
from services.pairing.domain.log_facts import Results, about, standing, stood_before
from services.pairing.domain.state import TournamentState
from shared.events.base import Event
from shared.events.entries import (
    EntryAdded,
    EntryCheckedIn,
    EntryDropped,
    EntryIdentified,
    EntryReturned,
    EntryTableFixed,
    ResultGranted,
)
from shared.events.rounds import (
    ClockPaused,
    ClockStarted,
    PairsSwapped,
    PenaltyGiven,
    ResultCleared,
    ResultCorrected,
    ResultRecorded,
    RoundDraftDiscarded,
    RoundDrafted,
    RoundPublished,
    TableTimeGiven,
)
from shared.events.tournaments import (
    EventUndone,
    TournamentAnnulled,
    TournamentCancelled,
    TournamentChanged,
    TournamentFinished,
    TournamentImported,
    TournamentPlanned,
    TournamentReinstated,
    TournamentReopened,
    TournamentResumed,
    TournamentRewound,
)
from shared.refusals import Text
from shared.rulesets.model import RuleSet


def undo(
    state: TournamentState, log: Sequence[Event], number: int, ruleset: RuleSet, now: str
) -> tuple[Event, ...]:
    """Law 2: event ``number`` of the log is taken back, by the events that undo it.

    log: all of it; now: an ISO instant in UTC. Refuses what was taken back already, what something
    later depends on, and what can't be taken back; it names what is in the way. Undoing an undo is
    doing the thing again.
    """
    if not 0 < number <= len(log):
        raise no("event_unknown", Text(f"События {number} нет.", f"There is no event {number}."))
    event = log[number - 1]
    if number in state.undone:
        raise no("already_undone", Text("Это уже отменено.", "It is taken back already."))
    left = standing(log)
    if number not in left:
        raise not_undoable(number, event)
    for later in left[left.index(number) + 1 :]:
        follows = log[later - 1]
        if about(event) & about(follows) or isinstance(follows, TournamentImported):
            raise depends(event, later, log[later - 1])
    if not isinstance(event, TournamentCancelled):
        not_cancelled(state)
    before = fold(state.id, log[: number - 1]) if number > 1 else state
    back = _back(state, before, log, number, ruleset, now)
    return EventUndone(number, len(back)), *back


def _back(
    state: TournamentState,
    before: TournamentState,
    log: Sequence[Event],
    number: int,
    ruleset: RuleSet,
    now: str,
) -> tuple[Event, ...]:
    event = log[number - 1]
    match event:
        case ResultRecorded() | ResultCorrected() | ResultCleared():
            return _result(state, before, event, log, number, ruleset, now)
        case PenaltyGiven():
            former = stood_before(state.id, log, state.penalties[event.penalty])
            return revoke(state, ruleset, event.penalty, former, now)
        case EntryIdentified():
            was = before.entries[event.entry]
            return identify(
                state,
                ruleset,
                event.entry,
                was.player,
                now=now,
                rating_milli=was.rating_milli,
            )
        case RoundDrafted():
            return (RoundDraftDiscarded(event.round),) if state.draft else ()
        case RoundPublished():
            return _round(state, event, log, number, ruleset, now)
        case PairsSwapped() | ClockStarted() | ClockPaused() | TableTimeGiven():
            return _at_tables(state, before, event, log, number)
        case EntryAdded() | EntryDropped() | EntryReturned():
            return (_stay(state, before, event, log, number),)
        case EntryCheckedIn():
            return (EntryCheckedIn(event.entry, before.entries[event.entry].present),)
        case EntryTableFixed():
            return (EntryTableFixed(event.entry, before.entries[event.entry].table),)
        case ResultGranted():
            _same_round(state, event.round, log, number)
            former_points = before.rounds[event.round - 1].granted.get(event.entry)
            return (ResultGranted(event.entry, event.round, former_points),)
    return _of_life(state, before, log, number, ruleset)


def _of_life(
    state: TournamentState,
    before: TournamentState,
    log: Sequence[Event],
    number: int,
    ruleset: RuleSet,
) -> tuple[Event, ...]:
    event = log[number - 1]
    match event:
        case TournamentFinished():
            return (TournamentReopened(),)
        case TournamentAnnulled():
            return (TournamentReinstated(state.revision + 1, event.code),)
        case TournamentReinstated():
            return (TournamentAnnulled(state.revision + 1, event.code),)
        case TournamentCancelled():
            return (TournamentResumed(),)
        case TournamentResumed():
            return (TournamentCancelled(),)
        case TournamentPlanned():
            _unpaired_since(state, log, number)
            return (TournamentPlanned(before.plan, before.created.warnings),)
        case TournamentChanged():
            _unpaired_since(state, log, number)
            was = {name: getattr(before.created, name) for name in vars(event)}
            former = replace(event, **was)
            return former, *restated(evolve(state, former), ruleset)
    raise not_undoable(number, event)


def _result(
    state: TournamentState,
    before: TournamentState,
    event: Results,
    log: Sequence[Event],
    number: int,
    ruleset: RuleSet,
    now: str,
) -> tuple[Event, ...]:
    """T.8: the table stands as before; without a result only while nothing was paired on it."""
    _same_round(state, event.round, log, number)
    former = before.rounds[event.round - 1].matches[event.table]
    version = state.rounds[event.round - 1].matches[event.table].version + 1
    given: Results
    if former.kind is not None:
        given = ResultCorrected(event.round, event.table, former.kind, former.winner, version)
    else:
        _nothing_since(state, event.round, log, number)
        given = ResultCleared(event.round, event.table, version)
    return given, *told(state, (given,), ruleset, now)


def _round(
    state: TournamentState,
    event: RoundPublished,
    log: Sequence[Event],
    number: int,
    ruleset: RuleSet,
    now: str,
) -> tuple[Event, ...]:
    """T.8: the round published last, while no table of it has a result."""
    _same_round(state, event.round, log, number)
    _nothing_since(state, event.round, log, number)
    at = state.rounds[event.round - 1]
    played = [match for match in at.matches.values() if match.kind is not None]
    if played:
        thing = ("table", at.number, played[0].table)
        later = max(each for each in standing(log) if thing in about(log[each - 1]))
        raise depends(event, later, log[later - 1])
    return rewind(state, ruleset, at.number - 1, None, now)


def _stay(
    state: TournamentState,
    before: TournamentState,
    event: EntryAdded | EntryDropped | EntryReturned,
    log: Sequence[Event],
    number: int,
) -> EntryDropped | EntryReturned:
    """S.7: who was entered or came back leaves, who left is back, if no round was paired since."""
    _unpaired_since(state, log, number)
    _nothing_since(state, len(state.rounds), log, number)
    entry = state.entries[event.entry]
    if isinstance(event, EntryAdded):
        return EntryDropped(event.entry, event.from_round - 1)
    if isinstance(event, EntryReturned):
        left_after = before.entries[event.entry].dropped_after
        return EntryDropped(event.entry, left_after or 0)
    if state.structure is None and not entry.waiting and places(state) == 0:
        raise no(
            "tournament_full",
            Text("Его место уже занято.", "His place is taken."),
            Text("Увеличьте вместимость турнира.", "Raise the tournament's capacity."),
        )
    return EntryReturned(event.entry, state.due)


def _at_tables(
    state: TournamentState,
    before: TournamentState,
    event: PairsSwapped | ClockStarted | ClockPaused | TableTimeGiven,
    log: Sequence[Event],
    number: int,
) -> tuple[Event, ...]:
    """S.8: the pairs that sat there; the clock as it stood or ran."""
    _same_round(state, event.round, log, number)
    was = before.rounds[event.round - 1]
    if isinstance(event, PairsSwapped):
        pairs = tuple(
            (table, was.matches[table].a, was.matches[table].b) for table, _, _ in event.pairs
        )
        return (PairsSwapped(event.round, pairs, was.byes, was.rematches),)
    clock = before.clock if before.clock and before.clock.round == event.round else None
    if isinstance(event, TableTimeGiven):
        had = clock.more.get(event.table, 0) if clock else 0
        return (TableTimeGiven(event.round, event.table, had),)
    if clock is not None and clock.started is not None:
        return (ClockStarted(event.round, clock.started, clock.left_seconds),)
    return (ClockPaused(event.round, clock.left_seconds if clock else event.left_seconds),)


def _same_round(state: TournamentState, number: int, log: Sequence[Event], event: int) -> None:
    """Refuses what happened in a round that was taken back since."""
    at = state.round(number)
    if at is not None and at.since <= event:
        return
    later = next(
        each
        for each in range(event + 1, len(log) + 1)
        if isinstance(log[each - 1], TournamentRewound)
    )
    raise depends(log[event - 1], later, log[later - 1])


def _unpaired_since(state: TournamentState, log: Sequence[Event], event: int) -> None:
    """Refuses what a round was paired after."""
    later = next((each.since for each in state.rounds if each.since > event), None)
    if later is not None:
        raise depends(log[event - 1], later, log[later - 1])


def _nothing_since(state: TournamentState, number: int, log: Sequence[Event], event: int) -> None:
    """Refuses once the next round was paired on it, or the tournament was finished on it."""
    since = [state.rounds[number].since] if number < len(state.rounds) else []
    if state.finished:
        since += [each for each in standing(log) if isinstance(log[each - 1], TournamentFinished)]
    later = next((each for each in sorted(since) if each > event), None)
    if later is not None:
        raise depends(log[event - 1], later, log[later - 1])
