"""Use cases of rounds: pairing the one that is due (S.1–S.8, T.9)."""

from sqlmodel import Session

from services.pairing import store
from services.pairing.clients import Asked
from services.pairing.domain import decide, permits
from services.pairing.domain.state import Round, TournamentState
from services.pairing.journal import Journal
from services.pairing.schemas.rounds import RoundIn
from services.pairing.service import own
from services.pairing.service_questions import beginners, legal_lists, lists_matter
from shared import people, rulesets
from shared.auth import Principal
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
