"""Use cases of who plays: entering and leaving (2.1, S.7).

Each is one transaction, as in ``service``; what a neighbour must be asked is asked before it.
"""

from collections.abc import Sequence

from sqlmodel import Session

from services.pairing import store
from services.pairing.domain import decide, permits
from services.pairing.domain.state import Entry, TournamentState
from services.pairing.journal import Journal
from services.pairing.service import own
from shared.auth import Principal
from shared.refusals import Refusal, Text


def enter(
    tx: Session, journal: Journal, tournament: str, players: Sequence[str], caller: Principal
) -> tuple[TournamentState, list[Entry]]:
    """2.1.1, D.3.1, S.7: enter players, all or none; a late one brings his live rating (T.6)."""
    state = journal.load(tx, tournament, lock=True)
    own(state, caller)
    day = state.created.date
    permits.may_play(state, players)
    permits.not_suspended(players, suspended(tx, players, day), day)
    late = state.structure is not None
    ratings = store.ratings(tx, players) if late else {}
    added = decide.add_entries(
        state, [decide.Newcomer(player, rating_milli=ratings.get(player)) for player in players]
    )
    state = journal.append(tx, state, added, caller.who)
    return state, [state.entries[each.entry] for each in added]


def suspended(tx: Session, players: Sequence[str], day: str) -> dict[str, str | None]:
    """D.3.1: who of these may not play on an ISO date -> to the last day, None: no end is set."""
    terms = [permits.Term(row.player, row.until) for row in store.suspensions(tx, day)]
    into = store.aliases(tx, [*players, *(term.player for term in terms)]) if terms else {}
    return permits.suspended(players, terms, into)


def drop(
    tx: Session, journal: Journal, tournament: str, player: str, caller: Principal
) -> tuple[TournamentState, Entry]:
    """S.7: a player leaves; doing it again changes nothing."""
    state = journal.load(tx, tournament, lock=True)
    own(state, caller)
    entry = state.entry_of(player)
    if entry is None:
        raise Refusal(
            "not_found",
            "entry_unknown",
            Text(f"№ {player} не участвует в турнире.", f"{player} is not in the tournament."),
            rule="2.1.1",
            where="player",
            todo=Text("Проверьте номер в таблице.", "Check the ID in the standings."),
        )
    state = journal.append(tx, state, decide.drop(state, entry.number), caller.who)
    return state, state.entries[entry.number]
