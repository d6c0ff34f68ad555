"""Use cases of play: pairing rounds (S.1–S.7, T.9) and recording results (R.1–R.10)."""

from dataclasses import dataclass

from sqlmodel import Session

from services.pairing import store
from services.pairing.clients import Asked
from services.pairing.domain import decide, permits
from services.pairing.domain.state import Match, Round, TournamentState
from services.pairing.journal import Journal
from services.pairing.schemas.rounds import ResultIn, RoundIn
from services.pairing.service import change, own
from services.pairing.service_questions import beginners, legal_lists, lists_matter
from shared import people, rulesets
from shared.auth import Principal, scope_missing
from shared.clock import iso, now
from shared.events.base import Event
from shared.rulesets import RuleSet


def pair(
    tx: Session,
    journal: Journal,
    tournament: str,
    given: RoundIn,
    asked: Asked,
    caller: Principal,
) -> tuple[TournamentState, Round]:
    """7.2.2, S.1–S.7, T.9: publish the round that is due; one that is published already is shown.

    asked: what decks said of lists that are not known here (6.2, 6.3).
    """
    state = journal.load(tx, tournament, lock=True)
    own(state, caller)
    ruleset = rulesets.load(state.created.rule_set)
    again = state.round(given.round or 0)
    warnings = () if again else _gate(tx, state, ruleset, given, asked)
    state = journal.append(tx, state, _decided(tx, state, ruleset, given, warnings), caller.who)
    return state, again or state.rounds[-1]


def _decided(
    tx: Session,
    state: TournamentState,
    ruleset: RuleSet,
    given: RoundIn,
    warnings: tuple[str, ...],
) -> tuple[Event, ...]:
    starts = state.structure is None and given.round in (None, 1)
    restates = state.structure is not None and (given.rounds, given.top) != (None, None)
    events: tuple[Event, ...] = ()
    if starts or restates:
        events = decide.start_and_pair(
            state,
            ruleset,
            ratings=store.ratings(tx, [each.player for each in state.entries.values()]),
            rounds=given.rounds,
            top_size=given.top,
            warnings=warnings,
        )
    return events or decide.pair_next(state, ruleset, given.round, warnings)


def _gate(
    tx: Session, state: TournamentState, ruleset: RuleSet, given: RoundIn, asked: Asked
) -> tuple[str, ...]:
    """6.2, 6.3: codes of what is overlooked about deck lists; refuses at 6.3."""
    if not lists_matter(state):
        return ()
    players = [each.player for each in beginners(state)]
    known = people.named(tx, players)
    return permits.may_be_paired(
        state,
        ruleset,
        players,
        legal_lists(tx, state, asked),
        decks_away=asked.away,
        override=given.override,
        names={player: people.display(known, player) for player in players},
    )


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
