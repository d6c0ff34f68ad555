"""What a player asks: where am I now, and how did I play (7.0.1, S.7, R.4, R.9)."""

from dataclasses import dataclass
from itertools import chain
from typing import Literal

from services.pairing.domain import top
from services.pairing.domain.decide.guards import stage_due
from services.pairing.domain.points import worth
from services.pairing.domain.state import Entry, Match, Round, TournamentState
from shared.rulesets.model import RuleSet

Where = Literal[
    "table", "bye", "next_round", "waiting_list", "left", "disqualified", "out", "played_out"
]
"""``next_round``: its pairing is not out yet; ``out``: not in the TOP, or not any more;
``played_out``: nothing is left to play, or the tournament is over."""
Outcome = Literal["won", "lost", "drawn", "bye", "granted", "missed", "open"]
"""``bye``: an auto-win (R.4); ``granted``: a missed round that counts all the same (S.7)."""


@dataclass(frozen=True, slots=True)
class Now:
    """Where a player is. round: which one is meant; match: his table in it."""

    where: Where
    round: int | None = None
    match: Match | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A published round as a player saw it. points: ×2, None in the TOP, which gives none."""

    at: Round
    outcome: Outcome
    match: Match | None = None
    points: int | None = None


def where_is(state: TournamentState, entry: Entry) -> Now:
    """Where a player is now: a game that goes on comes first, also for who leaves after it."""
    if state.cancelled or state.finished:
        return Now("played_out")
    at = state.current
    match = at.match_of(entry.number) if at else None
    if at is not None and match is not None and match.kind is None:
        return Now("table", at.number, match)
    if entry.disqualified:
        return Now("disqualified")
    if entry.dropped_after is not None:
        return Now("left")
    if entry.waiting:
        return Now("waiting_list")
    if at is not None and not at.complete and match is not None:
        return Now("table", at.number, match)
    if at is not None and not at.complete and entry.number in at.byes:
        return Now("bye", at.number)
    if at is not None and at.complete and stage_due(state) is None:
        return Now("played_out")
    return Now("out") if _is_out(state, entry.number) else Now("next_round", state.due)


def _is_out(state: TournamentState, number: int) -> bool:
    """T.9: not in the TOP, or not any more; who may play for the third place still is."""
    due = top.next_round(state, state.seeds) if state.seeds else None
    if due is None or (state.current is not None and not state.current.complete):
        return bool(state.seeds)
    return number not in {*chain(*due.pairs), *due.byes, *(due.third or ())}


def own_rounds(state: TournamentState, ruleset: RuleSet, entry: Entry) -> tuple[Played, ...]:
    """R.1–R.7, S.7: each published round as he saw it, in order: not those after he left, nor
    those of a TOP that he isn't in.
    """
    number, values = entry.number, worth(ruleset.points)
    found: list[Played] = []
    for at in state.rounds:
        match, points = at.match_of(number), at.granted.get(number, 0)
        outcome = _outcome(at, match, number)
        if outcome == "missed" and not (at.stage == "swiss" and _expected(entry, at.number)):
            continue
        if outcome == "bye":
            points = ruleset.points.auto_win
        elif match is not None and match.kind is not None:
            points = values[match.kind][match.winner not in (number, None)]
        found.append(Played(at, outcome, match, points if at.stage == "swiss" else None))
    return tuple(found)


def _expected(entry: Entry, round_number: int) -> bool:
    last = entry.dropped_after
    return entry.takes_part and (last is None or round_number <= last)


def _outcome(at: Round, match: Match | None, number: int) -> Outcome:
    if match is None:
        if number in at.byes:
            return "bye"
        return "granted" if number in at.granted else "missed"
    if match.kind is None:
        return "open"
    if match.winner is None:
        return "lost" if match.kind in ("both_absent", "double_loss") else "drawn"
    return "won" if match.winner == number else "lost"
