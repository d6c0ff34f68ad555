"""The fold of a tournament's life: announced, started, cut, finished, rewound, imported."""

from dataclasses import replace

from services.pairing.domain.evolve.imports import imported
from services.pairing.domain.state import Entry, Structure, TournamentState
from shared.events.base import Event
from shared.events.tournaments import (
    EventUndone,
    GamesProjected,
    TopCut,
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
    TournamentStarted,
)


def of_life(state: TournamentState, event: Event) -> TournamentState | None:
    """The state after an event of its life, None if it is none."""
    match event:
        case TournamentStarted():
            return _started(state, event)
        case TopCut():
            return replace(state, seeds=event.seeds)
        case GamesProjected():  # a kind of TournamentFinished: it must be asked for first
            return state
        case TournamentFinished():
            return replace(
                state, revision=event.revision, finished_at=event.finished_at, reopened=False
            )
        case TournamentAnnulled():
            return replace(state, revision=event.revision, flags=state.flags | {event.code})
        case TournamentReinstated():
            return replace(state, revision=event.revision, flags=state.flags - {event.code})
        case TournamentImported():
            return imported(state, event)
        case TournamentRewound():
            return _rewound(state, event.round)
    return _of_plans(state, event)


def _of_plans(state: TournamentState, event: Event) -> TournamentState | None:
    match event:
        case TournamentChanged():
            created = replace(state.created, **vars(event))
            return replace(state, created=created, settings_version=state.settings_version + 1)
        case TournamentPlanned():
            created = replace(state.created, warnings=event.warnings)
            return replace(state, created=created, plan=event.plan)
        case TournamentCancelled():
            return replace(state, cancelled=True)
        case TournamentResumed():
            return replace(state, cancelled=False)
        case TournamentReopened():
            return replace(state, reopened=True)
        case EventUndone():
            return replace(state, undone=state.undone | {event.number})
    return None


def _started(state: TournamentState, event: TournamentStarted) -> TournamentState:
    """7.2.2, T.6: structure and ratings are frozen."""
    ratings = dict(event.ratings)
    entries = {
        number: replace(entry, rating_milli=ratings.get(number, entry.rating_milli))
        for number, entry in state.entries.items()
    }
    structure = Structure(event.rounds, event.top, event.warnings)
    return replace(state, entries=entries, structure=structure)


def _rewound(state: TournamentState, last: int) -> TournamentState:
    """Rounds after ``last`` are gone; who had left or come by then has left or come already."""
    rounds = state.rounds[:last]
    return replace(
        state,
        rounds=rounds,
        seeds=state.seeds if any(each.stage == "top" for each in rounds) else (),
        structure=state.structure if rounds else None,
        entries={number: _clipped(entry, last) for number, entry in state.entries.items()},
        penalties={
            key: replace(
                each,
                round=None if each.round is None else min(each.round, last) or None,
                made=tuple(result for result in each.made if result[0] <= last),
            )
            for key, each in state.penalties.items()
        },
        clock=None,
        reopened=state.finished_at is not None,
    )


def _clipped(entry: Entry, last: int) -> Entry:
    stints = tuple(
        (min(since, last + 1), None if until is None else min(until, last))
        for since, until in entry.stints
    )
    out = None if entry.out_after is None else min(entry.out_after, last)
    rating = entry.rating_milli if last else None  # the next start freezes it (T.6)
    return replace(entry, stints=stints, out_after=out, rating_milli=rating)
