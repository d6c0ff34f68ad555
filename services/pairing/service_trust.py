"""Use cases of trust: why a round is drawn as it is, and whether all of it is right.

Nothing here changes anything.
"""

from dataclasses import replace

from sqlmodel import Session

from services.pairing.domain.checker import Published, Report, check
from services.pairing.domain.evolve import fold
from services.pairing.domain.explain import Explanation, explain
from services.pairing.domain.standings import standings
from services.pairing.domain.state import Round, TournamentState
from services.pairing.journal import Journal
from services.pairing.service_entries import entry_of
from shared import rulesets
from shared.refusals import Refusal, Text

MOST = 128
"""Above so many players a draw whose sum is not the least at first sight is not computed anew: it
would keep the whole hall waiting."""


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


def checked(tx: Session, journal: Journal, state: TournamentState) -> Report:
    """S.x, R.x, T.x: what the checker finds in this tournament, our own table included."""
    ruleset = rulesets.load(state.created.rule_set)
    rows = [Published(row.entry, row.points, row.place) for row in standings(state, ruleset)]
    return check(state, ruleset, _moments(tx, journal, state), rows, MOST)


def _moments(tx: Session, journal: Journal, state: TournamentState) -> dict[int, TournamentState]:
    """Round -> the tournament when it was about to be published, all in one pass of the log."""
    wanted = {at.since: at.number for at in state.rounds if at.since}
    found: dict[int, TournamentState] = {}
    moment: TournamentState | None = None
    for number, event in enumerate(journal.whole(tx, state.id) if wanted else (), start=1):
        if moment is not None and number in wanted:
            found[wanted[number]] = moment
        moment = fold(state.id, [event], moment)
    return found


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
