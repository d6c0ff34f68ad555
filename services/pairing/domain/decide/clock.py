"""The clock of a round: times come in as instants, time left is in whole seconds."""

from datetime import datetime
from typing import Literal

from services.pairing.domain.decide.guards import started, still_open
from services.pairing.domain.decide.result_faults import table_of
from services.pairing.domain.state import Clock, Round, TournamentState
from shared.events.rounds import ClockPaused, ClockStarted, TableTimeGiven
from shared.refusals import Refusal, Text

Action = Literal["start", "pause", "resume", "set"]
DEFAULT_MINUTES = 50


def full_seconds(state: TournamentState) -> int:
    """The time of a round, as announced, else the usual one."""
    return (state.created.minutes or DEFAULT_MINUTES) * 60


def seconds_left(clock: Clock, now: str) -> int:
    """What is left at an ISO instant; below zero: for so long it is over."""
    if clock.started is None:
        return clock.left_seconds
    gone = datetime.fromisoformat(now) - datetime.fromisoformat(clock.started)
    return clock.left_seconds - int(gone.total_seconds())


def set_clock(
    state: TournamentState, action: Action, now: str, minutes: int | None = None
) -> tuple[ClockStarted | ClockPaused, ...]:
    """The round's clock runs (start, resume), stands (pause), or has another time (set).

    now: an ISO instant in UTC; minutes: what is left from now on, else it is what is left; before
    the first start that is the round's whole time. Doing it again changes nothing. Refuses without
    a round, and a pause of a clock that never ran.
    """
    at = _current(state)
    clock = _clock(state, at)
    running = clock is not None and clock.started is not None
    if action == "set" and minutes is None:
        raise _no_minutes()
    if action == "pause" and clock is None and minutes is None:
        raise _never_ran(at)
    left = full_seconds(state) if clock is None else seconds_left(clock, now)
    left = left if minutes is None else minutes * 60
    runs = running if action == "set" else action in ("start", "resume")
    if runs == running and minutes is None:
        return ()
    return (ClockStarted(at.number, now, left) if runs else ClockPaused(at.number, left),)


def give_time(
    state: TournamentState, round_number: int, table: int, minutes: int
) -> tuple[ClockPaused | TableTimeGiven, ...]:
    """A table has so many minutes beyond the round's clock, all told; 0: none any more.

    Only in the current round. Before the clock's first start it stands at its whole time.
    """
    at = _current(state)
    table_of(state, round_number, table)
    if round_number != at.number:
        raise Refusal(
            "conflict",
            "round_is_over",
            Text(
                f"Часы идут для тура {at.number}, а не {round_number}.",
                f"The clock is for round {at.number}, not {round_number}.",
            ),
            rule="7.0.1",
            where="number",
            todo=Text("Проверьте номер тура.", "Check the round's number."),
        )
    clock = _clock(state, at)
    if (clock.more.get(table, 0) if clock else 0) == minutes * 60:
        return ()
    given = TableTimeGiven(at.number, table, minutes * 60)
    return (given,) if clock else (ClockPaused(at.number, full_seconds(state)), given)


def _clock(state: TournamentState, at: Round) -> Clock | None:
    """The clock of this round, None before it was first touched."""
    return state.clock if state.clock is not None and state.clock.round == at.number else None


def _current(state: TournamentState) -> Round:
    started(state)
    still_open(state)
    return state.rounds[-1]


def _no_minutes() -> Refusal:
    return Refusal(
        "invalid",
        "clock_needs_minutes",
        Text("Сколько минут осталось?", "How many minutes are left?"),
        rule="7.0.1",
        where="body.minutes",
        todo=Text("Назовите minutes.", "Name minutes."),
    )


def _never_ran(at: Round) -> Refusal:
    return Refusal(
        "conflict",
        "clock_not_started",
        Text(f"Часы тура {at.number} ещё не пущены.", f"The clock of round {at.number} never ran."),
        rule="7.0.1",
        where="body.action",
        todo=Text("Пустите их: action: start.", "Start it: action: start."),
    )
