"""Places of a tournament and who waits for one, in the order entered."""

from services.pairing.domain.state import Entry, TournamentState
from shared.events.entries import EntryPromoted


def places(state: TournamentState) -> int | None:
    """Places that are left for the round that is due; None: as many as come."""
    capacity = state.created.capacity
    return None if capacity is None else max(0, capacity - len(state.playing(state.due)))


def queue(state: TournamentState) -> tuple[Entry, ...]:
    """The waiting list, who is next first."""
    return tuple(
        entry
        for entry in state.entries.values()
        if entry.waiting and entry.stints[-1][1] is None and not entry.disqualified
    )


def promotions(state: TournamentState) -> tuple[EntryPromoted, ...]:
    """Whoever has waited longest gets the places that are left, until round 1 is published.

    From then on who still waits is at home: only a judge lets him in, as a late entry (S.7).
    """
    if state.structure is not None:
        return ()
    return tuple(EntryPromoted(entry.number) for entry in queue(state)[: places(state)])
