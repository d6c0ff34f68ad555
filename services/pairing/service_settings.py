"""Use cases of setting a tournament up: announcing, planning, changing (2.1.5, 5.1, 6.1–6.3)."""

from collections.abc import Callable
from typing import Any

from sqlmodel import Session

from services.pairing import service_entries, store
from services.pairing.domain import decide, permits
from services.pairing.domain.decide.settings import different
from services.pairing.domain.state import TournamentState
from services.pairing.journal import Journal
from services.pairing.schemas.tournaments import TournamentChange, TournamentIn
from services.pairing.service import city_of, club_for, official, own, ruleset_of
from shared import rulesets
from shared.auth import Principal, scope_missing
from shared.events.tournaments import Plan
from shared.refusals import Refusal, Text
from shared.rulesets import RuleSet

Today = Callable[[str], str]
"""The local day of an IANA zone, as an ISO date."""
ANNOUNCERS = frozenset({"city", "club", "official"})
"""What only who may announce tournaments changes, not the staff of one."""


def create(
    tx: Session,
    journal: Journal,
    given: TournamentIn,
    caller: Principal,
    today: Today,
    *,
    tournament: str,
    seed: int,
) -> TournamentState:
    """2.1.5, 5.1, 6.1–6.3, D.2.5: announce a tournament; what was left open is filled in."""
    ruleset = ruleset_of(given.rule_set)
    at, day = city_of(tx, given.city), given.date.isoformat()
    club = club_for(tx, caller, given.club, at.city)
    said = given.model_dump(exclude={"rule_set"})
    said |= {
        "city": at.city,
        "zone": at.zone,
        "date": day,
        "club": club,
        "official": official(tx, caller, club, given.official, day),
        "judges": _once(given.judges),
    }
    created = decide.create(decide.Announcement(**said), ruleset, seed, today(at.zone))
    _may_head(tx, given.head_judge, created[0].level, ruleset, day)
    return journal.begin(tx, tournament, created, caller.who)


def plan(
    tx: Session, journal: Journal, tournament: str, to: Plan, caller: Principal, today: Today
) -> TournamentState:
    """5.1: a draft is announced, registration is opened, or back; before round 1."""
    state = journal.load(tx, tournament, lock=True)
    own(state, caller)
    created = state.created
    decided = decide.plan(state, to, rulesets.load(created.rule_set), today(created.zone))
    return journal.append(tx, state, decided, caller.who)


def change(
    tx: Session,
    journal: Journal,
    tournament: str,
    given: TournamentChange,
    seen: int | None,
    caller: Principal,
    today: Today,
) -> TournamentState:
    """2.1.5, 6.1–6.3, D.2.5: change settings; seen: the version that the caller has read."""
    state = journal.load(tx, tournament, lock=True)
    own(state, caller)
    ruleset = rulesets.load(state.created.rule_set)
    wanted = _wanted(tx, state, given)
    new = different(state, wanted)
    decided = decide.change(state, wanted, ruleset, today(_now(state, new, "zone")), seen)
    if decided:
        _may_change(tx, state, new, caller)
        _fits(tx, state, new, ruleset)
    return journal.append(tx, state, decided, caller.who)


def _wanted(tx: Session, state: TournamentState, given: TournamentChange) -> dict[str, Any]:
    """What was named, as events have it."""
    wanted = {name: getattr(given, name) for name in given.model_fields_set}
    if "date" in wanted:
        wanted["date"] = given.date.isoformat()
    if "judges" in wanted:
        wanted["judges"] = _once(given.judges)
    if "city" in wanted:
        at = city_of(tx, given.city)
        wanted["city"] = at.city
        if at.city != state.created.city:
            wanted["zone"] = at.zone
    return wanted


def _may_change(
    tx: Session, state: TournamentState, new: dict[str, Any], caller: Principal
) -> None:
    """D.2.5: whose it becomes, and whether it is official, is for who may announce such a one."""
    if new.keys() & ANNOUNCERS and "tournaments" not in caller.scopes:
        raise scope_missing("tournaments")
    city, club = _now(state, new, "city"), _now(state, new, "club")
    if new.keys() & {"city", "club"}:
        club_for(tx, caller, club, city)
        caller.must_run(state.id, club, city)
    stays = _now(state, new, "official") and new.keys() & {"club", "date"}
    if "official" in new or stays:
        official(tx, caller, club, True, _now(state, new, "date"))


def _fits(tx: Session, state: TournamentState, new: dict[str, Any], ruleset: RuleSet) -> None:
    """6.1–6.3, D.3.1: the head judge's level, and those entered, on the day as it is now."""
    day = _now(state, new, "date")
    if new.keys() & {"head_judge", "level", "date"}:
        _may_head(tx, _now(state, new, "head_judge"), _now(state, new, "level"), ruleset, day)
    if "date" in new:
        players = [each.player for each in state.entries.values() if each.dropped_after is None]
        if barred := service_entries.suspended(tx, players, day):
            raise _suspended_then(list(barred), day)


def _may_head(tx: Session, judge: str | None, level: Any, ruleset: RuleSet, day: str) -> None:
    if judge is not None:
        permits.may_head(judge, store.judge_levels(tx, judge), level, ruleset, day)


def _now(state: TournamentState, new: dict[str, Any], name: str) -> Any:
    """A setting as the change makes it."""
    return new.get(name, getattr(state.created, name))


def _once(judges: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(judges))


def _suspended_then(players: list[str], day: str) -> Refusal:
    listed = ", ".join(players)
    return Refusal(
        "conflict",
        "player_suspended",
        Text(
            f"Записаны, а на {day} отстранены от турниров: {listed}.",
            f"Entered, and suspended from tournaments on {day}: {listed}.",
        ),
        rule="D.3.1",
        where="body.date",
        todo=Text(
            "Снимите их с турнира или выберите другой день.",
            "Drop them from the tournament, or choose another day.",
        ),
    )
