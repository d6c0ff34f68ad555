"""Use cases of taking back: an event, the finish, whole rounds (law 2, T.8, D.4.10)."""

from typing import NamedTuple

from services.pairing import notes, store_logs
from services.pairing.domain.consequences import Consequences, of_events
from services.pairing.domain.decide.rewind import reopen as decide_reopen
from services.pairing.domain.decide.rewind import rewind as decide_rewind
from services.pairing.domain.decide.undo import undo as decide_undo
from services.pairing.domain.log_facts import in_words, standing
from services.pairing.domain.state import TournamentState
from services.pairing.listing import may_correct
from services.pairing.service_entries import At
from shared import rulesets
from shared.auth import scope_missing
from shared.clock import iso, now
from shared.events import entries
from shared.events.base import Event
from shared.events.rounds import ResultCleared, ResultCorrected, ResultRecorded
from shared.events.tournaments import (
    TournamentAnnulled,
    TournamentCancelled,
    TournamentChanged,
    TournamentPlanned,
    TournamentReinstated,
    TournamentResumed,
)
from shared.refusals import Refusal, Text

_FLAGS = (TournamentAnnulled, TournamentReinstated)
_PLANS = (TournamentChanged, TournamentPlanned, TournamentCancelled, TournamentResumed)
_RESULTS = (ResultRecorded, ResultCorrected, ResultCleared)


class Undone(NamedTuple):
    """What was taken back: the state after it, the event's number, what it was in words.

    changed: what it did to the places, where results are other ones by it.
    """

    state: TournamentState
    event: int
    what: Text
    changed: Consequences | None


def undo(at: At, number: int | None) -> Undone:
    """Law 2: take back an event, by default the caller's own last that stands.

    It takes the right to do such a thing, and to judge where somebody else did it; another's
    announcement the office alone takes back.
    """
    state = at.state()
    log = at.journal.whole(at.tx, state.id)
    who = store_logs.who_did(at.tx, state.id)
    if number is None:
        number = max((each for each in standing(log) if who[each] == at.caller.who), default=None)
        if number is None:
            raise _nothing()
    if 0 < number <= len(log):
        _may(at, state, log[number - 1], own=who[number] == at.caller.who)
    ruleset = rulesets.load(state.created.rule_set)
    events = decide_undo(state, log, number, ruleset, iso(now()))
    after = at.append(state, events)
    changed = of_events(state, after, ruleset, events)
    return Undone(after, number, in_words(log[number - 1]), changed)


def reopen(at: At, reason: str) -> TournamentState:
    """D.4.3, D.4.10: it is not finished after all; the rating keeps what was last stated."""
    state = at.state()
    may_correct(state, at.caller, now())
    if not state.finished:
        return state
    return at.append(state, decide_reopen(state, _note(at, state, reason)))


def rewind(at: At, last: int, reason: str) -> TournamentState:
    """T.8, D.4.10: rounds after ``last`` are taken back; what was finished is reopened by it."""
    state = at.state()
    may_correct(state, at.caller, now())
    ruleset = rulesets.load(state.created.rule_set)
    note = _note(at, state, reason)
    return at.append(state, decide_rewind(state, ruleset, last, note, iso(now())))


def _note(at: At, state: TournamentState, reason: str) -> str | None:
    about = [each.player for each in state.entries.values()]
    return notes.write(at.tx, state.id, reason, about=about, who=at.caller.who)


def _may(at: At, state: TournamentState, event: Event, *, own: bool) -> None:
    """The right that doing it takes; the office alone lifts what it alone puts in force (D.2.5)."""
    needed = _right(event)
    if needed not in at.caller.scopes:
        raise scope_missing(needed)
    if isinstance(event, _FLAGS):
        if event.code != "hold" and not at.caller.is_office:
            raise scope_missing("office")
        return
    if not own and isinstance(event, _PLANS) and not at.caller.is_office:
        raise scope_missing("office")
    if not own and "judging" not in at.caller.scopes:
        raise scope_missing("judging")
    may_correct(state, at.caller, now())


def _right(event: Event) -> str:
    if isinstance(event, _RESULTS):
        return "results"
    if isinstance(event, _FLAGS):
        return "holds"
    if isinstance(event, _PLANS):
        return "tournaments"
    if type(event).__module__ == entries.__name__:
        return "entries"
    return "judging"


def _nothing() -> Refusal:
    return Refusal(
        "conflict",
        "nothing_to_undo",
        Text("Отменять нечего: вашего здесь нет.", "There is nothing of yours to undo here."),
        where="body.event",
        todo=Text(
            "Назовите номер события: GET /v1/tournaments/{tournament}/log.",
            "Name an event's number: GET /v1/tournaments/{tournament}/log.",
        ),
    )
