"""Use cases of results: recording and correcting them (R.1–R.10)."""

from dataclasses import dataclass

from sqlmodel import Session

from services.pairing.domain import decide
from services.pairing.domain.state import Match, Round, TournamentState
from services.pairing.journal import Journal
from services.pairing.schemas.results import ResultIn
from services.pairing.service import change
from shared import people
from shared.auth import Principal, scope_missing
from shared.clock import iso, now
from shared.events.base import Event
from shared.rulesets import RuleSet


@dataclass(frozen=True)
class TableRef:
    """Which table of which round of which tournament."""

    tournament: str
    round: int
    table: int


def record(
    tx: Session,
    journal: Journal,
    at: TableRef,
    given: ResultIn,
    expected: int | None,
    caller: Principal,
) -> tuple[TournamentState, Round, Match]:
    """R.1–R.10: a table's result, or its correction.

    The same one again changes nothing; another one must name the version that it replaces, which
    only a correction needs (law 10). After the finish (D.4.5) it takes who may finish.
    """

    def decision(state: TournamentState, ruleset: RuleSet) -> tuple[Event, ...]:
        if state.finished and "judging" not in caller.scopes:
            raise scope_missing("judging")  # what was rated changes with it

        def called(entry: int) -> str:
            player = state.entries[entry].player
            return f"{people.display(people.named(tx, [player]), player)} ({player})"

        return decide.record_result(
            state,
            ruleset,
            round_number=at.round,
            table=at.table,
            kind=given.kind,
            winner=_entry(state, given.winner),
            now=iso(now()),
            expected_version=expected,
            called=called,
        )

    state = change(tx, journal, at.tournament, caller, decision)
    played = state.rounds[at.round - 1]
    return state, played, played.matches[at.table]


def _entry(state: TournamentState, player: str | None) -> int | None:
    """The entry of a player ID; 0, which sits at no table, for one who is not in."""
    if player is None:
        return None
    entry = state.entry_of(player)
    return entry.number if entry else 0
