"""What people and programs read of who plays."""

import json
from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import Session

from services.pairing import notices
from services.pairing.domain import decide
from services.pairing.domain.capacity import queue
from services.pairing.domain.decide.clock import seconds_left
from services.pairing.domain.standings import standings
from services.pairing.domain.state import Entry, Match, TournamentState
from services.pairing.domain.top import final_places
from services.pairing.domain.whereabouts import Played, own_rounds, where_is
from services.pairing.notices import Notice
from services.pairing.schemas.entries import (
    AbsentOut,
    CheckInOut,
    EntriesOut,
    EntryListOut,
    EntryOut,
    IdentifiedEntryOut,
    LeftOut,
    NowOut,
    OwnRoundOut,
    PlayerNowOut,
)
from services.pairing.schemas.parts import SeatOut
from services.pairing.service_entries import Done
from services.pairing.views import View
from shared import rulesets


def entry(view: View, shown: Entry, waits: Mapping[int, int] | None = None) -> EntryOut:
    """One entry. waits: entry -> place in the waiting list, if it is known."""
    waits = _waits(view) if waits is None and shown.waiting else waits or {}
    return EntryOut(
        **view.seat(shown.number).model_dump(),
        from_round=shown.from_round,
        dropped_after=shown.dropped_after,
        disqualified=shown.disqualified,
        waiting=waits.get(shown.number),
        present=shown.present,
        table=shown.table,
    )


def entries(view: View, tx: Session, made: Sequence[Entry], more: Sequence[Notice]) -> EntriesOut:
    """Entries just made; D.2.4: and whoever of them was in already under another ID."""
    numbers = {each.number for each in made}
    twice = [each for each in view.twice(tx) if not numbers.isdisjoint(each.entries)]
    late = []
    if view.state.structure is not None:
        late = [notices.late_entries(view.state.due, sorted(numbers))]
    waits = _waits(view)
    return EntriesOut(
        entries=[entry(view, each, waits) for each in made],
        warnings=view.told([*more, *late, *twice]),
    )


def entry_list(view: View, *, missing: bool) -> EntryListOut:
    """All entries by number; ``missing``: those alone who have not checked in."""
    state = view.state
    absent, waits = {each.number for each in decide.missing(state)}, _waits(view)
    return EntryListOut(
        capacity=state.created.capacity,
        players=state.players,
        waiting=len(waits),
        missing=len(absent),
        entries=[
            entry(view, each, waits)
            for each in state.entries.values()
            if not missing or each.number in absent
        ],
    )


def left(view: View, done: Done) -> LeftOut:
    """Who left, and who got his place."""
    shown = entry(view, done.entry).model_dump()
    return LeftOut(**shown, promoted=seats(view, done.promoted))


def identified(view: View, tx: Session, shown: Entry, more: Sequence[Notice]) -> IdentifiedEntryOut:
    """The entry with the right person; D.2.4: and whether he is in under another ID too."""
    twice = [each for each in view.twice(tx) if shown.number in each.entries]
    return IdentifiedEntryOut(
        **entry(view, shown).model_dump(), warnings=view.told([*more, *twice])
    )


def check_in(view: View) -> CheckInOut:
    """Who is still expected."""
    expected = [each.number for each in decide.missing(view.state)]
    there = sum(
        bool(each.present) and each.dropped_after is None for each in view.state.entries.values()
    )
    return CheckInOut(present=there, missing=seats(view, expected))


def absent(view: View, dropped: Iterable[int], promoted: Iterable[int]) -> AbsentOut:
    """Who was dropped because he did not come, and who got a place by it."""
    return AbsentOut(dropped=seats(view, dropped), promoted=seats(view, promoted))


def seats(view: View, numbers: Iterable[int]) -> list[SeatOut]:
    """Who these entries are."""
    return [view.seat(number) for number in numbers]


def places(state: TournamentState) -> bytes:
    """Points ×2, place and final place of each entry (T.1–T.9), to be kept for this state."""
    ruleset = rulesets.load(state.created.rule_set)
    table = standings(state, ruleset) if state.rounds else ()
    final = final_places(state, ruleset) if state.top else ()
    last = {row.entry: row.place for row in final}
    return json.dumps(
        {row.entry: (row.points, row.place, last.get(row.entry)) for row in table}
    ).encode()


def player_now(view: View, shown: Entry, now: str, known: bytes) -> PlayerNowOut:
    """All that a player asks in the hall, at an ISO instant in UTC. known: ``places`` of all."""
    state = view.state
    ruleset = rulesets.load(state.created.rule_set)
    points, place, final = json.loads(known).get(str(shown.number), (None, None, None))
    return PlayerNowOut(
        tournament=state.id,
        status=state.status,
        entry=entry(view, shown),
        now=_now(view, shown, now),
        points=None if points is None else points / 2,
        place=place,
        final_place=final,
        rounds=[_own(view, each, shown.number) for each in own_rounds(state, ruleset, shown)],
    )


def met(state: TournamentState, shown: Entry) -> list[int]:
    """The entry and all whom he met: whose names his own page shows."""
    matches = [each.match_of(shown.number) for each in state.rounds]
    return [shown.number, *(_other(each, shown.number) for each in matches if each)]


def _now(view: View, shown: Entry, moment: str) -> NowOut:
    state = view.state
    at, clock = where_is(state, shown), state.clock
    played = state.round(at.round or 0)
    if at.match is None or played is None:
        return NowOut(where=at.where, round=at.round)
    ticks = clock if clock is not None and clock.round == at.round else None
    return NowOut(
        where=at.where,
        round=at.round,
        table=at.match.table,
        opponent=view.seat(_other(at.match, shown.number)),
        result=view.table(played, at.match).result,
        seconds_left=seconds_left(ticks, moment) + ticks.more.get(at.match.table, 0)
        if ticks
        else None,
        clock_runs=ticks is not None and ticks.started is not None,
    )


def _own(view: View, played: Played, number: int) -> OwnRoundOut:
    match = played.match
    return OwnRoundOut(
        round=played.at.number,
        stage=played.at.stage,
        outcome=played.outcome,
        points=None if played.points is None else played.points / 2,
        table=match.table if match else None,
        opponent=view.seat(_other(match, number)) if match else None,
        result=view.table(played.at, match).result if match else None,
    )


def _other(match: Match, number: int) -> int:
    return match.b if number == match.a else match.a


def _waits(view: View) -> dict[int, int]:
    return {each.number: place for place, each in enumerate(queue(view.state), start=1)}
