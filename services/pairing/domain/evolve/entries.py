"""The fold of who plays (S.7)."""

from dataclasses import replace

from services.pairing.domain.state import Entry, TournamentState
from shared.events.base import Event
from shared.events.entries import (
    EntryAdded,
    EntryCheckedIn,
    EntryDropped,
    EntryIdentified,
    EntryPromoted,
    EntryReturned,
    EntryTableFixed,
    ResultGranted,
)


def of_entries(state: TournamentState, event: Event) -> TournamentState | None:
    """The state after an event about an entry, None if it is none."""
    match event:
        case EntryAdded():
            entry = Entry(
                event.entry,
                event.player,
                ((event.from_round, None),),
                event.rating_milli,
                event.waiting,
            )
            return with_entry(state, entry)
        case EntryPromoted():
            since = ((event.from_round, None),)
            return with_entry(
                state, replace(state.entries[event.entry], waiting=False, stints=since)
            )
        case EntryCheckedIn():
            return with_entry(state, replace(state.entries[event.entry], present=event.present))
        case EntryDropped():
            return with_entry(state, _left(state.entries[event.entry], event.after_round))
        case EntryReturned():
            entry = state.entries[event.entry]
            back = (*entry.stints, (event.from_round, None))
            return with_entry(state, replace(entry, stints=back))
        case EntryIdentified():
            entry = state.entries[event.entry]
            known = replace(entry, player=event.player, rating_milli=event.rating_milli)
            return with_entry(state, known)
        case EntryTableFixed():
            return with_entry(state, replace(state.entries[event.entry], table=event.table))
        case ResultGranted():
            return _granted(state, event)
    return None


def with_entry(state: TournamentState, entry: Entry) -> TournamentState:
    """The state with this entry, new or changed."""
    return replace(state, entries={**state.entries, entry.number: entry})


def _left(entry: Entry, after_round: int) -> Entry:
    since = entry.stints[-1][0]
    return replace(entry, stints=(*entry.stints[:-1], (since, after_round)))


def _granted(state: TournamentState, event: ResultGranted) -> TournamentState:
    """S.7: points for a round that he was not in."""
    at = state.rounds[event.round - 1]
    granted = {entry: points for entry, points in at.granted.items() if entry != event.entry}
    if event.points is not None:
        granted[event.entry] = event.points
    after = replace(at, granted=granted)
    return replace(
        state, rounds=(*state.rounds[: event.round - 1], after, *state.rounds[event.round :])
    )
