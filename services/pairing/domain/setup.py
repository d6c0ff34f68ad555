"""What has no sense in how a tournament is set up (5.1, 6.1–6.3, 7.2, S.2, T.9).

It is pointed out and never blocked. Here are codes and their numbers, in ``notices`` the sentences.
What depends on the day of the announcement is recorded in the log then; the rest follows from the
state whenever somebody looks.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from services.pairing.domain.decide.rounds import announced_structure, usual_structure
from services.pairing.domain.permits import RULE_OF, Certificate
from services.pairing.domain.state import TournamentState
from shared.events.players import on_day
from shared.events.tournaments import Plan, TournamentCreated
from shared.rulesets.model import RuleSet

MINUTES = 50
"""Of a round, where nobody said otherwise."""
SHORT, LONG = 15, 150
"""Minutes of a round beyond which somebody has most likely mistyped them."""
FAR_DAYS = 366
"""A tournament further ahead has most likely a slip in its year."""
FURTHER_JUDGES, FURTHER_LEVEL = 2, 3
"""6.3: so many judges of this level, or a higher one, beside the head judge."""
LATE = "large_announced_late"


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to point out: a code, its rule, the numbers of its sentence."""

    code: str
    rule: str
    values: Mapping[str, int | str] = field(default_factory=dict)


def recorded(
    created: TournamentCreated,
    plan: Plan,
    ruleset: RuleSet,
    today: str,
    before: TournamentState | None = None,
) -> tuple[str, ...]:
    """Rule 5.1, D.3.1: codes that go into the log with an announcement or a change.

    created, plan: what it is from now on; before: what it was, None when it is new; today: the
    local day, ISO. A large one that is announced late stays so, whatever is changed afterwards.
    """
    day, now = date.fromisoformat(created.date), date.fromisoformat(today)
    codes = []
    if _announced_late(created, plan, ruleset, (day - now).days, before):
        codes.append(LATE)
    if day < now:
        codes.append("date_past")
    if day > now + timedelta(days=FAR_DAYS):
        codes.append("date_far")
    return tuple(codes)


def _announced_late(
    created: TournamentCreated,
    plan: Plan,
    ruleset: RuleSet,
    days: int,
    before: TournamentState | None,
) -> bool:
    """Rule 5.1: whether a large one on this day is made known too late, now or already."""
    if before is not None and LATE in before.created.warnings:
        return True
    entered = before.players if before else 0
    if plan == "draft" or days >= ruleset.large_ahead_days:
        return False
    if not is_large(created, entered, ruleset):
        return False
    known = before is not None and before.plan != "draft"
    return not (
        known
        and before is not None
        and before.created.date == created.date
        and is_large(before.created, entered, ruleset)
    )


def is_large(created: TournamentCreated, players: int, ruleset: RuleSet) -> bool:
    """Rule 5.1: by who is entered, who is expected, or how many there is room for."""
    return _most(created, players) >= ruleset.large_from


def _most(created: TournamentCreated, players: int) -> int:
    return max(players, created.expected or 0, created.capacity or 0)


def remarks(
    state: TournamentState,
    ruleset: RuleSet,
    judges: Mapping[str, Sequence[Certificate]],
    lists: int | None = None,
) -> list[Remark]:
    """5.1, 6.1–6.3, 7.2.1, 7.2.2, S.2, T.9: all there is to point out of a tournament's set-up.

    judges: what is known of each judge that it names; lists: how many of those entered have a legal
    deck list, None where nobody looks. Nothing of one that was played elsewhere; what can only be
    mended before round 1 is left out after it.
    """
    if state.imported is not None or state.cancelled:
        return []
    found = [*_recorded(state, ruleset), *_judges(state, judges)]
    if state.structure is None:
        found += [*_size(state, ruleset), *_structure(state, ruleset), *_minutes(state)]
        found += _lists(state, ruleset, lists)
    return found


