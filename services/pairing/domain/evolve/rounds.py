"""The fold of what is played: pairings, results, the clock, penalties."""

from dataclasses import replace

from services.pairing.domain.evolve.entries import with_entry
from services.pairing.domain.state import (
    DISQUALIFIES,
    Clock,
    Match,
    Penalty,
    Round,
    TournamentState,
)
from shared.events.base import Event
from shared.events.rounds import (
    ClockPaused,
    ClockStarted,
    PairsSwapped,
    PenaltyGiven,
    PenaltyRevoked,
    ResultCleared,
    ResultCorrected,
    ResultRecorded,
    RoundDraftDiscarded,
    RoundDrafted,
    RoundPublished,
    TableTimeGiven,
)


def of_rounds(state: TournamentState, event: Event) -> TournamentState | None:
    """The state after an event about a round, None if it is none."""
    match event:
        case ResultRecorded() | ResultCorrected():
            return _with_result(state, event)
        case ResultCleared():
            at = state.rounds[event.round - 1]
            match = replace(at.matches[event.table], kind=None, winner=None, version=event.version)
            return _with_round(state, replace(at, matches={**at.matches, event.table: match}))
        case RoundDrafted():  # a kind of RoundPublished: it must be asked for first
            return replace(state, draft=_round(event, since=0))
        case RoundDraftDiscarded():
            return replace(state, draft=None)
        case RoundPublished():
            published = _round(event, since=state.version + 1)
            return replace(state, rounds=(*state.rounds, published), draft=None, clock=None)
        case PairsSwapped():
            return _with_round(state, _swapped(state.rounds[event.round - 1], event))
        case PenaltyGiven():
            given = Penalty(
                event.penalty,
                event.entry,
                event.infraction,
                event.level,
                event.round,
                made=event.made,
            )
            return _with_penalty(state, given)
        case PenaltyRevoked():
            return _with_penalty(state, replace(state.penalties[event.penalty], revoked=True))
    return _of_clock(state, event)


def _of_clock(state: TournamentState, event: Event) -> TournamentState | None:
    match event:
        case ClockStarted():
            running = Clock(event.round, event.at, event.left_seconds, _clock(state, event).more)
            return replace(state, clock=running)
        case ClockPaused():
            standing = replace(_clock(state, event), started=None, left_seconds=event.left_seconds)
            return replace(state, clock=standing)
        case TableTimeGiven():
            clock = _clock(state, event)
            more = {**clock.more, event.table: event.seconds}
            return replace(state, clock=replace(clock, more=more))
    return None


def _clock(state: TournamentState, event: ClockStarted | ClockPaused | TableTimeGiven) -> Clock:
    if state.clock is not None and state.clock.round == event.round:
        return state.clock
    return Clock(event.round, None, 0)


def _with_round(state: TournamentState, at: Round) -> TournamentState:
    before, after = state.rounds[: at.number - 1], state.rounds[at.number :]
    return replace(state, rounds=(*before, at, *after))


def _with_result(
    state: TournamentState, event: ResultRecorded | ResultCorrected
) -> TournamentState:
    at = state.rounds[event.round - 1]
    old = at.matches[event.table]
    new = Match(old.table, old.a, old.b, event.kind, event.winner, event.version)
    return _with_round(state, replace(at, matches={**at.matches, event.table: new}))


def _round(event: RoundPublished, since: int) -> Round:
    return Round(
        event.round,
        event.stage,
        {table: Match(table, a, b) for table, a, b in event.pairs},
        event.byes,
        event.rematches,
        event.warnings,
        event.attempt,
        event.hand_tables,
        event.hand_byes,
        event.reason,
        since=since,
    )


def _swapped(at: Round, event: PairsSwapped) -> Round:
    """S.8: these tables are the judge's now, and so are byes that were nobody's before."""
    matches = dict(at.matches)
    for table, a, b in event.pairs:
        matches[table] = Match(table, a, b, version=matches[table].version)
    fresh = tuple(entry for entry in event.byes if entry not in at.byes)
    return replace(
        at,
        matches=matches,
        byes=event.byes,
        rematches=event.rematches,
        hand_tables=tuple(sorted({*at.hand_tables, *(table for table, _, _ in event.pairs)})),
        hand_byes=tuple(entry for entry in (*at.hand_byes, *fresh) if entry in event.byes),
        reason=event.reason or at.reason,
    )


def _with_penalty(state: TournamentState, penalty: Penalty) -> TournamentState:
    """R.9: the earliest disqualification that stands ends his tournament."""
    penalties = {**state.penalties, penalty.id: penalty}
    ends = [
        each.round or 0
        for each in penalties.values()
        if each.entry == penalty.entry and each.level in DISQUALIFIES and not each.revoked
    ]
    entry = replace(state.entries[penalty.entry], out_after=min(ends, default=None))
    return replace(with_entry(state, entry), penalties=penalties)
