"""The fold (law 2): state + event -> state. Never refuses, for what is in the log has happened."""

from collections.abc import Iterable
from dataclasses import replace

from services.pairing.domain.state import Entry, Match, Round, Structure, TournamentState
from shared.events.base import Event
from shared.events.tournaments import (
    EntryAdded,
    EntryDropped,
    GamesProjected,
    ResultCorrected,
    ResultRecorded,
    RoundPublished,
    TopCut,
    TournamentAnnulled,
    TournamentCreated,
    TournamentFinished,
    TournamentImported,
    TournamentReinstated,
    TournamentStarted,
)


def begin(tournament_id: str, created: TournamentCreated) -> TournamentState:
    """The state after a log's first event."""
    return TournamentState(tournament_id, created)


def fold(
    tournament_id: str, events: Iterable[Event], since: TournamentState | None = None
) -> TournamentState:
    """The state after these events, on top of ``since`` (a cached state of the same tournament).

    Raises ValueError when there is nothing to begin with.
    """
    state = since
    for event in events:
        if state is not None:
            state = evolve(state, event)
        elif isinstance(event, TournamentCreated):
            state = begin(tournament_id, event)
        else:
            raise ValueError(f"a log begins with its creation, not with {event.spec.type}")
    if state is None:
        raise ValueError("an empty log is no tournament")
    return state


def evolve(state: TournamentState, event: Event) -> TournamentState:
    """The state after one more event. Raises TypeError for an event of no tournament."""
    return replace(_changed(state, event), version=state.version + 1)


def _changed(state: TournamentState, event: Event) -> TournamentState:
    match event:
        case ResultRecorded() | ResultCorrected():
            return _with_result(state, event)
        case EntryAdded():
            return _with_entry(
                state, Entry(event.entry, event.player, event.from_round, None, event.rating_milli)
            )
        case EntryDropped():
            dropped = replace(state.entries[event.entry], dropped_after=event.after_round)
            return _with_entry(state, dropped)
        case TournamentStarted():
            return _started(state, event)
        case RoundPublished():
            return replace(state, rounds=(*state.rounds, _published(event)))
        case TopCut():
            return replace(state, seeds=event.seeds)
        case TournamentImported():
            return _imported(state, event)
        case GamesProjected():  # a kind of TournamentFinished: it must be asked for first
            return state
        case TournamentFinished():
            return replace(state, revision=event.revision, finished_at=event.finished_at)
        case TournamentAnnulled():
            return replace(state, revision=event.revision, flags=state.flags | {event.code})
        case TournamentReinstated():
            return replace(state, revision=event.revision, flags=state.flags - {event.code})
    raise TypeError(f"{type(event).__name__} is no event of a running tournament")


def _with_entry(state: TournamentState, entry: Entry) -> TournamentState:
    return replace(state, entries={**state.entries, entry.number: entry})


def _with_result(
    state: TournamentState, event: ResultRecorded | ResultCorrected
) -> TournamentState:
    at = event.round - 1
    before = state.rounds[at]
    old = before.matches[event.table]
    new = Match(old.table, old.a, old.b, event.kind, event.winner, event.version)
    after = replace(before, matches={**before.matches, event.table: new})
    return replace(state, rounds=(*state.rounds[:at], after, *state.rounds[at + 1 :]))


def _started(state: TournamentState, event: TournamentStarted) -> TournamentState:
    """7.2.2, T.6: structure and ratings are frozen."""
    ratings = dict(event.ratings)
    entries = {
        number: replace(entry, rating_milli=ratings.get(number, entry.rating_milli))
        for number, entry in state.entries.items()
    }
    structure = Structure(event.rounds, event.top, event.warnings)
    return replace(state, entries=entries, structure=structure)


def _published(event: RoundPublished) -> Round:
    matches = {table: Match(table, a, b) for table, a, b in event.pairs}
    return Round(event.round, event.stage, matches, event.byes, event.rematches, event.warnings)


def _imported(state: TournamentState, event: TournamentImported) -> TournamentState:
    """Its structure is what was played; no ratings are stated (T.6) and no seeds (T.9)."""
    rounds = tuple(
        Round(
            number,
            stage,
            {table: Match(table, a, b, kind, won, 1) for table, a, b, kind, won in pairs},
            byes,
        )
        for number, (stage, pairs, byes) in enumerate(event.rounds, start=1)
    )
    in_top = {
        entry
        for each in rounds
        if each.stage == "top"
        for entry in (
            *each.byes,
            *(one for match in each.matches.values() for one in match.players),
        )
    }
    return replace(
        state,
        entries={number: Entry(number, player) for number, player in event.entries},
        rounds=rounds,
        structure=Structure(sum(each.stage == "swiss" for each in rounds), len(in_top)),
        imported=event,
    )
