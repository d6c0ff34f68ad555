"""Rounds, drafts and clocks as people and programs read them."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from services.pairing import notices
from services.pairing.domain import swiss
from services.pairing.domain.decide import draws
from services.pairing.domain.decide.clock import full_seconds, seconds_left
from services.pairing.domain.decide.hand import Break, breaks, told
from services.pairing.domain.state import Clock, Round, TournamentState
from services.pairing.domain.top import cut
from services.pairing.notices import Notice
from services.pairing.schemas.clock import ClockOut, RoundClock, TableTimeOut
from services.pairing.schemas.rounds import BreakOut, By, DraftOut, PlayerLine, RoundOut, TableOut
from services.pairing.views import View
from shared import rulesets
from shared.clock import iso
from shared.folding import fold
from shared.problems import say


def round_of(view: View, at: Round, by: By = "table") -> RoundOut:
    """A published round; by: how it is listed."""
    clock = view.state.clock if at is view.state.current else None
    return RoundOut(
        round=at.number,
        stage=at.stage,
        tables=_tables(view, at, open_first=by == "open"),
        players=_by_surname(view, at) if by == "surname" else [],
        byes=[view.seat(entry) for entry in at.byes],
        complete=at.complete,
        open_tables=list(at.open_tables),
        clock=None if clock is None else RoundClock.model_validate(_clock(clock)),
        warnings=view.told(notices.of_round(view.state, at)),
    )


def draft_of(view: View, at: Round, reason: str | None, more: Sequence[Notice] = ()) -> DraftOut:
    """A draft, for the staff; reason: the note's text; more: what would stop its publication."""
    state = view.state
    seeds: tuple[int, ...] = ()
    if at.stage == "top" and not state.seeds:
        seeds = cut(state, rulesets.load(state.created.rule_set))
    return DraftOut(
        round=at.number,
        stage=at.stage,
        attempt=at.attempt,
        tables=_tables(view, at),
        byes=[view.seat(entry) for entry in at.byes],
        seeds=[view.seat(entry) for entry in seeds],
        breaks=[_break(view, each) for each in _breaks(state, at)],
        reason=reason,
        warnings=view.told([*more, *notices.of_round(state, at)]),
    )


def clock_of(state: TournamentState, now: datetime) -> ClockOut:
    """The clock of the round published last; before it was touched it stands at the whole time."""
    clock = state.clock or Clock(len(state.rounds), None, full_seconds(state))
    return ClockOut.model_validate(
        {
            **_clock(clock),
            "at": now,
            "left_seconds": seconds_left(clock, iso(now)),
            "whole_seconds": full_seconds(state),
        }
    )


def _tables(view: View, at: Round, *, open_first: bool = False) -> list[TableOut]:
    order = sorted(
        at.matches, key=lambda table: (open_first and at.matches[table].kind is not None, table)
    )
    return [view.table(at, at.matches[table]) for table in order]


def _by_surname(view: View, at: Round) -> list[PlayerLine]:
    """Everybody of the round: ё as е, then by ID."""
    lines = [
        PlayerLine(**view.seat(one).model_dump(), table=each.table, opponent=view.seat(other))
        for each in at.matches.values()
        for one, other in (each.players, each.players[::-1])
    ]
    lines += [
        PlayerLine(**view.seat(entry).model_dump(), table=None, opponent=None) for entry in at.byes
    ]
    return sorted(lines, key=lambda line: (fold(line.name), len(line.player), line.player))


def _breaks(state: TournamentState, at: Round) -> tuple[Break, ...]:
    """S.8: of a draft with something set by hand, against the same draw without."""
    if not at.hand_tables and not at.hand_byes:
        return ()
    ruleset = rulesets.load(state.created.rule_set)
    playing = [each.number for each in state.playing(at.number)]
    field = draws.contenders(state, ruleset, at.number, playing)
    free = swiss.pair(field, state.created.seed, draws.draw_name(at.number, at.attempt))
    return breaks(field, [match.players for match in at.matches.values()], at.byes, free)


def _break(view: View, found: Break) -> BreakOut:
    return BreakOut(
        code=found.code,
        rule=found.rule,
        message=say(told(found, lambda entry: view.seat(entry).name), view.lang),
        entries=[view.seat(entry) for entry in found.entries],
        more=found.more / 4,
    )


def _clock(clock: Clock) -> dict[str, object]:
    """What does not change while it runs: a reader who has it already is told so (304)."""
    ends = None
    if clock.started is not None:
        ends = datetime.fromisoformat(clock.started) + timedelta(seconds=clock.left_seconds)
    return {
        "round": clock.round,
        "running": ends is not None,
        "ends_at": ends,
        "standing_at_seconds": clock.left_seconds if ends is None else None,
        "tables": [
            TableTimeOut(
                table=table,
                more_seconds=seconds,
                ends_at=None if ends is None else ends + timedelta(seconds=seconds),
            )
            for table, seconds in sorted(clock.more.items())
            if seconds
        ],
    }
