"""Use cases of who plays: entering, check-in, leaving, coming back, whose an entry is (2.1, S.7).

Each is one transaction, as in ``service``; what a neighbour must be asked is asked before it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sqlmodel import Session

from services.pairing import notes, store
from services.pairing.domain import decide, permits
from services.pairing.domain.decide import Grant
from services.pairing.domain.decide.guards import known_entry
from services.pairing.domain.state import Entry, TournamentState
from services.pairing.journal import Journal
from services.pairing.service import own
from shared import rulesets
from shared.auth import Principal, scope_missing
from shared.clock import iso, now
from shared.events.base import Event
from shared.events.entries import EntryDropped, EntryPromoted
from shared.refusals import Refusal, Text
from shared.rulesets import RuleSet


class At(NamedTuple):
    """Where a command is given, and by whom."""

    tx: Session
    journal: Journal
    tournament: str
    caller: Principal

    def state(self) -> TournamentState:
        """The tournament, locked. Refuses another's."""
        state = self.journal.load(self.tx, self.tournament, lock=True)
        own(state, self.caller)
        return state

    def append(self, state: TournamentState, events: Sequence[Event]) -> TournamentState:
        """More of its log, in the caller's name."""
        return self.journal.append(self.tx, state, events, self.caller.who)


class Done(NamedTuple):
    """What a command came to: the state after it, his entry, who got a place by it."""

    state: TournamentState
    entry: Entry
    promoted: list[int]


def enter(
    at: At, players: Sequence[str], granted: Mapping[int, Grant]
) -> tuple[TournamentState, list[Entry]]:
    """2.1.1, D.3.1, S.7: enter players, all or none; a late one brings his live rating (T.6).

    granted: what each of the rounds that they missed counts as; it takes who may judge.
    """
    if granted and "judging" not in at.caller.scopes:
        raise scope_missing("judging")
    state = at.state()
    day = state.created.date
    permits.may_play(state, players)
    permits.not_suspended(players, suspended(at.tx, players, day), day)
    late = state.structure is not None
    ratings = store.ratings(at.tx, players) if late else {}
    added = decide.add_entries(
        state, [decide.Newcomer(player, rating_milli=ratings.get(player)) for player in players]
    )
    state = at.append(state, added)
    ruleset = rulesets.load(state.created.rule_set)
    given = [
        event
        for each in added
        for number, worth in granted.items()
        for event in decide.grant(state, ruleset, each.entry, number, worth)
    ]
    state = at.append(state, given)
    return state, [state.entries[each.entry] for each in added]


def suspended(tx: Session, players: Sequence[str], day: str) -> dict[str, str | None]:
    """D.3.1: who of these may not play on an ISO date -> to the last day, None: no end is set."""
    terms = [permits.Term(row.player, row.until) for row in store.suspensions(tx, day)]
    into = store.aliases(tx, [*players, *(term.player for term in terms)]) if terms else {}
    return permits.suspended(players, terms, into)


def drop(at: At, player: str, *, at_once: bool) -> Done:
    """S.7, R.8: a player leaves, after the round or at once; doing it again changes nothing."""

    def decision(state: TournamentState, ruleset: RuleSet, entry: Entry) -> Sequence[Event]:
        if at_once:
            return decide.leave(state, ruleset, entry.number, iso(now()))
        return decide.drop(state, entry.number)

    return _about(at, player, decision)


def come_back(at: At, player: str) -> Done:
    """S.7: who had left takes part again, unless he is suspended by now (D.3.1)."""
    return _about(at, player, _unless_suspended(at, decide.come_back))


def promote(at: At, player: str) -> Done:
    """S.7: one of the waiting list gets a place by the judge's decision, unless suspended."""
    return _about(at, player, _unless_suspended(at, decide.promote))


def fix_table(at: At, player: str, table: int | None) -> Done:
    """Where a player always sits from now on; None: wherever he is drawn."""
    return _about(at, player, lambda state, _, entry: decide.fix_table(state, entry.number, table))


def grant(at: At, player: str, number: int, worth: Grant | None) -> Done:
    """S.7: what a round that he missed counts as."""
    return _about(
        at,
        player,
        lambda state, rules, entry: decide.grant(state, rules, entry.number, number, worth),
    )


