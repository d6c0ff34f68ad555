"""The fold (law 2): state + event -> state. Never refuses, for what is in the log has happened.

A file for each kind of event: the tournament's life, its entries, its rounds.
"""

from collections.abc import Iterable
from dataclasses import replace

from services.pairing.domain.evolve.entries import of_entries
from services.pairing.domain.evolve.life import of_life
from services.pairing.domain.evolve.rounds import of_rounds
from services.pairing.domain.state import TournamentState
from shared.events.base import Event
from shared.events.entries import (
    EntryAdded,
    EntryDropped,
    EntryIdentified,
    EntryPromoted,
    EntryReturned,
    EntryTableFixed,
    ResultGranted,
)
from shared.events.rounds import (
    PairsSwapped,
    PenaltyGiven,
    PenaltyRevoked,
    ResultCleared,
    ResultCorrected,
    ResultRecorded,
)
from shared.events.tournaments import TournamentChanged, TournamentCreated, TournamentRewound

OUTDATES_A_DRAFT = (
    EntryAdded,
    EntryDropped,
    EntryIdentified,
    EntryPromoted,
    EntryReturned,
    EntryTableFixed,
    PairsSwapped,
    PenaltyGiven,
    PenaltyRevoked,
    ResultCleared,
    ResultCorrected,
    ResultGranted,
    ResultRecorded,
    TournamentChanged,
    TournamentRewound,
)
"""After these a drafted round is not what would be drawn now."""


def begin(tournament_id: str, created: TournamentCreated) -> TournamentState:
    """The state after a log's first event."""
    return TournamentState(tournament_id, created, created.plan)


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
    for part in (of_rounds, of_entries, of_life):
        after = part(state, event)
        if after is not None:
            break
    else:
        raise TypeError(f"{type(event).__name__} is no event of a running tournament")
    draft = None if isinstance(event, OUTDATES_A_DRAFT) else after.draft
    return replace(after, draft=draft, version=state.version + 1)
