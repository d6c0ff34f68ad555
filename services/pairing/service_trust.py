"""Use cases of trust: why a round is drawn as it is. Nothing here changes anything."""

from dataclasses import replace

from sqlmodel import Session

from services.pairing.domain.explain import Explanation, explain
from services.pairing.domain.state import Round, TournamentState
from services.pairing.journal import Journal
from services.pairing.service_entries import entry_of
from shared import rulesets
from shared.refusals import Refusal, Text


def explained(
    tx: Session, journal: Journal, tournament: str, number: int, player: str
) -> tuple[TournamentState, Explanation]:
    """S.2–S.6, S.8, T.9: the tournament now, and why this player met whom he met in a round.

    As things stood when the round was published; of an upload only its results are known.
    """
    state = journal.load(tx, tournament)
    at = state.round(number)
    if at is None:
        raise _no_round(number)
    entry = entry_of(tx, state, player)
    before = _before(tx, journal, state, at)
    ruleset = rulesets.load(state.created.rule_set)
    return state, explain(before, at, ruleset, state.seeds, entry.number)


def _before(tx: Session, journal: Journal, state: TournamentState, at: Round) -> TournamentState:
    """The tournament when a round was about to be published."""
    if at.since:
        return journal.at(tx, state.id, at.since - 1)
    return replace(state, rounds=state.rounds[: at.number - 1])


def _no_round(number: int) -> Refusal:
    return Refusal(
        "not_found",
        "round_not_found",
        Text(f"Тура {number} ещё нет.", f"There is no round {number} yet."),
        rule="7.0.1",
        where="number",
        todo=Text(
            "Опубликованные туры: GET /v1/tournaments/{tournament}.",
            "Rounds that are published: GET /v1/tournaments/{tournament}.",
        ),
    )
