"""What a correction changes, and what it would have changed had it come in time (T.8, D.4.10).

Pairings that are published stay: this tells the judge, and changes nothing.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from services.pairing.domain.points import Record, records
from services.pairing.domain.state import Round, TournamentState
from services.pairing.domain.top import cut, final_places
from shared.events.base import Event
from shared.events.rounds import ResultCleared, ResultCorrected
from shared.rulesets.model import RuleSet


@dataclass(frozen=True, slots=True)
class ByeInstead:
    """S.3, S.4: a later round's bye went to ``had``; by the results as they are now it would have
    gone to one of ``due``.
    """

    round: int
    had: int
    due: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CutInstead:
    """T.9: the seeds that the cut would give now; the bracket's own stay.

    into, out: who would be in it and is not, and the other way round.
    """

    seeds: tuple[int, ...]
    into: tuple[int, ...]
    out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """T.9: in this round of the TOP ``played`` stands where ``instead`` would, who won now."""

    round: int
    played: int
    instead: int | None


@dataclass(frozen=True, slots=True)
class Moved:
    """A place that is another one now; None: in no table."""

    entry: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Consequences:
    """All that a correction did to the places, and would have done to pairings."""

    byes: tuple[ByeInstead, ...] = ()
    cut: CutInstead | None = None
    bracket: tuple[PlayedOn, ...] = ()
    places: tuple[Moved, ...] = ()


def consequences(before: TournamentState, after: TournamentState, ruleset: RuleSet) -> Consequences:
    """T.8: of one correction or several: the states before and after it, of the same rounds.

    Byes that a judge set by hand are his own (S.8) and are not asked about.
    """
    return Consequences(
        byes=_byes(before, after, ruleset),
        cut=_cut(before, after, ruleset),
        bracket=_bracket(before, after),
        places=_places(before, after, ruleset),
    )


def of_events(
    before: TournamentState, after: TournamentState, ruleset: RuleSet, events: Iterable[Event]
) -> Consequences | None:
    """T.8: what these events between the two states did as corrections; None if none is one."""
    corrected = any(isinstance(each, ResultCorrected | ResultCleared) for each in events)
    return consequences(before, after, ruleset) if corrected else None


def _byes(
    before: TournamentState, after: TournamentState, ruleset: RuleSet
) -> tuple[ByeInstead, ...]:
    found: list[ByeInstead] = []
    for at in after.swiss:
        drawn = [entry for entry in at.byes if entry not in at.hand_byes]
        earlier = at.number - 1
        if len(drawn) != 1 or before.rounds[:earlier] == after.rounds[:earlier]:
            continue
        was = _eligible(at, records(before.entries, before.rounds[:earlier], ruleset))
        due = _eligible(at, records(after.entries, after.rounds[:earlier], ruleset))
        if drawn[0] not in due and drawn[0] in was:
            found.append(ByeInstead(at.number, drawn[0], due))
    return tuple(found)


def _eligible(at: Round, known: Mapping[int, Record]) -> tuple[int, ...]:
    """S.3, S.4: fewest auto-wins, then fewest points, of those whom the draw paired."""
    drawn = {
        entry
        for match in at.matches.values()
        if match.table not in at.hand_tables
        for entry in match.players
    }
    field = sorted(drawn | {*at.byes} - {*at.hand_byes})
    least = min((_claim(known[entry]) for entry in field), default=None)
    return tuple(entry for entry in field if _claim(known[entry]) == least)


def _claim(record: Record) -> tuple[int, int]:
    return record.auto_wins, record.points


def _cut(before: TournamentState, after: TournamentState, ruleset: RuleSet) -> CutInstead | None:
    if not after.seeds:
        return None
    was, now = (cut(_swiss_only(state), ruleset) for state in (before, after))
    if now in (was, after.seeds):  # nothing to do with it, or put back as the bracket has it
        return None
    return CutInstead(now, _without(now, after.seeds), _without(after.seeds, now))


def _swiss_only(state: TournamentState) -> TournamentState:
    """As it stood when the TOP was about to be cut."""
    return replace(state, rounds=state.swiss, seeds=())


def _without(these: tuple[int, ...], those: Collection[int]) -> tuple[int, ...]:
    return tuple(entry for entry in these if entry not in those)


def _bracket(before: TournamentState, after: TournamentState) -> tuple[PlayedOn, ...]:
    """Who plays in the TOP's next round although another one won."""
    found: list[PlayedOn] = []
    for was, now, later in zip(before.top, after.top, after.top[1:], strict=False):
        if was.matches == now.matches:
            continue
        for table, match in now.matches.items():
            former = was.matches[table].winner
            if former is None or former == match.winner or not _in(later, former):
                continue
            found.append(PlayedOn(later.number, former, match.winner))
    return tuple(found)


def _in(at: Round, entry: int) -> bool:
    return entry in at.byes or at.match_of(entry) is not None


def _places(before: TournamentState, after: TournamentState, ruleset: RuleSet) -> tuple[Moved, ...]:
    """T.1–T.9: the best of the new places first."""
    was, now = (
        {row.entry: row.place for row in final_places(state, ruleset)} for state in (before, after)
    )
    moved = [
        Moved(entry, was.get(entry), now.get(entry))
        for entry in dict.fromkeys([*now, *was])
        if was.get(entry) != now.get(entry)
    ]
    return tuple(moved)