def check_in(at: At, players: Sequence[str], *, present: bool) -> TournamentState:
    """These are in the hall, or are not after all."""
    state = at.state()
    numbers = [entry.number for entry in _entries_of(at.tx, state, players)]
    return at.append(state, decide.check_in(state, numbers, present))


def drop_absent(at: At) -> tuple[TournamentState, list[int], list[int]]:
    """S.7: all who did not come leave: their entries, and those who got a place by it."""
    state = at.state()
    events = decide.drop_absent(state)
    left = [each.entry for each in events if isinstance(each, EntryDropped)]
    return at.append(state, events), left, _promoted(events)


def identify(at: At, number: int, player: str, reason: str) -> tuple[Done, list[str]]:
    """D.4.10: an entry is another person's; also: he, if he was suspended on the day (D.3.1).

    Until the finish whoever may not play is refused; after it, it is only said.
    """
    state = at.state()
    entry = known_entry(state, number)
    day = state.created.date
    permits.may_play(state, [player], "body.player")
    barred = suspended(at.tx, [player], day)
    if not state.finished:
        permits.not_suspended([player], barred, day, "body.player")
    about, who = (entry.player, player), at.caller.who
    events = decide.identify(
        state,
        rulesets.load(state.created.rule_set),
        number,
        player,
        now=iso(now()),
        rating_milli=store.ratings(at.tx, [player]).get(player),
        reason=None
        if entry.player == player
        else notes.write(at.tx, at.tournament, reason, about=about, who=who),
    )
    state = at.append(state, events)
    return Done(state, state.entries[number], []), list(barred)


def entry_of(tx: Session, state: TournamentState, player: str) -> Entry:
    """D.2.4: the entry of a player, under this ID or another one of his. Refuses who has none."""
    (entry,) = _entries_of(tx, state, [player])
    return entry


def _entries_of(tx: Session, state: TournamentState, players: Sequence[str]) -> list[Entry]:
    """In the order given. Two entries of one person are told apart by their own IDs alone."""
    found: dict[str, Entry] = {each.player: each for each in state.entries.values()}
    strangers = [player for player in players if player not in found]
    if strangers:
        into = store.aliases(tx, [*strangers, *found])
        people: dict[str, list[Entry]] = {}
        for each in state.entries.values():
            people.setdefault(permits.known_as(into, each.player), []).append(each)
        for player in strangers:
            meant = people.get(permits.known_as(into, player), [])
            if len(meant) == 1:
                found[player] = meant[0]
    unknown = [player for player in players if player not in found]
    if unknown:
        raise _no_entry(unknown)
    return [found[player] for player in players]


Decision = Callable[[TournamentState, RuleSet, Entry], Sequence[Event]]


def _about(at: At, player: str, decision: Decision) -> Done:
    state = at.state()
    entry = entry_of(at.tx, state, player)
    events = decision(state, rulesets.load(state.created.rule_set), entry)
    state = at.append(state, events)
    return Done(state, state.entries[entry.number], _promoted(events))


def _unless_suspended(
    at: At, decision: Callable[[TournamentState, int], Sequence[Event]]
) -> Decision:
    """D.3.1: a desk lets nobody in who is suspended, whenever he was entered."""

    def decided(state: TournamentState, _ruleset: RuleSet, entry: Entry) -> Sequence[Event]:
        events = decision(state, entry.number)
        day = state.created.date
        if events:
            barred = suspended(at.tx, [entry.player], day)
            permits.not_suspended([entry.player], barred, day, "player")
        return events

    return decided


def _promoted(events: Sequence[Event]) -> list[int]:
    return [each.entry for each in events if isinstance(each, EntryPromoted)]


def _no_entry(players: Sequence[str]) -> Refusal:
    listed = ", ".join(players)
    return Refusal(
        "not_found",
        "entry_unknown",
        Text(f"Не участвуют в турнире: {listed}.", f"Not in the tournament: {listed}."),
        rule="2.1.1",
        where="player",
        todo=Text(
            "Участники: GET /v1/tournaments/{tournament}/entries.",
            "Who is: GET /v1/tournaments/{tournament}/entries.",
        ),
        details=tuple({"player": player, "rule": "2.1.1"} for player in players),
    )
