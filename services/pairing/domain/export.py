"""Any tournament as what an upload would say of it (2.1.5)."""

from services.pairing.domain.evolve.imports import PLAIN, Detail
from services.pairing.domain.state import Entry, TournamentState
from services.pairing.domain.uploads import OURS
from shared.events.tournaments import TournamentImported


def identity(state: TournamentState) -> tuple[str, str]:
    """Source and id: of whoever gave it first, and keeps it wherever it is taken to."""
    uploaded = state.imported
    return (uploaded.tool, uploaded.tool_id) if uploaded else (OURS, state.id)


def as_uploaded(state: TournamentState) -> TournamentImported:
    """What it is now, in the form of an upload. Tables without a result are left out.

    Entries are those in its standings: not who left before his first round, nor who only waits.
    """
    source, external_id = identity(state)
    there = _there(state)
    structure = state.structure
    return TournamentImported(
        source,
        external_id,
        entries=tuple((n, entry.player) for n, entry in sorted(there.items())),
        rounds=tuple(
            (
                each.stage,
                tuple(
                    (match.table, match.a, match.b, match.kind, match.winner)
                    for _, match in sorted(each.matches.items())
                    if match.kind is not None
                ),
                tuple(sorted(each.byes)),
            )
            for each in state.rounds
        ),
        details=tuple(
            (number, *said)
            for number, entry in sorted(there.items())
            if (said := _detail(entry)) != PLAIN
        ),
        granted=tuple(
            (each.number, entry, points)
            for each in state.rounds
            for entry, points in sorted(each.granted.items())
        ),
        structure=(structure.rounds, structure.top) if structure else None,
        seeds=state.seeds,
    )


def _there(state: TournamentState) -> dict[int, Entry]:
    """S.7: who takes part, or took: also one who came to nothing but a bye or a granted result."""
    seated = {
        entry
        for each in state.rounds
        for entry in (
            *each.byes,
            *each.granted,
            *(one for match in each.matches.values() for one in match.players),
        )
    }
    return {
        number: entry
        for number, entry in state.entries.items()
        if entry.takes_part or number in seated
    }


def _detail(entry: Entry) -> Detail:
    until = entry.stints[-1][1]
    return entry.from_round, until, entry.out_after, entry.rating_milli