def _recorded(state: TournamentState, ruleset: RuleSet) -> Iterator[Remark]:
    created, codes = state.created, state.created.warnings
    players = _most(created, state.players)
    if LATE in codes or is_large(created, state.players, ruleset):
        code = LATE if LATE in codes else "large_tournament"
        yield Remark(code, "5.1", {"players": players, "days": ruleset.large_ahead_days})
    if state.structure is None:
        for code in ("date_past", "date_far"):
            if code in codes:
                yield Remark(code, "D.3.1", {"date": created.date})


def _size(state: TournamentState, ruleset: RuleSet) -> Iterator[Remark]:
    """Rule 7.2.1: too few, too little room for them."""
    created, minimum = state.created, ruleset.min_players
    if state.players < minimum:
        yield Remark("few_players", "7.2.1", {"players": state.players, "minimum": minimum})
    if created.capacity is None:
        return
    room = {"capacity": created.capacity, "minimum": minimum, "expected": created.expected or 0}
    if created.capacity < minimum:
        yield Remark("capacity_below_minimum", "7.2.1", room)
    if created.capacity < (created.expected or 0):
        yield Remark("capacity_below_expected", "7.2.1", room)


def _structure(state: TournamentState, ruleset: RuleSet) -> Iterator[Remark]:
    """Rules 7.2.2, S.2, T.9: rounds and TOP beside the field that is entered, expected or has room.

    An even field is surely paired without a rematch in round r+1 while it has 2r+2 players, an odd
    one while it has one more: so in the first half as many rounds.
    """
    created = state.created
    field_ = max(state.players, min(created.expected or 0, created.capacity or 1 << 30))
    if field_ < ruleset.min_players:
        field_ = created.capacity or 0  # nobody knows better yet
    if field_ < ruleset.min_players:
        return
    rounds, top = announced_structure(state, ruleset)
    values = {
        "players": field_,
        "rounds": rounds,
        "top": top,
        "surely": field_ // 2,
        "last": field_ - 1 if field_ % 2 == 0 else field_,
    }
    own = (rounds, top) != usual_structure(state, ruleset)
    if rounds > values["last"]:
        yield Remark("rounds_exhaust_opponents", "S.2", values)
    elif own and rounds > field_ // 2:
        yield Remark("rematches_possible", "S.2", values)
    if top > field_:
        yield Remark("top_above_field", "T.9", values)
    elif top == field_:
        yield Remark("top_is_everybody", "T.9", values)
    elif own and top and rounds >= field_ - 1:
        yield Remark("top_after_all_met", "T.9", values)


def _minutes(state: TournamentState) -> Iterator[Remark]:
    minutes = state.created.minutes or MINUTES
    if not SHORT <= minutes <= LONG:
        yield Remark("minutes_odd", "7.0.1", {"minutes": minutes})


def _judges(
    state: TournamentState, judges: Mapping[str, Sequence[Certificate]]
) -> Iterator[Remark]:
    """Rules 6.1–6.3: a head judge where the level asks for one, and at 6.3 two more beside him."""
    created = state.created
    rule = RULE_OF[created.level]
    if created.head_judge is None and created.level != "amateur":
        yield Remark("head_judge_missing", rule)
    unknown = [each for each in created.judges if not judges.get(each)]
    if unknown:
        yield Remark("judges_unknown", rule, {"judges": ", ".join(unknown)})
    further = sum(
        (certificate := on_day(judges.get(each, ()), created.date)) is not None
        and certificate.level >= FURTHER_LEVEL
        for each in created.judges
        if each != created.head_judge
    )
    if created.level == "highest" and further < FURTHER_JUDGES:
        values = {"judges": further, "wanted": FURTHER_JUDGES, "level": FURTHER_LEVEL}
        yield Remark("judges_few", rule, values)


def _lists(state: TournamentState, ruleset: RuleSet, lists: int | None) -> Iterator[Remark]:
    """6.2, 6.3: deck lists that are still to come."""
    policy = ruleset.levels[state.created.level].deck_lists
    if lists is None or policy == "none" or lists >= state.players:
        return
    values = {"missing": state.players - lists, "players": state.players}
    yield Remark(f"deck_lists_awaited_{policy}", RULE_OF[state.created.level], values)
